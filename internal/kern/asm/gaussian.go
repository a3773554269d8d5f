package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// gaussCavity writes the loop of GaussCavity.
func gaussCavity(t tier) {
	k := begin(t, "gaussCavity", "func(s, v, a, b, ua, ub []float64, signs []uint64, out *[4]float64)")
	s, v, a, fields, ua, ub, signs := row("s"), row("v"), row("a"), row("b"), row("ua"), row("ub"), k.pattern("signs")
	k.hold("1.0")
	sums, variances, mostS, mostV := k.zeros(), k.zeros(), k.zeros(), k.zeros()
	k.loop("s", eight, 1, []pointer{s, v, a, fields, ua, ub, signs.pointer}, func(b block) {
		b.prefetch(ua)
		b.prefetch(ub)
		w := b.quotient(b.constant("1.0"), b.sub(b.load(a), b.in(ua)))
		m := b.load(fields)
		b.flip(m, signs)
		m = b.mul(b.sub(m, b.in(ub)), w)
		b.store(w, v)
		b.store(m, s)
		b.largestTo(mostV, w)
		b.largestTo(mostS, b.magnitude(m))
		b.addTo(sums, m)
		b.addTo(variances, w)
	})
	to := Mem{Base: Load(Param("out"), GP64())}
	VMOVSD(k.reduce(VADDPD, VADDSD, sums), to)
	VMOVSD(k.reduce(VADDPD, VADDSD, variances), to.Offset(8))
	VMOVSD(k.reduce(VMAXPD, VMAXSD, mostS), to.Offset(16))
	VMOVSD(k.reduce(VMAXPD, VMAXSD, mostV), to.Offset(24))
	k.end()
}

// largestTo keeps the larger of x and lanes of maxima, x where it is not a number.
func (b block) largestTo(lanes, x vec) {
	for j := range x {
		l, y := b.lane(lanes, j), x[j]
		if b.tail() && !b.wide {
			y = YMM()
			VBLENDVPD(b.key, x[j], l, y)
		}
		b.masked(VMAXPD, y, l, l)
	}
}

// gaussUpdate writes the loop of GaussUpdate for series up to a degree.
func gaussUpdate(t tier, degree int) {
	k := beginDegree(t, "gaussUpdate", degree, "func(a, b, ua, ub, s, v []float64, signs []uint64, c *[25]float64, at *[4]float64)")
	a, fields, ua, ub, s, v, signs := row("a"), row("b"), row("ua"), row("ub"), row("s"), row("v"), k.pattern("signs")
	c, at := Mem{Base: Load(Param("c"), GP64())}, Mem{Base: Load(Param("at"), GP64())}
	centre, gain := k.spread(at.Offset(16)), k.spread(at.Offset(24))
	omega, variance := k.kept(at), k.kept(at.Offset(8))
	coefficient := func(j int) value {
		if k.wide {
			return everywhere{c.Offset(8 * j)}
		}
		return same{k.spread(c.Offset(8 * j))}
	}
	if k.wide {
		k.hold("1.0")
	}
	group, count := 8, 2
	if k.wide {
		group, count = 16, 2
	}
	k.loop("s", group, count, []pointer{a, fields, ua, ub, s, v, signs.pointer}, func(b block) {
		inverse := b.quotient(b.constant("1.0"), b.minuend(variance(), b.load(v)))
		scale := b.root(inverse)
		z := b.mul(b.minuend(omega(), b.load(s)), scale)
		d := b.sub(z, same{centre})
		r := b.fill(b.count, same{k.spread(c.Offset(8 * degree))})
		for j := degree - 1; j >= 0; j-- {
			b.timesPlus(r, d, coefficient(j))
		}
		change := func(x, y vec, u pointer) vec {
			old := b.load(u)
			e := b.fill(b.count, old)
			b.minusProduct(e, x, y)
			e = b.mul(e, same{gain})
			b.store(b.add(old, e), u)
			return e
		}
		e := change(b.mul(r, b.add(r, z)), inverse, ua)
		b.store(b.add(e, b.in(a)), a)
		e = change(r, scale, ub)
		b.flip(e, signs)
		b.store(b.add(e, b.in(fields)), fields)
	})
	k.end()
}

// kept returns what yields the double at m in every lane: it stays in a register where there are 32.
func (t tier) kept(m Mem) func() reg.VecVirtual {
	if !t.wide {
		return func() reg.VecVirtual { return t.spread(m) }
	}
	r := t.spread(m)
	return func() reg.VecVirtual { return r }
}

// minuend returns c − x.
func (t tier) minuend(c reg.VecVirtual, x vec) vec {
	z := t.registers(len(x))
	for j := range x {
		VSUBPD(x[j], c, z[j])
	}
	return z
}

// root returns √x.
func (t tier) root(x vec) vec {
	z := t.registers(len(x))
	for j := range x {
		VSQRTPD(x[j], z[j])
	}
	return z
}
