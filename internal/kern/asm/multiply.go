package main

import (
	"math/bits"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// multiply writes the function for any even number m of vectors from four on, in memory at scratch:
//
//	now [4]   highest counts of each lane's next lane, as they were before that lane's factor
//	then [4]  those for the next factor; now and then change places after each
//	counts [m]  vector j of the diagram in skewed.go
//
// For each factor, then is written from the four highest vectors; vectors are multiplied two at a time from the
// highest one down, each from itself and the four below it, and the lowest four at last, with now below them.
func multiply(t tier) {
	k := beginSkewed(t, "multiply", ", vectors int, scratch *float64")
	width := 8 * k.width()
	now, then, counts, end := GP64(), GP64(), GP64(), GP64()
	Load(Param("scratch"), now)
	ADDQ(U8(63), now)
	ANDQ(I8(-64), now)
	LEAQ(Mem{Base: now, Disp: taps * width}, then)
	LEAQ(Mem{Base: now, Disp: 2 * taps * width}, counts)
	Load(Param("vectors"), end)
	SHLQ(U8(bits.TrailingZeros(uint(width))), end)
	ADDQ(counts, end)
	k.zeroMemory(now, end)
	VMOVUPD(k.first(), Mem{Base: counts})
	Label("factor")
	a := k.coefficients()
	for p := range taps {
		x := k.registers(1)[0]
		VMOVUPD(Mem{Base: end, Disp: -width * (p + 1)}, x)
		VMOVUPD(k.fromNext(x), Mem{Base: then, Disp: width * p})
	}
	at, lowest := GP64(), GP64()
	MOVQ(end, at)
	LEAQ(Mem{Base: counts, Disp: taps * width}, lowest)
	JMP(LabelRef("more"))
	Label("two")
	k.products(at, a, 2, nil)
	SUBQ(U8(2*width), at)
	Label("more")
	CMPQ(at, lowest)
	JNE(LabelRef("two"))
	carried := k.registers(taps)
	for p, r := range carried {
		VMOVUPD(Mem{Base: now, Disp: width * p}, r)
	}
	k.products(at, a, taps, carried)
	XCHGQ(now, then)
	k.advance()
	JNZ(LabelRef("factor"))
	each := GP64()
	Load(Param("vectors"), each)
	SHLQ(U8(3), each)
	lists := k.lists(each)
	Label("spill")
	x := k.registers(1)[0]
	VMOVUPD(Mem{Base: counts}, x)
	k.spill(x, lists, each, 0)
	for _, to := range lists {
		ADDQ(U8(8), to)
	}
	ADDQ(U8(width), counts)
	CMPQ(counts, end)
	JNE(LabelRef("spill"))
	k.end()
}

// zeroMemory writes zeros from one address to another.
func (k skewed) zeroMemory(from, to reg.Register) {
	zero, at := k.zeros(), GP64()
	MOVQ(from, at)
	Label("zero")
	VMOVUPD(zero[0], Mem{Base: at})
	ADDQ(U8(8*k.width()), at)
	CMPQ(at, to)
	JNE(LabelRef("zero"))
}

// products multiplies n vectors of counts before an address, the lowest ones if those that
// are carried are given.
func (k skewed) products(at reg.Register, a vec, n int, carried vec) {
	width := 8 * k.width()
	c := k.registers(n)
	if carried == nil {
		c = k.registers(n + taps)
	}
	for j, r := range c {
		VMOVUPD(Mem{Base: at, Disp: -width * (j + 1)}, r)
	}
	for j := range n {
		k.product(c[j], a, operands(append(c[:len(c):len(c)], carried...)[j+1:]))
		VMOVUPD(c[j], Mem{Base: at, Disp: -width * (j + 1)})
	}
}

// fewVectors is that of package kern.
const fewVectors = 6

// multiplyFew writes multiply for so few vectors that these stay in registers: in memory each
// would wait for itself, from one factor to the next. Two factors are taken at a time, the last one
// of which may be a factor 1. AVX2 has no registers for what is carried.
func multiplyFew(t tier) {
	k := beginSkewed(t, "multiplyFew", "")
	counts, zero := k.registers(fewVectors), k.zeros()[0]
	for _, r := range counts[1:] {
		VXORPD(r, r, r)
	}
	VMOVAPD(k.first(), counts[0])
	var carried [2][]Op
	for i := range carried {
		memory := elements{AllocLocal(8 * taps * k.width()), 8 * k.width()}
		for p, r := range k.registers(taps) {
			if carried[i] = append(carried[i], r); !k.wide {
				carried[i][p] = memory.register(p)
			}
		}
	}
	for _, c := range carried[0] {
		VMOVUPD(zero, c)
	}
	Label("factors")
	k.step(counts, carried[0], carried[1])
	for _, s := range k.sides {
		s.advance(8)
	}
	k.step(counts, carried[1], carried[0])
	k.advance()
	JNZ(LabelRef("factors"))
	each := GP64()
	MOVQ(U64(8*fewVectors), each)
	lists := k.lists(each)
	for j, r := range counts {
		k.spill(r, lists, each, 8*j)
	}
	k.end()
}

// step multiplies all counts by the next factors, highest ones first.
func (k skewed) step(counts vec, carried, next []Op) {
	a, m := k.coefficients(), len(counts)
	for p := range next {
		VMOVUPD(k.fromNext(counts[m-1-p]), next[p])
	}
	for j := m - 1; j >= 0; j-- {
		lower := operands(counts[:j])
		slices.Reverse(lower)
		k.product(counts[j], a, append(lower, carried...))
	}
}

// operands are registers as operands.
func operands(x vec) (ops []Op) {
	for _, r := range x {
		ops = append(ops, r)
	}
	return ops
}
