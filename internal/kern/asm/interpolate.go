package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// interpolate writes interpolateGo: the even values and the odd ones are each multiplied by their
// first matrix and then by their second. A matrix lies column by column, eight doubles each.
func interpolate(t tier) {
	k := begin(t, "interpolate", "func(c, f *[16]float64, m *[4][8][8]float64, half int)")
	c, f := Load(Param("c"), GP64()), Load(Param("f"), GP64())
	m, half := Load(Param("m"), GP64()), Load(Param("half"), GP64())
	values := AllocLocal(2 * column)
	for j := range eight / k.width() {
		x, disp := k.registers(3), 8*k.width()*j
		VMOVUPD(Mem{Base: f, Disp: disp}, x[0])
		VMOVUPD(Mem{Base: f, Index: half, Scale: 8, Disp: disp}, x[1])
		VADDPD(x[1], x[0], x[2])
		VSUBPD(x[1], x[0], x[1])
		VMOVUPD(x[2], values.Offset(disp))
		VMOVUPD(x[1], values.Offset(column+disp))
	}
	for parity, sum := range k.multiply("first", values, Mem{Base: m}, half) {
		for j, r := range sum {
			VMOVUPD(r, values.Offset(parity*column+8*j*k.width()))
		}
	}
	sums := k.multiply("second", values, Mem{Base: m, Disp: 2 * matrix}, half)
	for j, even := range sums[0] {
		k.alternate(even, sums[1][j], Mem{Base: c, Disp: 2 * 8 * k.width() * j})
	}
	k.end()
}

// vectors and matrices of eight doubles, in bytes.
const (
	column = 8 * eight
	matrix = eight * column
)

// multiply returns two vectors of half elements multiplied by the matrices at m, one each.
func (k *kernel) multiply(label string, from, m Mem, half reg.Register) [2]vec {
	left, x, at := GP64(), GP64(), GP64()
	MOVQ(half, left)
	LEAQ(from, x)
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
	return sums
}

// alternate writes the elements of x and y in turn.
func (k *kernel) alternate(x, y reg.VecVirtual, to Mem) {
	z := k.registers(4)
	VUNPCKLPD(y, x, z[0])
	VUNPCKHPD(y, x, z[1])
	if !k.wide {
		VPERM2F128(U8(0x20), z[1], z[0], z[2])
		VPERM2F128(U8(0x31), z[1], z[0], z[3])
	} else {
		low, high := k.registers(1)[0], k.registers(1)[0]
		VMOVUPD(table("alternateLow", 0, 1, 8, 9, 2, 3, 10, 11), low)
		VMOVUPD(table("alternateHigh", 4, 5, 12, 13, 6, 7, 14, 15), high)
		VPERMI2PD(z[1], z[0], low)
		VPERMI2PD(z[1], z[0], high)
		z[2], z[3] = low, high
	}
	VMOVUPD(z[2], to)
	VMOVUPD(z[3], to.Offset(8*k.width()))
}
