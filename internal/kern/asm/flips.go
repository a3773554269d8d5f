package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// odds writes the loop of Odds.
func odds(t tier) {
	k := begin(t, "odds", "func(r, h, u []float64, signs []uint64)")
	r, h, u, signs := row("r"), row("h"), row("u"), k.pattern("signs")
	k.hold("-farTail")
	group, count := k.interleaved()
	k.loop("r", group, count, []pointer{r, h, u, signs.pointer}, func(b block) {
		x := b.load(h)
		b.flip(x, signs)
		x = b.sub(x, b.in(u))
		e := b.expTwice(b.atLeast(b.or(x, same{b.sign}), b.held["-farTail"]))
		b.store(b.withSign(e, x), r)
	})
	k.end()
}

// settle writes the loop of Settle.
func settle(t tier) {
	k := begin(t, "settle", "func(h, u, m []float64, signs []uint64, gain float64)")
	h, u, m, signs := row("h"), row("u"), row("m"), k.pattern("signs")
	gain := k.parameter("gain")
	k.loop("m", eight, 1, []pointer{h, u, m, signs.pointer}, func(b block) {
		d, old := b.mul(b.load(m), same{gain}), b.load(u)
		b.minusProduct(d, old, same{gain})
		b.store(b.add(old, d), u)
		b.flip(d, signs)
		b.store(b.add(d, b.in(h)), h)
	})
	k.end()
}

// addMessages writes the loop of AddMessages.
func addMessages(t tier) {
	k := begin(t, "addMessages", "func(h, u, m []float64, signs []uint64, gain float64)")
	h, u, m, signs := row("h"), row("u"), row("m"), k.pattern("signs")
	gain := k.parameter("gain")
	k.loop("m", eight, 1, []pointer{h, u, m, signs.pointer}, func(b block) {
		d := b.mul(b.load(m), same{gain})
		b.store(b.add(d, b.in(u)), u)
		b.flip(d, signs)
		b.store(b.add(d, b.in(h)), h)
	})
	k.end()
}

// directed writes the loop of directedGo, as many weights at a time as it takes to keep
// the multipliers busy while each waits for its last power.
func directed(t tier) {
	k := begin(t, "directed", "func(m, odds, g []float64, c *float64)")
	d := direction{kernel: k, m: row("m"), odds: row("odds"), g: row("g").Register, length: Load(Param("g").Len(), GP64())}
	c := Load(Param("c"), GP64())
	d.parameter = func(n int) value { return same{k.spread(Mem{Base: c, Disp: 8 * n})} }
	left := Load(Param("m").Len(), GP64())
	for _, chains := range []int{8, 4} {
		weights := chains * k.width()
		if weights < block32 {
			break
		}
		label := fmt.Sprint("chains", chains)
		SUBQ(U8(weights), left)
		JL(LabelRef(label + "Done"))
		Label(label)
		d.messages(chains)
		ADDQ(U32(8*weights), d.m.Register)
		ADDQ(U32(8*weights), d.odds.Register)
		SUBQ(U8(weights), left)
		JGE(LabelRef(label))
		Label(label + "Done")
		ADDQ(U8(weights), left)
	}
	k.end()
}

// block32 is the number of odds of a block.
const block32 = 4 * eight

// direction is what the loop of directed reads.
type direction struct {
	*kernel
	m, odds   pointer
	g, length reg.Register
	parameter func(n int) value
}

// messages writes the messages to the weights of some registers. AVX2 has no room for all
// of their odds and series, and keeps them where the messages will be.
func (d direction) messages(chains int) {
	k, label := d.kernel, fmt.Sprint("power", chains)
	part := func(start, count int) block { return block{kernel: k, start: start * k.width(), count: count} }
	all := part(0, chains)
	var x vec
	if k.wide {
		x = all.mul(all.load(d.odds), d.parameter(0))
	} else {
		tilt := d.parameter(0)
		for j := range chains {
			part(j, 1).store(part(j, 1).mul(part(j, 1).load(d.odds), tilt), d.m)
		}
	}
	n := GP64()
	MOVQ(d.length, n)
	at := func(back int) value { return same{k.spread(Mem{Base: d.g, Index: n, Scale: 8, Disp: -8 * back})} }
	sums := k.fill(chains, at(1))
	SUBQ(U8(2), n)
	Label(label)
	power := at(0)
	for j := range sums {
		if k.wide {
			VFNMADD213PD(power.register(j), x[j], sums[j])
		} else {
			VFNMADD132PD(all.at(d.m).register(j), power.register(j), sums[j])
		}
	}
	DECQ(n)
	JNZ(LabelRef(label))
	if !k.wide {
		all.store(sums, d.m)
	}
	for j := 0; j < chains; j += 2 {
		two := part(j, 2)
		if k.wide {
			two.store(two.ratio(x[j:j+2], sums[j:j+2], at(0), d.parameter), d.m)
			continue
		}
		two.store(two.ratio(two.mul(two.load(d.odds), d.parameter(0)), two.load(d.m), at(0), d.parameter), d.m)
	}
}

// ratio returns the messages to weights of odds x whose series, without the first power
// g, is turned; it overwrites that.
func (b block) ratio(x, turned vec, g value, parameter func(n int) value) vec {
	stay := b.fill(b.count, g)
	b.minusProduct(stay, x, turned)
	scale := b.mul(b.add(x, b.constant("1.0")), parameter(2))
	sure := parameter(1)
	b.timesPlus(turned, scale, sure)
	b.timesPlus(stay, scale, sure)
	u := b.halfLog(b.mul(turned, parameter(0)), stay)
	sign := parameter(3)
	for j := range u {
		VXORPD(sign.register(j), u[j], u[j])
	}
	return u
}

// halfLog returns ½ ln(n/d), both ratios bounded.
func (k *kernel) halfLog(n, d vec) vec {
	least := k.fill(1, k.constant("leastRatio"))[0]
	bound := func(n, d vec) vec {
		z := k.mul(d, same{least})
		for j := range z {
			VMAXPD(n[j], z[j], z[j])
			VMAXPD(z[j], least, z[j])
		}
		return z
	}
	return k.halfLogRatio(bound(n, d), bound(d, n))
}
