package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// fours writes the loop of foursGo.
func fours(t tier) {
	k := begin(t, "fours", "func(factors, odds []float64, tilt float64) (mean, variance, most float64)")
	factors, odds := row("factors").Register, row("odds").Register
	left := Load(Param("odds").Len(), GP64())
	tilt := k.parameter("tilt")
	one := k.fill(1, k.constant("1.0"))[0]
	means, variances, largest := k.zeros(), k.zeros(), k.zeros()
	TESTQ(left, left)
	JZ(LabelRef("done"))
	Label("block")
	for j := range means {
		var p, s [4]vec
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
		}
		a0, b0, c0 := k.two(p[0], s[0], p[1], s[1])
		a1, b1, c1 := k.two(p[2], s[2], p[3], s[3])
		write := func(power int, x vec) {
			VMOVUPD(x[0], Mem{Base: factors, Disp: column*power + 8*k.width()*j})
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
	ADDQ(U32(5*column), factors)
	SUBQ(U32(4*eight), left)
	JNZ(LabelRef("block"))
	Label("done")
	Store(k.reduce(VADDPD, VADDSD, means), Return("mean"))
	Store(k.reduce(VADDPD, VADDSD, variances), Return("variance"))
	Store(k.reduce(VMAXPD, VMAXSD, largest), Return("most"))
	k.end()
}

// two returns the product of two factors s + p z and t + q z, by powers of z.
func (k *kernel) two(p, s, q, t vec) (a, b, c vec) {
	b = k.mul(p, t)
	k.plusProduct(b, s, q)
	return k.mul(s, t), b, k.mul(p, q)
}

// multiply writes the loop of multiplyGo. The counts stay in registers.
func multiply(t tier) {
	k := begin(t, "multiply", "func(count *[24]float64, factors, carry []float64)")
	side := k.counting("")
	k.factors(side)
	k.end()
}

// multiplyBoth does the same for two lists of equally many factors at once, whose
// steps wait for each other's results: AVX-512 has the registers.
func multiplyBoth(t tier) {
	k := begin(t, "multiplyBoth", "func(count1, count2 *[24]float64, factors1, factors2, carry1, carry2 []float64)")
	k.factors(k.counting("1"), k.counting("2"))
	k.end()
}

// counting is a block of counts that is multiplied by factors.
type counting struct {
	counts                vec
	count, factors, carry reg.Register
	left                  reg.Register // coefficients
}

// counting loads the parameters whose names end so.
func (k *kernel) counting(suffix string) counting {
	c := counting{k.registers(3 * eight / k.width()), Load(Param("count"+suffix), GP64()),
		row("factors" + suffix).Register, row("carry" + suffix).Register, Load(Param("factors"+suffix).Len(), GP64())}
	for j, r := range c.counts {
		VMOVUPD(Mem{Base: c.count, Disp: 8 * k.width() * j}, r)
	}
	return c
}

// factors multiplies by all factors and writes the counts.
func (k *kernel) factors(sides ...counting) {
	left := sides[0].left
	TESTQ(left, left)
	JZ(LabelRef("done"))
	Label("block")
	lane := GP64()
	MOVQ(U64(eight), lane)
	Label("factor")
	for _, c := range sides {
		k.factor(c)
		ADDQ(U8(8), c.factors)
		ADDQ(U8(32), c.carry)
	}
	DECQ(lane)
	JNZ(LabelRef("factor"))
	for _, c := range sides {
		ADDQ(U32(4*column), c.factors)
	}
	SUBQ(U32(5*eight), left)
	JNZ(LabelRef("block"))
	Label("done")
	for _, c := range sides {
		for j, r := range c.counts {
			VMOVUPD(r, Mem{Base: c.count, Disp: 8 * k.width() * j})
		}
	}
}

// factor multiplies by one factor, highest counts first.
func (k *kernel) factor(side counting) {
	counts := side.counts
	before := k.carried(Mem{Base: side.carry}, counts[len(counts)-1])
	var held [5]reg.VecVirtual
	a := func(power int) reg.VecVirtual {
		if held[power] == nil || !k.wide { // AVX2 has no room to hold them
			held[power] = k.spread(Mem{Base: side.factors, Disp: column * power})
		}
		return held[power]
	}
	for j := len(counts) - 1; j >= 0; j-- {
		previous := before
		if j > 0 {
			previous = counts[j-1]
		}
		c, shifted := counts[j], k.shifts(previous, counts[j])
		near, far := k.registers(1)[0], k.registers(1)[0]
		VMULPD(a(2), shifted(2), far)
		VMULPD(a(0), c, near)
		VFMADD231PD(a(1), shifted(1), near)
		VFMADD231PD(a(3), shifted(3), far)
		VFMADD231PD(a(4), shifted(4), near)
		VADDPD(far, near, c)
	}
}

// carried returns a register whose last four elements are those at m, and writes
// the last four of c there.
func (k *kernel) carried(m Mem, c reg.VecVirtual) reg.VecVirtual {
	before := k.registers(1)[0]
	if !k.wide {
		VMOVUPD(m, before)
		VMOVUPD(c, m)
		return before
	}
	VBROADCASTF64X4(m, before)
	VEXTRACTF64X4(U8(1), c, m)
	return before
}

// shifts returns what yields x moved up by some elements, filled up from the
// previous register.
func (k *kernel) shifts(previous, x reg.VecVirtual) func(by int) reg.VecVirtual {
	if k.wide {
		return func(by int) reg.VecVirtual {
			z := ZMM()
			VALIGNQ(U8(eight-by), previous, x, z)
			return z
		}
	}
	two := YMM()
	const highThenLow = 0x21
	VPERM2F128(U8(highThenLow), x, previous, two)
	return func(by int) reg.VecVirtual {
		const secondThenFirst = 0b0101
		z := YMM()
		switch by {
		case 1:
			VSHUFPD(U8(secondThenFirst), x, two, z)
		case 2:
			return two
		case 3:
			VSHUFPD(U8(secondThenFirst), two, previous, z)
		default:
			return previous
		}
		return z
	}
}

// correlate writes the loop of correlateGo, eight results at a time.
func correlate(t tier) {
	k := begin(t, "correlate", "func(out, a, b []float64)")
	out, b := row("out").Register, row("b").Register
	first, terms := row("a").Register, Load(Param("a").Len(), GP64())
	left := Load(Param("out").Len(), GP64())
	TESTQ(left, left)
	JZ(LabelRef("done"))
	Label("eight")
	a, at, pairs := GP64(), GP64(), GP64()
	MOVQ(first, a)
	MOVQ(b, at)
	MOVQ(terms, pairs)
	even, odd := k.zeros(), k.zeros()
	Label("pair")
	for c, sums := range []vec{even, odd} {
		factor := k.spread(Mem{Base: a, Disp: 8 * c})
		for j := range sums {
			VFMADD231PD(Mem{Base: at, Disp: 8 * (c + k.width()*j)}, factor, sums[j])
		}
	}
	ADDQ(U8(16), a)
	ADDQ(U8(16), at)
	SUBQ(U8(2), pairs)
	JNZ(LabelRef("pair"))
	for j, x := range k.add(even, odd) {
		VMOVUPD(x, Mem{Base: out, Disp: 8 * k.width() * j})
	}
	ADDQ(U8(column), out)
	ADDQ(U8(column), b)
	SUBQ(U8(eight), left)
	JNZ(LabelRef("eight"))
	Label("done")
	k.end()
}
