package main

import (
	. "github.com/mmcloughlin/avo/build"
)

// logCosh writes the loop of LogCosh over one block.
func logCosh(t tier) {
	k := begin(t, "logCosh", "func(s, h, u []float64, signs []uint64, linear, product *[8]float64)")
	s, h, u, signs := row("s"), row("h"), row("u"), k.pattern("signs")
	sums := pointer{Load(Param("linear"), GP64()), 0}
	products := pointer{Load(Param("product"), GP64()), 0}
	k.hold("0.5", "1.0")
	k.holdSign()
	all := block{kernel: k, count: eight / k.width()}
	linear, product := all.load(sums), all.load(products)
	k.loop("s", eight, 1, []pointer{s, h, u, signs.pointer}, func(b block) {
		x := b.load(h)
		b.flip(x, signs)
		b.addTo(linear, b.magnitude(b.sub(x, b.in(u))))
		q := b.magnitude(b.load(s))
		b.timesPlus(q, vec{b.held["0.5"]}, b.constant("0.5"))
		b.multiplyTo(product, q)
	})
	all.store(linear, sums)
	all.store(product, products)
	k.end()
}
