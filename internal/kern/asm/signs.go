package main

import (
	"slices"

	. "github.com/mmcloughlin/avo/build"
)

// add writes the loop of Add.
func add(t tier) {
	k := begin(t, "add", "func(h, u []float64, signs []uint64)")
	h, u, signs := row("h"), row("u"), k.pattern("signs")
	k.loop("h", 32, 4, []pointer{h, u, signs.pointer}, func(b block) {
		x := b.load(u)
		b.flip(x, signs)
		b.store(b.add(x, b.in(h)), h)
	})
	k.end()
}

// addScaled writes the loop of AddScaled.
func addScaled(t tier) {
	k := begin(t, "addScaled", "func(h []float64, c float64, signs []uint64)")
	h, signs := row("h"), k.pattern("signs")
	c := k.parameter("c")
	k.loop("h", 32, 4, []pointer{h, signs.pointer}, func(b block) {
		x := b.fill(b.count, same{c})
		b.flip(x, signs)
		b.store(b.add(x, b.in(h)), h)
	})
	k.end()
}

// dot writes the loop of Dot.
func dot(t tier) {
	k := begin(t, "dot", "func(m []float64, signs []uint64) float64")
	m, signs := row("m"), k.pattern("signs")
	sums := slices.Concat(k.zeros(), k.zeros(), k.zeros(), k.zeros())
	k.loop("m", 32, 4, []pointer{m, signs.pointer}, func(b block) {
		x := b.load(m)
		b.flip(x, signs)
		b.addTo(sums, x)
	})
	for half := len(sums) / 2; half*k.width() >= eight; half /= 2 {
		for j := range half {
			VADDPD(sums[j+half], sums[j], sums[j])
		}
	}
	Store(k.reduce(VADDPD, VADDSD, sums), ReturnIndex(0))
	k.end()
}
