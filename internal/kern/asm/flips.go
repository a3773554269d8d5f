package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// odds writes the loop of Odds.
func odds(t tier) {
	k := begin(t, "odds", "func(r, h, u []float64, signs []uint64)")
	r, h, u, signs := row("r"), row("h"), row("u"), k.pattern("signs")
	k.hold("-farTail")
	k.loop("r", eight, 1, []pointer{r, h, u, signs.pointer}, func(b block) {
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
	m, odds, g := row("m"), row("odds"), row("g").Register
	length, c := Load(Param("g").Len(), GP64()), Load(Param("c"), GP64())
	parameter := func(n int) value { return same{k.spread(Mem{Base: c, Disp: 8 * n})} }
	chains := 4
	if k.wide {
		chains = 8
	}
	k.loop("m", 8*eight, chains, []pointer{m, odds}, func(b block) {
		if b.tail() || b.count < chains {
			return // there is none
		}
		label := fmt.Sprint("power", b.start)
		x := b.mul(b.load(odds), parameter(0))
		n := GP64()
		MOVQ(length, n)
		at := func(back int) value {
			return same{b.spread(Mem{Base: g, Index: n, Scale: 8, Disp: -8 * back})}
		}
		turned := b.fill(b.count, at(1))
		SUBQ(U8(2), n)
		Label(label)
		power := at(0)
		for j := range turned {
			VFNMADD213PD(power.register(j), x[j], turned[j])
		}
		DECQ(n)
		JNZ(LabelRef(label))
		for j := 0; j < b.count; j += 2 {
			two := block{kernel: k, start: b.start + j*b.width(), count: 2}
			two.store(two.ratio(x[j:j+2], turned[j:j+2], at(0), parameter), m)
		}
	})
	k.end()
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
