package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The counts of [multiplyGo] lie in m vectors: a lane has m counts that follow each
// other, the last lane the lowest ones. Eight lanes with m = 6:
//
//	           lane 0   lane 1   …   lane 6   lane 7
//	vector 0   c42      c36          c6       c0
//	vector 1   c43      c37          c7       c1
//	…
//	vector 5   c47      c41          c11      c5
//
// A factor makes a count of itself and of the four below it. Those are the vectors before it, in the same lane, but
// for vectors 0 to 3, which need the highest counts of the lane after theirs, as they were before that factor: these
// are carried from factor to factor. So a lane is one factor behind the lane after it,
//
//	step       lane 0   lane 1   …   lane 6   lane 7
//	0          1        1            1        factor 0
//	1          1        1            factor 0 factor 1
//	…
//
// and every lane multiplies by a factor of its own. Factors 1 stand before the first and after the last one.
//
// AVX-512 has two times four lanes, for two lists of counts, or all eight for one.

// taps is how many lower counts a product looks at.
const taps = 4

// streams are coefficients of factors, those of one power one after the other.
type streams struct{ first, fourth, stride reg.Register }

func (k *kernel) streams(first, stride reg.Register) streams {
	s := streams{first, GP64(), stride}
	LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, s.fourth)
	ADDQ(first, s.fourth)
	return s
}

// at is where the coefficients of a power lie.
func (s streams) at(power, disp int) Mem {
	switch power {
	case 0:
		return Mem{Base: s.first, Disp: disp}
	case 3:
		return Mem{Base: s.fourth, Disp: disp}
	default:
		return Mem{Base: s.first, Index: s.stride, Scale: uint8(power), Disp: disp}
	}
}

func (s streams) advance(bytes int) {
	ADDQ(Imm(uint64(bytes)), s.first)
	ADDQ(Imm(uint64(bytes)), s.fourth)
}

// ones writes eight factors 1.
func (k *kernel) ones(s streams, disp int) {
	one, zero := k.fill(1, k.constant("1.0"))[0], k.zeros()[0]
	for power := range taps + 1 {
		x := zero
		if power == 0 {
			x = one
		}
		for j := range eight / k.width() {
			VMOVUPD(x, s.at(power, disp+8*k.width()*j))
		}
	}
}

// skewed is a kernel that multiplies counts by factors.
type skewed struct {
	*kernel
	sides []streams
	key   reg.Register // AVX-512: lanes that have a lane after them in their list
	steps reg.Register
}

// beginSkewed begins a function. count2 and factors2 are those of the other list or, without
// one, where the lower half of the lanes has its counts and factors.
func beginSkewed(t tier, name, more string) skewed {
	signature := "func(count1, factors1 *float64, stride, steps int" + more + ")"
	if t.wide {
		signature = "func(count1, count2, factors1, factors2 *float64, stride, steps, lanes int" + more + ")"
	}
	k := skewed{kernel: begin(t, name, signature)}
	stride := bytesOf("stride")
	k.sides = []streams{k.streams(Load(Param("factors1"), GP64()), stride)}
	if t.wide {
		k.sides = append(k.sides, k.streams(Load(Param("factors2"), GP64()), stride))
		lanes := Load(Param("lanes"), GP64())
		k.key = K()
		KMOVB(lanes.(reg.GPVirtual).As32(), k.key)
	}
	k.steps = Load(Param("steps"), GP64())
	return k
}

// first returns the register of the lowest counts at the beginning: the lowest one is 1.
func (k skewed) first() reg.VecVirtual {
	z := k.registers(1)[0]
	if !k.wide {
		VMOVUPD(table("lowestOne", 0, 0, 0, uint64(1023)<<mantissaBits), z)
		return z
	}
	last := K()
	KNOTB(k.key, last)
	VBROADCASTSD_Z(number("1.0"), last, z)
	return z
}

// fromNext returns what each lane's next one has in x, and zero in the last lane of a list.
func (k skewed) fromNext(x reg.VecVirtual) reg.VecVirtual {
	z := k.registers(1)[0]
	if k.wide {
		VALIGNQ_Z(U8(1), x, x, k.key, z)
		return z
	}
	const highThenZero, secondThenFirst = 0x81, 0b0101
	VPERM2F128(U8(highThenZero), x, x, z)
	VSHUFPD(U8(secondThenFirst), z, x, z)
	return z
}

// coefficients returns those of the next factors, by powers.
func (k skewed) coefficients() vec {
	a := k.registers(taps + 1)
	for power, r := range a {
		if k.wide {
			VMOVUPD(k.sides[1].at(power, 0), r.AsY())
			VINSERTF64X4(U8(1), k.sides[0].at(power, 0), r, r)
		} else {
			VMOVUPD(k.sides[0].at(power, 0), r)
		}
	}
	return a
}

// product multiplies counts, of which lower ones are given: those lower by one come next.
func (k skewed) product(c reg.VecVirtual, a vec, lower []Op) {
	far := k.registers(1)[0]
	VMULPD(lower[1], a[2], far)
	VMULPD(a[0], c, c)
	VFMADD231PD(lower[0], a[1], c)
	VFMADD231PD(lower[2], a[3], far)
	VFMADD231PD(lower[3], a[4], c)
	VADDPD(far, c, c)
}

// advance goes on to the next factor, and sets the flags if there is none.
func (k skewed) advance() {
	for _, s := range k.sides {
		s.advance(8)
	}
	DECQ(k.steps)
}

// lists are where the lists of four lanes each begin, the upper lanes first.
func (k skewed) lists(each reg.Register) (at []reg.Register) {
	at = []reg.Register{Load(Param("count1"), GP64())}
	if k.wide {
		at = append(at, Load(Param("count2"), GP64()))
	}
	return at
}

// spill writes count j of all lanes, each lane having so many bytes, to lists.
func (k skewed) spill(x reg.VecVirtual, lists []reg.Register, each reg.Register, disp int) {
	three := GP64()
	LEAQ(Mem{Base: each, Index: each, Scale: 2}, three)
	for i, to := range lists {
		two, four := XMM(), YMM()
		if k.wide && i == 0 {
			VEXTRACTF64X4(U8(1), x, four)
		} else {
			VMOVAPD(x.AsY(), four)
		}
		VEXTRACTF128(U8(1), four, two)
		VMOVHPD(two, Mem{Base: to, Disp: disp})
		VMOVLPD(two, Mem{Base: to, Index: each, Scale: 1, Disp: disp})
		VMOVHPD(four.AsX(), Mem{Base: to, Index: each, Scale: 2, Disp: disp})
		VMOVLPD(four.AsX(), Mem{Base: to, Index: three, Scale: 1, Disp: disp})
	}
}
