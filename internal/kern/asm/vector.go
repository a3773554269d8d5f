package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// eight is the number of lanes, and of signs in a byte of a pattern.
const eight = 8

// tier is an instruction set.
type tier struct {
	suffix string // of its kernels
	wide   bool   // AVX-512: eight lanes a register; else AVX2, four
}

// width is the number of lanes of a register.
func (t tier) width() int {
	if t.wide {
		return eight
	}
	return eight / 2
}

// value is something that instructions read, register by register.
type value interface{ register(j int) Op }

// vec is a value in registers, of consecutive elements of a row.
type vec []reg.VecVirtual

func (v vec) register(j int) Op { return v[j] }

// same is one register that serves for all of a value: a constant.
type same struct{ reg.Register }

func (s same) register(int) Op { return s.Register }

// everywhere is a number in memory that serves for every lane. AVX-512
// broadcasts it as part of the instruction that reads it; for AVX2 it stands
// there four times.
type everywhere struct{ Mem }

func (m everywhere) register(int) Op { return m.Mem }

// elements is a piece of a row in memory.
type elements struct {
	Mem
	bytes int // of a register
}

func (m elements) register(j int) Op { return m.Offset(j * m.bytes) }

// registers returns new registers.
func (t tier) registers(count int) vec {
	z := make(vec, count)
	for j := range z {
		if t.wide {
			z[j] = ZMM()
		} else {
			z[j] = YMM()
		}
	}
	return z
}

// fill returns count registers that hold c in every lane.
func (t tier) fill(count int, c value) vec {
	z := t.registers(count)
	for j := range z {
		switch _, memory := c.(everywhere); {
		case memory && t.wide:
			VBROADCASTSD(c.register(j), z[j])
		case memory:
			VMOVUPD(c.register(j), z[j])
		default:
			VMOVAPD(c.register(j), z[j])
		}
	}
	return z
}

// spread returns a register with the double at m in every lane.
func (t tier) spread(m Op) reg.VecVirtual {
	r := t.registers(1)[0]
	VBROADCASTSD(m, r)
	return r
}

// zeros returns eight lanes of +0.
func (t tier) zeros() vec {
	z := t.registers(eight / t.width())
	for _, r := range z {
		VXORPD(r, r, r)
	}
	return z
}

// instruction is a function of package build.
type instruction func(...Op)

// emit issues an instruction, in one form or another, whose first operand y may
// lie in memory.
func (t tier) emit(plain, broadcast instruction, y value, j int, others ...Op) {
	if _, ok := y.(everywhere); ok && t.wide {
		plain = broadcast
	}
	plain(append([]Op{y.register(j)}, others...)...)
}

// apply returns an instruction's result of x and y in new registers.
func (t tier) apply(plain, broadcast instruction, x vec, y value) vec {
	z := t.registers(len(x))
	for j := range x {
		t.emit(plain, broadcast, y, j, x[j], z[j])
	}
	return z
}

func (t tier) add(x vec, y value) vec { return t.apply(VADDPD, VADDPD_BCST, x, y) }
func (t tier) sub(x vec, y value) vec { return t.apply(VSUBPD, VSUBPD_BCST, x, y) }
func (t tier) mul(x vec, y value) vec { return t.apply(VMULPD, VMULPD_BCST, x, y) }
func (t tier) or(x vec, y value) vec  { return t.apply(VORPD, VORPD_BCST, x, y) }
func (t tier) and(x vec, y value) vec { return t.apply(VANDPD, VANDPD_BCST, x, y) }

// The same with the bits of every lane taken for an integer.
func (t tier) addBits(x vec, y value) vec { return t.apply(VPADDQ, VPADDQ_BCST, x, y) }
func (t tier) subBits(x vec, y value) vec { return t.apply(VPSUBQ, VPSUBQ_BCST, x, y) }

const mantissaBits = 52

// toMantissa moves the exponent of a positive number to its lowest bits,
// toExponent the lowest bits to the exponent.
func (t tier) toMantissa(x vec) vec { return t.shift(VPSRLQ, x) }
func (t tier) toExponent(x vec) vec { return t.shift(VPSLLQ, x) }

func (t tier) shift(f instruction, x vec) vec {
	z := t.registers(len(x))
	for j := range x {
		f(U8(mantissaBits), x[j], z[j])
	}
	return z
}

// timesPlus sets p to p·x + y, rounded once.
func (t tier) timesPlus(p, x vec, y value) {
	for j := range p {
		t.emit(VFMADD213PD, VFMADD213PD_BCST, y, j, x[j], p[j])
	}
}

// plusProduct sets p to p + x·y, rounded once.
func (t tier) plusProduct(p, x vec, y value) {
	for j := range p {
		t.emit(VFMADD231PD, VFMADD231PD_BCST, y, j, x[j], p[j])
	}
}

// minusProduct sets p to p − x·y, rounded once.
func (t tier) minusProduct(p, x vec, y value) {
	for j := range p {
		t.emit(VFNMADD231PD, VFNMADD231PD_BCST, y, j, x[j], p[j])
	}
}

// quotient returns x/y.
func (t tier) quotient(x value, y vec) vec {
	if _, memory := x.(everywhere); memory {
		x = same{t.fill(1, x)[0]}
	}
	z := t.registers(len(y))
	for j := range y {
		VDIVPD(y[j], x.register(j), z[j])
	}
	return z
}

// atLeast returns the larger of x and c, and x where x is NaN: unable to
// compare, the instruction answers the operand named first.
func (t tier) atLeast(x vec, c reg.VecVirtual) vec {
	z := t.registers(len(x))
	for j := range x {
		VMAXPD(x[j], c, z[j])
	}
	return z
}

// magnitude returns |x|.
func (k *kernel) magnitude(x vec) vec {
	if k.sign == nil {
		return k.and(x, word("allButSign", 1<<63-1))
	}
	z := k.registers(len(x))
	for j := range x {
		VANDNPD(x[j], k.sign, z[j])
	}
	return z
}

// withSign returns x ≥ 0 with the sign of y.
func (k *kernel) withSign(x, y vec) vec {
	if !k.wide {
		return k.or(x, k.and(y, k.signBit()))
	}
	const firstOrBothOthers = 0b11111000 // a | b & c
	for j := range x {
		VPTERNLOGQ(U8(firstOrBothOthers), k.sign, y[j], x[j])
	}
	return x
}

// reduce combines eight lanes by the tree ((0+4)+(2+6)) + ((1+5)+(3+7)) and
// returns the result in the lowest lane of a register.
func (t tier) reduce(packed, scalar instruction, lanes vec) reg.VecVirtual {
	four, two, odd := YMM(), XMM(), XMM()
	if t.wide {
		VEXTRACTF64X4(U8(1), lanes[0], four)
		packed(four, lanes[0].AsY(), four)
	} else {
		packed(lanes[1], lanes[0], four)
	}
	VEXTRACTF128(U8(1), four, two)
	packed(two, four.AsX(), two)
	VUNPCKHPD(two, two, odd)
	scalar(odd, two, two)
	return two
}

// timesPowerOfTwo returns 2^whole p, whole + exponentBias being the lowest bits
// of z too; it overwrites p.
func (t tier) timesPowerOfTwo(p, whole, z vec) vec {
	if !t.wide {
		return t.mul(p, t.toExponent(z))
	}
	for j := range p {
		VSCALEFPD(whole[j], p[j], p[j])
	}
	return p
}
