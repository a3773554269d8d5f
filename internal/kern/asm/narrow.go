package main

import (
	"fmt"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sixteen is the number of singles in a register of AVX-512, or two of AVX2.
const sixteen = 16

// narrow is a register of singles along a row, and two of doubles.
type narrow struct {
	*kernel
	start int          // its first element, counted from the pointers
	key   reg.Register // mask of the singles that exist; nil: all do
	mask  Mem          // AVX2: where the mask lies
}

// singles is the number of singles in a register.
func (t tier) singles() int { return 2 * t.width() }

// loopNarrow calls body for sixteen elements at a time, each a register or two,
// then for a tail under a mask. n is the parameter whose length is the number of
// elements.
func (k *kernel) loopNarrow(n string, unrolled int, pointers []pointer, body func([]narrow)) {
	left := Load(Param(n).Len(), GP64())
	whole := func(label string, count int) {
		elements := count * sixteen
		SUBQ(U32(elements), left)
		JL(LabelRef(label + "Done"))
		Label(label)
		for start := 0; start < elements; start += sixteen {
			var parts []narrow
			for j := 0; j < sixteen; j += k.singles() {
				parts = append(parts, narrow{kernel: k, start: start + j})
			}
			body(parts)
		}
		for _, p := range pointers {
			ADDQ(U32(p.bytes*elements/eight), p.Register)
		}
		SUBQ(U32(elements), left)
		JGE(LabelRef(label))
		Label(label + "Done")
		ADDQ(U32(elements), left)
	}
	if unrolled > 1 {
		whole("group", unrolled)
	}
	whole("one", 1)
	TESTQ(left, left)
	JZ(LabelRef("done"))
	body(k.narrowTail(left))
	Label("done")
}

// narrowTail masks the first n of sixteen elements.
func (k *kernel) narrowTail(n reg.Register) []narrow {
	base := GP64()
	if k.wide {
		key := K()
		LEAQ(firstBits16(), base)
		KMOVW(Mem{Base: base, Index: n, Scale: 2}, key)
		return []narrow{{kernel: k, key: key}}
	}
	LEAQ(firstSingles().Offset(4*sixteen), base)
	NEGQ(n)
	var parts []narrow
	for j := range 2 {
		mask := Mem{Base: base, Index: n, Scale: 4, Disp: 4 * eight * j}
		key := YMM()
		VMOVDQU(mask, key)
		parts = append(parts, narrow{k, eight * j, key, mask})
	}
	return parts
}

// firstBits16 returns the address of words of 16 bits, of which number n has its
// n lowest bits set.
func firstBits16() Mem {
	var words [4]uint64
	for n := range sixteen {
		words[n/4] |= (1<<n - 1) << (16 * (n % 4))
	}
	return table("firstBits16", words[:]...)
}

// firstSingles returns the address of sixteen words of 32 ones, after which
// sixteen of zeros follow.
func firstSingles() Mem {
	return table("firstSingles", slices.Concat(slices.Repeat([]uint64{1<<64 - 1}, eight), make([]uint64, eight))...)
}

func (b narrow) tail() bool { return b.key != nil }

// doubles is half j of the block as a block of doubles.
func (b narrow) doubles(j int) block {
	half := block{kernel: b.kernel, start: b.start + j*b.width(), count: 1}
	switch {
	case !b.tail():
	case b.wide && j == 0:
		half.key = b.key // of eight doubles, its lowest bits
	case b.wide:
		high := K()
		KSHIFTRW(U8(eight), b.key, high)
		half.key = high
	default:
		key := YMM()
		VPMOVSXDQ(b.mask.Offset(16*j), key)
		half.key = key
	}
	return half
}

// load loads singles; what does not exist is zero.
func (b narrow) load(p pointer) reg.VecVirtual {
	z, m := b.registers(1)[0], Mem{Base: p.Register, Disp: 4 * b.start}
	switch {
	case !b.tail():
		VMOVUPS(m, z)
	case b.wide:
		VMOVUPS_Z(m, b.key, z)
	default:
		VMASKMOVPS(m, b.key, z)
	}
	return z
}

// store writes singles, and nothing past the end of the row.
func (b narrow) store(x reg.VecVirtual, p pointer) {
	m := Mem{Base: p.Register, Disp: 4 * b.start}
	switch {
	case !b.tail():
		VMOVUPS(x, m)
	default:
		if b.wide {
			VMOVUPS(x, b.key, m)
		} else {
			VMASKMOVPS(x, b.key, m)
		}
	}
}

// widened are the two halves of x as doubles.
func (b narrow) widened(x reg.VecVirtual) [2]vec {
	low, high := b.registers(1), b.registers(1)
	if b.wide {
		half := YMM()
		VCVTPS2PD(x.AsY(), low[0])
		VEXTRACTF32X8(U8(1), x, half)
		VCVTPS2PD(half, high[0])
	} else {
		half := XMM()
		VCVTPS2PD(x.AsX(), low[0])
		VEXTRACTF128(U8(1), x, half)
		VCVTPS2PD(half, high[0])
	}
	return [2]vec{low, high}
}

// addTo adds x to a row of doubles.
func (b narrow) addTo(h pointer, x reg.VecVirtual) {
	for j, half := range b.widened(x) {
		at := b.doubles(j)
		at.store(b.add(half, at.in(h)), h)
	}
}

// existing is x with +0 for the singles that do not exist.
func (b narrow) existing(x reg.VecVirtual) reg.VecVirtual {
	switch {
	case !b.tail():
	case b.wide:
		VMOVAPS_Z(x, b.key, x)
	default:
		VANDPS(b.key, x, x)
	}
	return x
}

// addPairs adds elements i and i+8 of sixteen in single precision, and the
// eight results to lanes of sums in double precision.
func (k *kernel) addPairs(sums vec, x []reg.VecVirtual) {
	both := YMM()
	if k.wide {
		VEXTRACTF32X8(U8(1), x[0], both)
		VADDPS(both, x[0].AsY(), both)
		wide := ZMM()
		VCVTPS2PD(both, wide)
		VADDPD(wide, sums[0], sums[0])
		return
	}
	VADDPS(x[1], x[0], both)
	for j, half := range (narrow{kernel: k}).widened(both) {
		VADDPD(half[0], sums[j], sums[j])
	}
}

// flip changes the signs of x where the pattern is negative, in place.
func (b narrow) flip(x reg.VecVirtual, p pattern) {
	bits := Mem{Base: p.Register, Disp: b.start / eight}
	if b.wide {
		negative := K()
		KMOVW(bits, negative)
		VXORPS(b.sign, x, negative, x)
		return
	}
	byte, word, all := GP32(), XMM(), YMM()
	MOVBLZX(bits, byte)
	VMOVD(byte, word)
	VPBROADCASTD(word, all)
	VPSLLVD(table("toTop", 30<<32|31, 28<<32|29, 26<<32|27, 24<<32|25), all, all)
	VANDPS(b.sign, all, all)
	VXORPS(all, x, x)
}

// beginNarrow begins a kernel whose sign bits are those of singles.
func beginNarrow(t tier, name, signature string) *kernel {
	k := begin(t, name, signature)
	k.sign = k.registers(1)[0]
	VBROADCASTSD(table("signBits32", 1<<63|1<<31), k.sign)
	return k
}

// holdSingles keeps constants in registers for the rest of the kernel.
func (k *kernel) holdSingles(expressions ...string) {
	for _, e := range expressions {
		k.held[e] = k.registers(1)[0]
		VBROADCASTSS(single(e), k.held[e])
	}
}

// single is a constant in every lane, in a register if it is held there.
func (k *kernel) single(expression string) Op {
	if r, ok := k.held[expression]; ok {
		return r
	}
	return single(expression)
}

// cavityNarrow writes the loop of CavityNarrow.
func cavityNarrow(t tier) {
	k := beginNarrow(t, "cavityNarrow", "func(s, h, u []float32, signs []uint64) (sum, variance float64)")
	s, h, u, signs := singleRow("s"), singleRow("h"), singleRow("u"), k.pattern("signs")
	k.holdSingles("-narrowTail", "1")
	if t.wide {
		k.holdSingles("expLog2E", "roundMagic32", "-expLn2", "2", "-1", "narrowC1", "narrowC2", "narrowC3", "narrowC4", "narrowC5", "narrowC6")
	}
	sums, variances := k.zeros(), k.zeros()
	unrolled := 1
	if t.wide {
		unrolled = 2
	}
	k.loopNarrow("s", unrolled, []pointer{s, h, u, signs.pointer}, func(parts []narrow) {
		var means, spreads []reg.VecVirtual
		for _, b := range parts {
			b.doubles(0).prefetch(u, 4)
			x := b.load(h)
			b.flip(x, signs)
			VSUBPS(b.load(u), x, x)
			y, z := k.registers(1)[0], k.registers(1)[0]
			VORPS(k.sign, x, y)
			VMAXPS(y, k.single("-narrowTail"), y) // NaN stays: the operand named first
			VMOVUPS(k.single("expLog2E"), z)
			VFMADD213PS(k.single("roundMagic32"), y, z)
			whole := k.registers(1)[0]
			VSUBPS(k.single("roundMagic32"), z, whole)
			VFMADD231PS(k.single("-expLn2"), whole, y)
			p := k.registers(1)[0]
			VMOVUPS(k.single("narrowC6"), p)
			for j := 5; j > 0; j-- {
				VFMADD213PS(k.single(fmt.Sprint("narrowC", j)), y, p)
			}
			VFMADD213PS(k.single("1"), y, p)
			VPSLLD(U8(23), z, z)
			e, q := k.registers(1)[0], k.registers(1)[0]
			VMULPS(z, p, e)
			VADDPS(k.single("1"), e, q)
			VDIVPS(q, k.single("1"), q)
			VMULPS(q, e, e)
			VMULPS(q, e, e)
			m := k.registers(1)[0]
			VMOVUPS(k.single("2"), m)
			VFMADD213PS(k.single("-1"), q, m)
			VANDPS(k.sign, x, x)
			VORPS(x, m, m)
			b.store(m, s)
			means, spreads = append(means, b.existing(m)), append(spreads, b.existing(e))
		}
		k.addPairs(sums, means)
		k.addPairs(variances, spreads)
	})
	answer(k.reduce(VADDPD, VADDSD, sums), "sum")
	answer(k.reduce(VADDPD, VADDSD, variances), "variance")
	k.end()
}

// updateNarrow writes the loop of UpdateNarrow for polynomials up to a degree.
func updateNarrow(t tier, degree int) {
	k := beginNarrow(t, fmt.Sprint("updateNarrow", degree), "func(h, u, s []float32, signs []uint64, c *[16]float32, gain float32)")
	h, u, s, signs := singleRow("h"), singleRow("u"), singleRow("s"), k.pattern("signs")
	c := Mem{Base: Load(Param("c"), GP64())}
	held := map[int]reg.VecVirtual{}
	for j := 0; j <= degree && (t.wide || j < 7); j++ {
		held[j] = k.registers(1)[0]
		VBROADCASTSS(c.Offset(4*j), held[j])
	}
	coefficient := func(j int) reg.VecVirtual {
		if r, ok := held[j]; ok {
			return r
		}
		r := k.registers(1)[0]
		VBROADCASTSS(c.Offset(4*j), r)
		return r
	}
	gainAt, err := Param("gain").Resolve()
	if err != nil {
		panic(err)
	}
	gain := k.registers(1)[0]
	VBROADCASTSS(gainAt.Addr, gain)
	unrolled := 1
	if t.wide {
		unrolled = 4
	}
	sweep := func(b narrow) {
		x := b.load(s)
		d := k.registers(1)[0]
		VMOVAPS(coefficient(degree), d)
		for j := degree - 1; j >= 0; j-- {
			VFMADD213PS(coefficient(j), x, d)
		}
		old, now := b.load(u), k.registers(1)[0]
		VFNMADD231PS(gain, old, d)
		VADDPS(d, old, now)
		b.store(now, u)
		VSUBPS(old, now, now)
		b.flip(now, signs)
		VADDPS(now, b.load(h), now)
		b.store(now, h)
	}
	k.loopNarrow("s", unrolled, []pointer{h, u, s, signs.pointer}, func(parts []narrow) {
		for _, b := range parts {
			sweep(b)
		}
	})
	k.end()
}

// addNarrow writes the loop of AddNarrow.
func addNarrow(t tier) {
	k := beginNarrow(t, "addNarrow", "func(h []float64, u []float32, signs []uint64)")
	h, u, signs := row("h"), singleRow("u"), k.pattern("signs")
	k.loopNarrow("h", 2, []pointer{h, u, signs.pointer}, func(parts []narrow) {
		for _, b := range parts {
			x := b.load(u)
			b.flip(x, signs)
			b.addTo(h, x)
		}
	})
	k.end()
}

// singleRow loads the pointer of a parameter, a slice of singles.
func singleRow(name string) pointer {
	return pointer{Load(Param(name).Base(), GP64()), 4 * eight}
}
