package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// interpolate writes the products of Interpolate: the even values, which come
// first, and the odd ones, each multiplied by its first matrix and then by its
// second. A matrix lies column by column, eight doubles each.
func interpolate(t tier) {
	k := begin(t, "interpolate", "func(powers, values *[16]float64, m *float64, half int)")
	powers, values := Load(Param("powers"), GP64()), Load(Param("values"), GP64())
	m, half := Load(Param("m"), GP64()), Load(Param("half"), GP64())
	k.multiply("first", powers, values, Mem{Base: m}, half)
	k.multiply("second", powers, powers, Mem{Base: m, Disp: 2 * matrix}, half)
	k.end()
}

// vectors and matrices of eight doubles, in bytes.
const (
	column = 8 * eight
	matrix = eight * column
)

// multiply multiplies two vectors of half elements by the matrices at m, one each,
// and writes two vectors of eight.
func (k *kernel) multiply(label string, to, from reg.Register, m Mem, half reg.Register) {
	left, x, at := GP64(), GP64(), GP64()
	MOVQ(half, left)
	MOVQ(from, x)
	LEAQ(m, at)
	sums := [2]vec{k.zeros(), k.zeros()}
	Label(label)
	for parity, sum := range sums {
		factor := k.spread(Mem{Base: x, Disp: parity * column})
		for j := range sum {
			VFMADD231PD(Mem{Base: at, Disp: parity*matrix + 8*j*k.width()}, factor, sum[j])
		}
	}
	ADDQ(U8(8), x)
	ADDQ(U8(column), at)
	DECQ(left)
	JNZ(LabelRef(label))
	for parity, sum := range sums {
		for j, r := range sum {
			VMOVUPD(r, Mem{Base: to, Disp: parity*column + 8*j*k.width()})
		}
	}
}
