package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// splitOdds writes the loop of splitOddsGo.
func splitOdds(t tier) {
	k := begin(t, "splitOdds", "func(up, down, odds []float64) (n int)")
	up, down, odds := row("up").Register, row("down").Register, row("odds")
	start := GP64()
	MOVQ(up, start)
	k.loop("odds", eight, 1, []pointer{odds}, func(b block) {
		x := b.load(odds)[0]
		against, along := b.sides(x)
		b.append(b.magnitude(vec{x})[0], against, up)
		b.append(x, along, down)
	})
	SUBQ(start, up)
	SHRQ(U8(3), up)
	Store(up, Return("n"))
	k.end()
}

// mergeMessages writes the loop of mergeMessagesGo.
func mergeMessages(t tier) {
	k := begin(t, "mergeMessages", "func(u, odds, up, down []float64)")
	u, odds, up, down := row("u"), row("odds"), row("up").Register, row("down").Register
	k.loop("u", eight, 1, []pointer{u, odds}, func(b block) {
		x := b.load(odds)[0]
		against, along := b.sides(x)
		z, y := b.spreadOut(against, up), b.spreadOut(along, down)
		if b.wide {
			VORPD(y, z, z)
		} else {
			VBLENDVPD(x, z, y, z)
		}
		b.store(vec{z}, u)
	})
	k.end()
}

// side are the lanes of one sign: a mask, or for AVX2 a number of four bits.
type side struct{ key reg.Register }

// sides are the lanes where x has the sign bit, and the others that exist.
func (b block) sides(x reg.VecVirtual) (against, along side) {
	if b.wide {
		negative, positive := K(), K()
		VPMOVQ2M(x, negative)
		KNOTB(negative, positive)
		if b.tail() {
			KANDB(b.key, positive, positive)
		}
		return side{negative}, side{positive}
	}
	negative, positive := GP32(), GP32()
	VMOVMSKPD(x, negative)
	if b.tail() {
		VMOVMSKPD(b.key, positive)
		XORL(negative, positive)
	} else {
		MOVL(negative, positive)
		XORL(U8(15), positive)
	}
	return side{negative}, side{positive}
}

// append writes the chosen elements of x one after the other, and anything behind
// them; the pointer moves on.
func (b block) append(x reg.VecVirtual, s side, to reg.Register) {
	z := b.registers(1)[0]
	if b.wide {
		VCOMPRESSPD_Z(x, s.key, z)
	} else {
		order := YMM()
		VMOVUPD(b.order("gather", s, gathered), order)
		VPERMD(x, order, z)
	}
	VMOVUPD(z, Mem{Base: to})
	b.advance(s, to)
}

// spreadOut returns the next elements in the chosen lanes; the pointer moves on. In
// other lanes AVX-512 has zeros, and AVX2 anything.
func (b block) spreadOut(s side, from reg.Register) reg.VecVirtual {
	z := b.registers(1)[0]
	if b.wide {
		VEXPANDPD_Z(Mem{Base: from}, s.key, z)
	} else {
		order := YMM()
		VMOVUPD(b.order("scatter", s, scattered), order)
		VPERMD(Mem{Base: from}, order, z)
	}
	b.advance(s, from)
	return z
}

// advance moves a pointer on by as many elements as were chosen.
func (b block) advance(s side, p reg.Register) {
	count := GP32()
	if b.wide {
		KMOVB(s.key, count)
		POPCNTL(count, count)
	} else {
		POPCNTL(s.key, count)
	}
	LEAQ(Mem{Base: p, Index: count.As64(), Scale: 8}, p)
}

// order is where the order of four doubles stands that belongs to the lanes chosen.
func (b block) order(name string, s side, of func(lanes int) [4]int) Mem {
	var words []uint64
	for lanes := range 16 {
		for _, from := range of(lanes) {
			words = append(words, uint64(2*from)|uint64(2*from+1)<<32)
		}
	}
	base, offset := GP64(), GP32()
	LEAQ(table(name, words...), base)
	MOVL(s.key, offset)
	SHLL(U8(5), offset)
	return Mem{Base: base, Index: offset.As64(), Scale: 1}
}

// gathered names the lanes chosen, one after the other; scattered tells each of these
// the how manieth it is.
func gathered(lanes int) (order [4]int) {
	n := 0
	for lane := range 4 {
		if lanes>>lane&1 == 1 {
			order[n] = lane
			n++
		}
	}
	return order
}

func scattered(lanes int) (order [4]int) {
	n := 0
	for lane := range 4 {
		if order[lane] = n; lanes>>lane&1 == 1 {
			n++
		}
	}
	for lane, k := range order {
		order[lane] = min(k, 3)
	}
	return order
}
