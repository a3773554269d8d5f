package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
)

// cavity writes the loop of Cavity.
func cavity(t tier) {
	k := begin(t, "cavity", "func(s, h, u []float64, signs []uint64) (sum, variance float64)")
	k.cavity(nil)
}

// cavityOdds writes the loop of Cavity and Odds together.
func cavityOdds(t tier) {
	k := begin(t, "cavityOdds", "func(s, h, u []float64, signs []uint64, r []float64) (sum, variance float64)")
	r := row("r")
	k.cavity(&r)
}

// cavity writes the loop, and writes odds to r unless that is nil.
func (k *kernel) cavity(r *pointer) {
	s, h, u, signs := row("s"), row("h"), row("u"), k.pattern("signs")
	pointers := []pointer{s, h, u, signs.pointer}
	if r != nil {
		pointers = append(pointers, *r)
	}
	if k.wide {
		k.hold("-farTail", "1.0")
	}
	group, count := k.interleaved()
	sums, variances := k.zeros(), k.zeros()
	k.loop("s", group, count, pointers, func(b block) {
		b.prefetch(u)
		x := b.load(h)
		b.flip(x, signs)
		x = b.sub(x, b.in(u))
		e := b.expTwice(b.atLeast(b.or(x, b.signBit()), b.register("-farTail")))
		if r != nil {
			b.store(b.withSign(b.fill(b.count, e), x), *r)
		}
		q := b.quotient(b.constant("1.0"), b.add(e, b.constant("1.0")))
		b.addProductTo(variances, b.mul(e, q), q)
		m := b.fill(b.count, b.constant("2.0"))
		b.timesPlus(m, q, b.constant("-1.0"))
		m = b.withSign(m, x)
		b.store(m, s)
		b.addTo(sums, m)
	})
	answer(k.reduce(VADDPD, VADDSD, sums), "sum")
	answer(k.reduce(VADDPD, VADDSD, variances), "variance")
	k.end()
}

// interleaved is how many elements a loop takes at a time whose steps wait for each other, and
// in how many registers: as many as there is room for, since a processor looks only so far
// ahead for something to do meanwhile.
func (k *kernel) interleaved() (group, count int) {
	if k.wide {
		return 4 * eight, 4
	}
	return eight, 2
}

// expTwice returns e^2y; it overwrites y.
func (k *kernel) expTwice(y vec) vec {
	z := k.fill(len(y), k.constant("expLog2E"))
	k.timesPlus(z, y, k.constant("roundMagic"))
	whole := k.sub(z, k.constant("roundMagic"))
	r := y
	k.plusProduct(r, whole, k.constant("-expLn2"))
	r2 := k.mul(r, r)
	odd, even := k.fill(len(y), k.constant("expC11")), k.fill(len(y), k.constant("expC10"))
	for j := 8; j >= 0; j -= 2 {
		k.timesPlus(odd, r2, k.constant(fmt.Sprint("expC", j+1)))
		k.timesPlus(even, r2, k.constant(fmt.Sprint("expC", j)))
	}
	k.timesPlus(odd, r, even)
	return k.timesPowerOfTwo(odd, whole, z)
}
