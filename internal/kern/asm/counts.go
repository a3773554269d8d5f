package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// fourFactors writes the loop of fourFactorsGo.
func fourFactors(t tier) {
	k := begin(t, "fourFactors", "func(factors []float64, stride int, odds []float64, tilt float64) (mean, variance, most float64)")
	k.whole("odds", 4*eight)
	to, odds := k.streams(row("factors").Register, bytesOf("stride")), row("odds").Register
	to.advance(column)
	left := Load(Param("odds").Len(), GP64())
	k.ones(to, -column)
	tilt := k.parameter("tilt")
	one := k.fill(1, k.constant("1.0"))[0]
	means, variances, largest := k.zeros(), k.zeros(), k.zeros()
	TESTQ(left, left)
	JZ(LabelRef("done"))
	Label("block")
	for j := range means {
		var p, s [4]vec
		var a0, b0, c0 vec
		for i := range p {
			x := Mem{Base: odds, Disp: column*i + 8*k.width()*j}
			y := k.registers(1)
			VMOVUPD(x, y[0])
			VMAXPD(largest[j], y[0], largest[j])
			VMULPD(tilt, y[0], y[0])
			s[i] = k.quotient(same{one}, k.add(y, same{one}))
			p[i] = k.mul(y, s[i])
			VADDPD(p[i][0], means[j], means[j])
			VFMADD231PD(s[i][0], p[i][0], variances[j])
			if i == 1 {
				a0, b0, c0 = k.two(p[0], s[0], p[1], s[1])
			}
		}
		a1, b1, c1 := k.two(p[2], s[2], p[3], s[3])
		write := func(power int, x vec) {
			VMOVUPD(x[0], to.at(power, 8*k.width()*j))
		}
		write(0, k.mul(a0, a1))
		x := k.mul(b0, a1)
		k.plusProduct(x, a0, b1)
		write(1, x)
		x = k.mul(c0, a1)
		k.plusProduct(x, b0, b1)
		k.plusProduct(x, a0, c1)
		write(2, x)
		x = k.mul(c0, b1)
		k.plusProduct(x, b0, c1)
		write(3, x)
		write(4, k.mul(c0, c1))
	}
	ADDQ(U32(4*column), odds)
	to.advance(column)
	SUBQ(U32(4*eight), left)
	JNZ(LabelRef("block"))
	Label("done")
	k.ones(to, 0)
	answer(k.reduce(VADDPD, VADDSD, means), "mean")
	answer(k.reduce(VADDPD, VADDSD, variances), "variance")
	answer(k.reduce(VMAXPD, VMAXSD, largest), "most")
	k.end()
}

// meanFlips writes the loop of meanFlipsGo.
func meanFlips(t tier) {
	k := begin(t, "meanFlips", "func(odds []float64, tilt float64) (mean float64)")
	odds, tilt := row("odds"), k.parameter("tilt")
	one := k.fill(1, k.constant("1.0"))[0]
	means := k.zeros()
	k.loop("odds", 4*eight, 4*eight/k.width(), []pointer{odds}, func(b block) {
		for j := 0; j < b.count; j += len(means) {
			part := block{k, b.start + j*b.width(), min(len(means), b.count), b.key}
			y := part.mul(part.load(odds), same{tilt})
			part.addTo(means, part.mul(y, part.quotient(same{one}, part.add(y, same{one}))))
		}
	})
	answer(k.reduce(VADDPD, VADDSD, means), "mean")
	k.end()
}

// two returns the product of two factors s + p z and t + q z, by powers of z.
func (k *kernel) two(p, s, q, t vec) (a, b, c vec) {
	b = k.mul(p, t)
	k.plusProduct(b, s, q)
	return k.mul(s, t), b, k.mul(p, q)
}

// correlate writes the loop of correlateGo, up to 24 results at a time: each waits for its last
// term.
func correlate(t tier) {
	k := begin(t, "correlate", "func(out, a, b []float64)")
	k.whole("out", eight)
	k.whole("a", 2)
	out, b := row("out").Register, row("b").Register
	first, terms := row("a").Register, Load(Param("a").Len(), GP64())
	left := Load(Param("out").Len(), GP64())
	for _, group := range []int{3, 2, 1} {
		label := fmt.Sprint("group", group)
		elements := group * eight
		if 2*elements/k.width() > 12 {
			continue // more sums than registers
		}
		SUBQ(U8(elements), left)
		JL(LabelRef(label + "Done"))
		Label(label)
		k.correlate(label, elements/k.width(), out, first, terms, b)
		ADDQ(U8(8*elements), out)
		ADDQ(U8(8*elements), b)
		SUBQ(U8(elements), left)
		JGE(LabelRef(label))
		Label(label + "Done")
		ADDQ(U8(elements), left)
	}
	k.end()
}

// correlate writes some registers of results.
func (k *kernel) correlate(label string, registers int, out, first, terms, b reg.Register) {
	a, at, pairs := GP64(), GP64(), GP64()
	MOVQ(first, a)
	MOVQ(b, at)
	MOVQ(terms, pairs)
	even, odd := k.registers(registers), k.registers(registers)
	for j := range even {
		VXORPD(even[j], even[j], even[j])
		VXORPD(odd[j], odd[j], odd[j])
	}
	Label(label + "Pair")
	for c, sums := range []vec{even, odd} {
		factor := k.spread(Mem{Base: a, Disp: 8 * c})
		for j := range sums {
			VFMADD231PD(Mem{Base: at, Disp: 8 * (c + k.width()*j)}, factor, sums[j])
		}
	}
	ADDQ(U8(16), a)
	ADDQ(U8(16), at)
	SUBQ(U8(2), pairs)
	JNZ(LabelRef(label + "Pair"))
	for j, x := range k.add(even, odd) {
		VMOVUPD(x, Mem{Base: out, Disp: 8 * k.width() * j})
	}
}
