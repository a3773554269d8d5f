package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// addProduct writes the loop of AddProduct for four rows of h, each register of them being
// loaded and stored once.
func addProduct(t tier) {
	k := begin(t, "addProduct", "func(h []float64, next int, x *float64, row, term int, m *float64, terms int)")
	h, m := row("h"), pointer{Load(Param("m"), GP64()), eight * eight}
	one, three, term := bytesOf("row"), GP64(), bytesOf("term")
	LEAQ(Mem{Base: one, Index: one, Scale: 2}, three)
	columns := Load(Param("h").Len(), GP64())
	SHLQ(U8(3), columns)
	count := 2
	if k.wide {
		count = 4
	}
	bodies := 0
	k.loop("h", count*k.width(), count, []pointer{h, m}, func(b block) {
		bodies++
		label := fmt.Sprint("term", bodies)
		var sums [4]vec
		b.fourRows(h, func(r int, p pointer) { sums[r] = b.load(p) })
		x, from, left := Load(Param("x"), GP64()), GP64(), Load(Param("terms"), GP64())
		MOVQ(m.Register, from)
		Label(label)
		y := b.load(pointer{from, 0})
		for r, factor := range []Mem{{Base: x}, {Base: x, Index: one, Scale: 1}, {Base: x, Index: one, Scale: 2}, {Base: x, Index: three, Scale: 1}} {
			c := b.spread(factor)
			for j := range y {
				VFMADD231PD(c, y[j], sums[r][j])
			}
		}
		ADDQ(term, x)
		ADDQ(columns, from)
		DECQ(left)
		JNZ(LabelRef(label))
		b.fourRows(h, func(r int, p pointer) { b.store(sums[r], p) })
	})
	k.end()
}

// fourRows calls body for four rows of h.
func (b block) fourRows(h pointer, body func(r int, p pointer)) {
	p, next := pointer{GP64(), 0}, bytesOf("next")
	MOVQ(h.Register, p.Register)
	for r := range 4 {
		if r > 0 {
			ADDQ(next, p.Register)
		}
		body(r, p)
	}
}

// bytesOf loads a parameter that counts doubles.
func bytesOf(name string) reg.Register {
	n := Load(Param(name), GP64())
	SHLQ(U8(3), n)
	return n
}
