package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The constants that kernels read are Go expressions of package kern, in the
// order of their first use. Only the Go compiler knows their values:
// the generator writes a Go variable that holds them, and the assembly refers to it.
var constants []string

// number returns the address of a Go expression, of which there is an AVX2 register full.
func number(expression string) Mem {
	i := slices.Index(constants, expression)
	if i < 0 {
		i = len(constants)
		constants = append(constants, expression)
	}
	return Mem{Symbol: Symbol{Name: "·constants"}, Base: reg.StaticBase, Disp: 32 * i}
}

// writeConstants writes the Go variable, when all kernels are known.
func writeConstants(path string) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s//go:build amd64 && !purego\n\npackage kern\n\nimport \"fbp/gauss\"\n", generated)
	fmt.Fprintln(&b, "\n// constants are what the assembly reads, each filling an AVX2 register.")
	fmt.Fprintln(&b, "var constants = [...][4]float64{")
	for _, e := range constants {
		fmt.Fprintf(&b, "{%s},\n", strings.Join(slices.Repeat([]string{e}, 4), ", "))
	}
	fmt.Fprintln(&b, "}")
	write(path, b.Bytes())
}

// tables are the bit patterns that lie next to the code, by name.
var tables = map[string]Mem{}

// table returns the address of words of 64 bits.
func table(name string, words ...uint64) Mem {
	m, ok := tables[name]
	if !ok {
		m = GLOBL(name, RODATA|NOPTR)
		for i, w := range words {
			DATA(8*i, U64(w))
		}
		tables[name] = m
	}
	return m
}

// word is a bit pattern, for every lane.
func word(name string, w uint64) everywhere { return everywhere{table(name, w, w, w, w)} }

// flips returns the address of sixteen AVX2 registers full of sign bits, those
// of the sixteen patterns of four signs.
func flips() Mem {
	var words []uint64
	for pattern := range 16 {
		for lane := range 4 {
			words = append(words, uint64(pattern)>>lane<<63)
		}
	}
	return table("flips", words...)
}

// firstBits returns the address of bytes, of which number n has its n lowest
// bits set.
func firstBits() Mem { return table("firstBits", 0x7f3f1f0f07030100) }

// firstLanes returns the address of eight words of ones, after which eight words
// of zeros follow: n words before the zeros begins a mask of n lanes.
func firstLanes() Mem {
	return table("firstLanes", slices.Concat(slices.Repeat([]uint64{1<<64 - 1}, eight), make([]uint64, eight))...)
}
