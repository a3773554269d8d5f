package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// block is the part of a row that a body computes at once.
type block struct {
	*kernel
	start int          // its first element, counted from the pointers
	count int          // registers it fills
	key   reg.Register // mask of the elements that exist; nil: all do
}

func (b block) tail() bool { return b.key != nil }

// at is where the block lies along a row.
func (b block) at(p pointer) elements {
	return elements{Mem{Base: p.Register, Disp: 8 * b.start}, 8 * b.width()}
}

// ahead is how many bytes before their use messages are asked for. Rows of
// messages follow each other in memory and have long left the caches since the
// last sweep, and the processor's own prefetcher stops at every page.
const ahead = 1 << 14

// prefetch asks for the messages that come ahead of the block; asking for what does not
// exist does no harm.
func (b block) prefetch(u pointer) {
	const line = 64
	for at := 0; at < 8*b.count*b.width() && !b.tail(); at += line {
		PREFETCHT1(Mem{Base: u.Register, Disp: 8*b.start + at + ahead})
	}
}

// in returns a piece of a row as an operand: in memory if all of it exists.
func (b block) in(p pointer) value {
	if b.tail() {
		return b.load(p)
	}
	return b.at(p)
}

// load loads a piece of a row; what does not exist is zero.
func (b block) load(p pointer) vec {
	z := b.registers(b.count)
	for j := range z {
		switch m := b.at(p).register(j); {
		case !b.tail():
			VMOVUPD(m, z[j])
		case b.wide:
			VMOVUPD_Z(m, b.key, z[j])
		default:
			VMASKMOVPD(m, b.key, z[j])
		}
	}
	return z
}

// store writes a piece of a row, and nothing past its end.
func (b block) store(x vec, p pointer) {
	for j := range x {
		switch m := b.at(p).register(j); {
		case !b.tail():
			VMOVUPD(x[j], m)
		case b.wide:
			VMOVUPD(x[j], b.key, m)
		default:
			VMASKMOVPD(x[j], b.key, m)
		}
	}
}

// flip changes the signs of x where the pattern is negative, in place.
func (b block) flip(x vec, p pattern) {
	for j := range x {
		e := b.start + j*b.width()
		if b.wide {
			VXORPD(b.sign, x[j], b.negative(p, e), x[j])
		} else {
			VXORPD(b.signBits(p, e), x[j], x[j])
		}
	}
}

// negative is the mask of the negative signs of eight elements from e on.
func (b block) negative(p pattern, e int) reg.Register {
	key := K()
	KMOVB(Mem{Base: p.Register, Disp: e / eight}, key)
	return key
}

// signBits is where four doubles lie with the signs of the elements from e on,
// zeros and sign bits.
func (b block) signBits(p pattern, e int) Mem {
	four := GP32()
	MOVBLZX(Mem{Base: p.Register, Disp: e / eight}, four)
	if e%eight < 4 {
		ANDL(U8(15), four)
	} else {
		SHRL(U8(4), four)
	}
	SHLL(U8(5), four)
	return Mem{Base: p.flips, Index: four.As64(), Scale: 1}
}

// lane is the accumulator of register j of the block.
func (b block) lane(lanes vec, j int) reg.VecVirtual {
	return lanes[(b.start/b.width()+j)%len(lanes)]
}

// existing is x with +0 for the elements that do not exist. AVX-512 masks what
// is done with x instead.
func (b block) existing(x vec) vec {
	if b.tail() && !b.wide {
		return b.and(x, same{b.key})
	}
	return x
}

// masked issues an instruction, under the mask of the block.
func (b block) masked(f instruction, operands ...Op) {
	if b.tail() && b.wide {
		last := len(operands) - 1
		operands = append(operands[:last:last], b.key, operands[last])
	}
	f(operands...)
}

// addTo adds x to lanes of sums.
func (b block) addTo(lanes, x vec) {
	x = b.existing(x)
	for j := range x {
		l := b.lane(lanes, j)
		b.masked(VADDPD, x[j], l, l)
	}
}

// addProductTo adds x·y to lanes of sums, rounded once.
func (b block) addProductTo(lanes, x, y vec) {
	x = b.existing(x)
	for j := range x {
		b.masked(VFMADD231PD, x[j], y[j], b.lane(lanes, j))
	}
}

// multiplyTo multiplies x to lanes of products.
func (b block) multiplyTo(lanes, x vec) {
	for j := range x {
		l := b.lane(lanes, j)
		if b.tail() && !b.wide {
			VBLENDVPD(b.key, x[j], b.held["1.0"], x[j])
		}
		b.masked(VMULPD, x[j], l, l)
	}
}
