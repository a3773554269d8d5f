package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// kernel is a function under construction.
type kernel struct {
	*declaration
	held map[string]reg.VecVirtual // constants in registers
	sign reg.VecVirtual            // the sign bit of every lane; nil where it stays in memory

	places map[string]elements // of the stack, see aside
}

// begin begins the function of a name in a tier.
func begin(t tier, name, signature string) *kernel { return beginDegree(t, name, 0, signature) }

// beginDegree begins the function of polynomials up to a degree.
func beginDegree(t tier, name string, degree int, signature string) *kernel {
	d := &declaration{tier: t, name: name, degree: degree, signature: signature}
	declared = append(declared, d)
	TEXT(d.function(), NOSPLIT, signature)
	Pragma("noescape")
	k := &kernel{declaration: d, held: map[string]reg.VecVirtual{}, places: map[string]elements{}}
	if k.wide {
		k.holdSign()
	}
	return k
}

// holdSign keeps the sign bit in a register, which AVX2 has 16 of and AVX-512 32.
func (k *kernel) holdSign() {
	if k.sign == nil {
		k.sign = k.fill(1, word("signBit", 1<<63))[0]
	}
}

// signBit is the sign bit of every lane.
func (k *kernel) signBit() value {
	if k.sign != nil {
		return same{k.sign}
	}
	return word("signBit", 1<<63)
}

func (k *kernel) end() {
	VZEROUPPER()
	RET()
}

// answer stores the lowest lane of x as a result. A store without VEX encoding, as avo's own, makes
// a processor of Haswell's kind wait for the upper halves of all registers.
func answer(x reg.VecVirtual, name string) {
	to, err := Return(name).Resolve()
	if err != nil {
		panic(err)
	}
	VMOVSD(x, to.Addr)
}

// hold keeps constants in registers for the rest of the kernel.
func (k *kernel) hold(expressions ...string) {
	for _, e := range expressions {
		k.held[e] = k.fill(1, everywhere{number(e)})[0]
	}
}

// constant is a number, in a register if it is held there.
func (k *kernel) constant(expression string) value {
	if r, ok := k.held[expression]; ok {
		return same{r}
	}
	return everywhere{number(expression)}
}

// register is a constant in a register, for the instructions whose operand can't lie in memory.
func (k *kernel) register(expression string) reg.VecVirtual {
	if r, ok := k.held[expression]; ok {
		return r
	}
	return k.fill(1, everywhere{number(expression)})[0]
}

// pointer walks along a row, or along the bytes of its signs.
type pointer struct {
	reg.Register
	bytes int // for eight elements
}

// row loads the pointer of a parameter, a slice of doubles.
func row(name string) pointer { return pointer{Load(Param(name).Base(), GP64()), eight * eight} }

// pattern is the signs of a row.
type pattern struct {
	pointer
	flips reg.Register // AVX2: the address of that table
}

// pattern loads the pointer of a parameter, a slice of words.
func (k *kernel) pattern(name string) pattern {
	p := pattern{pointer: pointer{Load(Param(name).Base(), GP64()), 1}}
	if !k.wide {
		p.flips = GP64()
		LEAQ(flips(), p.flips)
	}
	return p
}

// loop calls body for blocks of group elements an iteration, count registers
// each, then for eight elements at a time, then for a tail under a mask. n is the
// parameter whose length is the number of elements; the pointers move on.
func (k *kernel) loop(n string, group, count int, pointers []pointer, body func(block)) {
	left := Load(Param(n).Len(), GP64())
	whole := func(label string, elements int) {
		count := min(count, elements/k.width())
		SUBQ(U32(elements), left)
		JL(LabelRef(label + "Done"))
		Label(label)
		for start := 0; start < elements; start += count * k.width() {
			body(block{kernel: k, start: start, count: count})
		}
		for _, p := range pointers {
			ADDQ(U32(p.bytes*elements/eight), p.Register)
		}
		SUBQ(U32(elements), left)
		JGE(LabelRef(label))
		Label(label + "Done")
		ADDQ(U32(elements), left)
	}
	if group > eight {
		whole("group", group)
	}
	whole("eight", eight)
	TESTQ(left, left)
	JZ(LabelRef("done"))
	for i, key := range k.tailKeys(left) {
		body(block{k, i * k.width(), 1, key})
	}
	Label("done")
}

// tailKeys returns masks of the first n of eight elements, one a register.
func (k *kernel) tailKeys(n reg.Register) []reg.Register {
	base := GP64()
	if k.wide {
		key := K()
		LEAQ(firstBits(), base)
		KMOVB(Mem{Base: base, Index: n, Scale: 1}, key)
		return []reg.Register{key}
	}
	low, high := YMM(), YMM()
	LEAQ(firstLanes().Offset(8*eight), base)
	NEGQ(n)
	mask := Mem{Base: base, Index: n, Scale: 8}
	VMOVDQU(mask, low)
	VMOVDQU(mask.Offset(32), high)
	return []reg.Register{low, high}
}

// parameter returns a register with a parameter, a double, in every lane.
func (k *kernel) parameter(name string) reg.VecVirtual { return k.spread(parameter(name)) }

// argument returns what yields a parameter, a double, in every lane.
func (k *kernel) argument(name string) func() reg.VecVirtual { return k.kept(parameter(name)) }

// parameter is where a parameter lies.
func parameter(name string) Mem {
	p, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}
