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
		e := b.expTwice(b.atLeast(b.or(x, b.signBit()), b.register("-farTail")))
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

// flipMessages writes the loop of flipMessagesGo, as many weights at a time as it takes to keep
// the multipliers busy while each waits for its last power: two blocks of AVX-512, or one.
func flipMessages(t tier) {
	k := begin(t, "flipMessages", "func(m, odds, g []float64, tilt, sure, swing, sign float64)")
	k.whole("m", 4*eight)
	d := direction{kernel: k, m: row("m"), odds: row("odds"), g: row("g").Register, length: Load(Param("g").Len(), GP64())}
	left := Load(Param("m").Len(), GP64())
	for weights := eight * k.width(); weights >= 4*eight; weights /= 2 {
		label := fmt.Sprint("weights", weights)
		SUBQ(U8(weights), left)
		JL(LabelRef(label + "Done"))
		Label(label)
		d.messages(weights / k.width())
		ADDQ(U32(8*weights), d.m.Register)
		ADDQ(U32(8*weights), d.odds.Register)
		SUBQ(U8(weights), left)
		JGE(LabelRef(label))
		Label(label + "Done")
		ADDQ(U8(weights), left)
	}
	k.end()
}

// direction is what the loop of flipMessages reads.
type direction struct {
	*kernel
	m, odds   pointer
	g, length reg.Register
}

// part is count registers of weights.
func (d direction) part(start, count int) block {
	return block{kernel: d.kernel, start: start * d.width(), count: count}
}

// scaled returns the odds of some registers of weights. AVX2 has no room for them all beside their
// series, and keeps them where the messages will be.
func (d direction) scaled(chains int) value {
	all := d.part(0, chains)
	if d.wide {
		return all.mul(all.load(d.odds), same{d.parameter("tilt")})
	}
	tilt := same{d.parameter("tilt")}
	for j := range chains {
		one := d.part(j, 1)
		one.store(one.mul(one.load(d.odds), tilt), d.m)
	}
	return all.at(d.m)
}

// series sums all terms but the first one of g, which it returns too.
func (d direction) series(x value, chains int) (sums vec, g value) {
	n, label := GP64(), fmt.Sprint("power", chains)
	term := func() value { return same{d.spread(Mem{Base: d.g, Index: n, Scale: 8})} }
	MOVQ(d.length, n)
	DECQ(n)
	sums = d.fill(chains, term())
	DECQ(n)
	Label(label)
	power := term()
	for j := range sums {
		if d.wide {
			VFNMADD213PD(power.register(j), x.register(j), sums[j])
		} else {
			VFNMADD132PD(x.register(j), power.register(j), sums[j])
		}
	}
	DECQ(n)
	JNZ(LabelRef(label))
	return sums, term()
}

// messages writes the messages to the weights of some registers.
func (d direction) messages(chains int) {
	x := d.scaled(chains)
	sums, g := d.series(x, chains)
	if !d.wide {
		d.part(0, chains).store(sums, d.m)
	}
	for j := 0; j < chains; j += 2 {
		two := d.part(j, 2)
		if d.wide {
			two.store(d.ratio(two, x.(vec)[j:j+2], sums[j:j+2], g), d.m)
			continue
		}
		two.store(d.ratio(two, two.mul(two.load(d.odds), same{d.parameter("tilt")}), two.load(d.m), g), d.m)
	}
}

// ratio returns the messages to weights of odds x whose series, without the first power
// g, is turned; it overwrites that.
func (d direction) ratio(b block, x, turned vec, g value) vec {
	stay := b.fill(b.count, g)
	b.minusProduct(stay, x, turned)
	scale := b.mul(b.add(x, b.constant("1.0")), same{d.parameter("swing")})
	sure := same{d.parameter("sure")}
	b.timesPlus(turned, scale, sure)
	b.timesPlus(stay, scale, sure)
	turned = b.mul(turned, same{d.parameter("tilt")})
	b.bound(turned, stay)
	u := b.halfLogRatio(turned, stay)
	sign := same{d.parameter("sign")}
	for j := range u {
		VXORPD(sign.register(j), u[j], u[j])
	}
	return u
}

// bound bounds both n/d and d/n, and n and d.
func (k *kernel) bound(n, d vec) {
	least := k.fill(1, k.constant("leastRatio"))[0]
	x, y := k.mul(d, same{least}), k.mul(n, same{least})
	for j := range n {
		VMAXPD(n[j], x[j], x[j])
		VMAXPD(d[j], y[j], y[j])
		VMAXPD(x[j], least, n[j])
		VMAXPD(y[j], least, d[j])
	}
}
