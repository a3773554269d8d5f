package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// update writes the loop of Update for polynomials up to a degree.
func update(t tier, degree int) {
	k := beginDegree(t, "update", degree, "func(h, u, s []float64, signs []uint64, c *[16]float64, gain float64)")
	h, u, s, signs := row("h"), row("u"), row("s"), k.pattern("signs")
	coefficient := k.coefficients(Mem{Base: Load(Param("c"), GP64())}, degree)
	gain := k.parameter("gain")
	group, count := 8, 2
	if k.wide {
		group, count = 32, 4
	}
	k.loop("s", group, count, []pointer{h, u, s, signs.pointer}, func(b block) {
		x := b.load(s)
		d := b.fill(b.count, coefficient(degree))
		for j := degree - 1; j >= 0; j-- {
			b.timesPlus(d, x, coefficient(j))
		}
		old := b.load(u)
		b.minusProduct(d, old, same{gain})
		b.store(b.add(old, d), u)
		b.flip(d, signs)
		b.store(b.add(d, b.in(h)), h)
	})
	k.end()
}

// coefficients returns what yields the coefficients at c. AVX-512 holds them
// all; AVX2 holds seven and loads the others as they are needed.
func (k *kernel) coefficients(c Mem, degree int) func(j int) value {
	const room = 7
	held := map[int]reg.VecVirtual{}
	for j := 0; j <= degree && (k.wide || j < room); j++ {
		held[j] = k.spread(c.Offset(8 * j))
	}
	return func(j int) value {
		if r, ok := held[j]; ok {
			return same{r}
		}
		return same{k.spread(c.Offset(8 * j))}
	}
}
