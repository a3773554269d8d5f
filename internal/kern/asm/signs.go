package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// four loads the pointers of the signs of four rows.
func (k *kernel) four() []pattern {
	var rows []pattern
	for _, name := range []string{"a", "b", "c", "d"} {
		rows = append(rows, pattern{pointer: pointer{Load(Param(name), GP64()), 1}})
	}
	if !k.wide {
		address := GP64()
		LEAQ(flips(), address)
		for i := range rows {
			rows[i].flips = address
		}
	}
	return rows
}

// walk lists the pointers of rows after p.
func walk(p pointer, rows []pattern) []pointer {
	all := []pointer{p}
	for _, r := range rows {
		all = append(all, r.pointer)
	}
	return all
}

// negatives writes the loop of FourRows.Negatives.
func negatives(t tier) {
	k := begin(t, "negatives", "func(m []float64, a, b, c, d *uint64, sums *[4]float64)")
	m, rows := row("m"), k.four()
	var sums []vec
	for range rows {
		sums = append(sums, k.zeros())
	}
	var zero reg.Register
	if !k.wide {
		zero = k.zeros()[0]
	}
	k.loop("m", 32, 1, walk(m, rows), func(b block) {
		x := b.load(m)[0]
		for r, signs := range rows {
			l := b.lane(sums[r], 0)
			if b.wide {
				VADDPD(x, l, b.negative(signs, b.start), l)
				continue
			}
			VADDPD(b.choose(signs, x, zero), l, l)
		}
	})
	to := Mem{Base: Load(Param("sums"), GP64())}
	for r := range rows {
		VMOVSD(k.reduce(VADDPD, VADDSD, sums[r]), to.Offset(8*r))
	}
	k.end()
}

// addNegatives writes the loop of AddNegatives.
func addNegatives(t tier) {
	k := begin(t, "addNegatives", "func(h []float64, x *[4]float64, a, b, c, d *uint64)")
	h, rows := row("h"), k.four()
	from := Mem{Base: Load(Param("x"), GP64())}
	var x []reg.VecVirtual
	for r := range rows {
		x = append(x, k.spread(from.Offset(8*r)))
	}
	k.holdSign()
	k.loop("h", 32, 1, walk(h, rows), func(b block) {
		y := b.load(h)
		for r, signs := range rows {
			if b.wide {
				VADDPD(x[r], y[0], b.negative(signs, b.start), y[0])
				continue
			}
			VADDPD(b.choose(signs, x[r], k.sign), y[0], y[0])
		}
		b.store(y, h)
	})
	k.end()
}

// choose is x where the signs are negative, and elsewhere other.
func (b block) choose(p pattern, x, other reg.Register) reg.Register {
	chosen := YMM()
	VMOVUPD(b.signBits(p, b.start), chosen)
	VBLENDVPD(chosen, x, other, chosen)
	return chosen
}
