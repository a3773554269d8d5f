// Command asm writes the assembly of package kern: run go generate there.
//
// Every kernel is written once, for values of eight lanes or a multiple; a
// [tier] turns each operation into instructions on AVX-512 registers of eight
// lanes or AVX2 registers of four. The loops in Go, ../portable*.go, say what
// is computed and in which order; here, only how. Numbers stay there too, see
// constants.go.
//
// It writes the functions that call the tier in use too, and refuses instructions and registers that
// a tier lacks.
//
// It is a module of its own, so that whoever builds fbp never downloads avo.
package main

import (
	. "github.com/mmcloughlin/avo/build"
)

func main() {
	ConstraintExpr("amd64,!purego")
	for _, t := range []tier{{"AVX512", true}, {"AVX2", false}} {
		cavity(t)
		for _, degree := range []int{5, 7, 11, 15} {
			update(t, degree)
		}
		logCosh(t)
		negatives(t)
		addNegatives(t)
		addProduct(t)
		gaussCavity(t)
		for _, degree := range []int{8, 12, 16, 24} {
			gaussUpdate(t, degree)
		}
		vote(t)
		within(t)
		signTails(t)
		signAnswers(t)
		interpolate(t)
		odds(t)
		addMessages(t)
		settle(t)
		cavityOdds(t)
		fourFactors(t)
		meanFlips(t)
		multiply(t)
		multiplyFew(t)
		correlate(t)
		flipMessages(t)
		splitOdds(t)
		mergeMessages(t)
	}
	Generate()
	refuse("../kern_amd64.s")
	writeConstants("../constants_amd64.go")
	writeDispatch("../dispatch_amd64.go", "../dispatch_portable.go")
}
