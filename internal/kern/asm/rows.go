package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// addRows writes the loop of AddRows.
func addRows(t tier) {
	k := begin(t, "addRows", "func(h []float64, x *[4]float64, a, b, c, d *float64)")
	h := row("h")
	pointers := []pointer{h}
	for _, name := range []string{"a", "b", "c", "d"} {
		pointers = append(pointers, pointer{Load(Param(name), GP64()), eight * eight})
	}
	from := Mem{Base: Load(Param("x"), GP64())}
	var x []reg.VecVirtual
	for r := range pointers[1:] {
		x = append(x, k.spread(from.Offset(8*r)))
	}
	k.loop("h", 16, 2, pointers, func(b block) {
		y := b.load(h)
		for r, p := range pointers[1:] {
			for j, z := range b.load(p) {
				VFMADD231PD(z, x[r], y[j])
			}
		}
		b.store(y, h)
	})
	k.end()
}
