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

// directed writes the loop of directedGo, as many weights at a time as it takes to keep
// the multipliers busy while each waits for its last power.
func directed(t tier) {
	k := begin(t, "directed", "func(m, odds, g []float64, c *float64)")
	chains := []int{8, 4}
	if !k.wide {
		chains = chains[:1]
	}
	k.directed(chains, func(d direction, chains int) { d.messages(chains, d.series(chains)) })
	k.end()
}

// bracketed writes the loop of directed for series of which only the first terms are given: the
// sum of all others lies between −bound and bound. A step of Horner's rule, rounded, keeps the order
// of its arguments or reverses it, so that where both ends lead to the same bits, what lies between
// them does too. It stops at the first registers of which they do not, and returns how many
// weights are done.
func bracketed(t tier) {
	k := begin(t, "bracketed", "func(m, odds, g []float64, c *float64, bound float64) (done int)")
	m := k.directed([]int{4}, func(d direction, chains int) { d.messages(chains, d.bracket(chains)) })
	Label("differ")
	done := GP64()
	MOVQ(m, done)
	SUBQ(Load(Param("m").Base(), GP64()), done)
	SHRQ(U8(3), done)
	Store(done, Return("done"))
	k.end()
}

// directed goes through the weights, some registers at a time, and returns where in m it is.
func (k *kernel) directed(together []int, messages func(d direction, chains int)) (m reg.Register) {
	d := direction{kernel: k, m: row("m"), odds: row("odds"), g: row("g").Register, length: Load(Param("g").Len(), GP64())}
	c := Load(Param("c"), GP64())
	d.parameter = func(n int) value { return same{k.spread(Mem{Base: c, Disp: 8 * n})} }
	d.wild = GP64()
	MOVQ(Mem{Base: c, Disp: 8 * 4}, d.wild)
	left := Load(Param("m").Len(), GP64())
	for _, chains := range together {
		weights := chains * k.width()
		label := fmt.Sprint("chains", chains)
		SUBQ(U8(weights), left)
		JL(LabelRef(label + "Done"))
		Label(label)
		messages(d, chains)
		ADDQ(U32(8*weights), d.m.Register)
		ADDQ(U32(8*weights), d.odds.Register)
		SUBQ(U8(weights), left)
		JGE(LabelRef(label))
		Label(label + "Done")
		ADDQ(U8(weights), left)
	}
	return d.m.Register
}

// direction is what the loop of directed reads.
type direction struct {
	*kernel
	m, odds   pointer
	g, length reg.Register
	wild      reg.Register // zero where no ratio needs bounds
	parameter func(n int) value
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
		return all.mul(all.load(d.odds), d.parameter(0))
	}
	tilt := d.parameter(0)
	for j := range chains {
		one := d.part(j, 1)
		one.store(one.mul(one.load(d.odds), tilt), d.m)
	}
	return all.at(d.m)
}

// at returns g so many terms before number n.
func (d direction) at(n reg.Register, back int) value {
	return same{d.spread(Mem{Base: d.g, Index: n, Scale: 8, Disp: -8 * back})}
}

// terms takes sums from the term before number n to the second one.
func (d direction) terms(n reg.Register, x value, chains int, sums ...vec) {
	label := fmt.Sprint("power", chains)
	DECQ(n)
	Label(label)
	power := d.at(n, 0)
	for _, s := range sums {
		for j := range s {
			if d.wide {
				VFNMADD213PD(power.register(j), x.register(j), s[j])
			} else {
				VFNMADD132PD(x.register(j), power.register(j), s[j])
			}
		}
	}
	DECQ(n)
	JNZ(LabelRef(label))
}

// summed is what has become of some registers of weights.
type summed struct {
	x    value
	sums vec
	g    value // the first term
}

// series sums all terms.
func (d direction) series(chains int) summed {
	n, x := GP64(), d.scaled(chains)
	MOVQ(d.length, n)
	DECQ(n)
	s := summed{x: x, sums: d.fill(chains, d.at(n, 0))}
	d.terms(n, x, chains, s.sums)
	s.g = d.at(n, 0)
	return s
}

// bracket sums the terms that are given to either end of the others, and ends the loop if the sums
// differ.
func (d direction) bracket(chains int) summed {
	all := d.part(0, chains)
	n, x, bound := GP64(), all.mul(all.load(d.odds), d.parameter(0)), d.kernel.parameter("bound")
	MOVQ(d.length, n)
	s, ends := summed{x: x, sums: d.fill(chains, same{bound})}, d.or(d.fill(chains, same{bound}), d.signBit())
	d.terms(n, x, chains, s.sums, ends)
	for j, end := range ends {
		VXORPD(s.sums[j], end, end)
		if j > 0 {
			VORPD(end, ends[0], ends[0])
		}
	}
	bits := ends[0].AsY()
	if d.wide {
		upper := YMM()
		VEXTRACTF64X4(U8(1), ends[0], upper)
		VORPD(upper, bits, bits)
	}
	VPTEST(bits, bits)
	JNZ(LabelRef("differ"))
	s.g = d.at(n, 0)
	return s
}

// messages writes the messages to the weights of some registers.
func (d direction) messages(chains int, s summed) {
	if !d.wide {
		d.part(0, chains).store(s.sums, d.m)
	}
	for j := 0; j < chains; j += 2 {
		two := d.part(j, 2)
		if d.wide {
			two.store(d.ratio(two, s.x.(vec)[j:j+2], s.sums[j:j+2], s.g), d.m)
			continue
		}
		two.store(d.ratio(two, two.mul(two.load(d.odds), d.parameter(0)), two.load(d.m), s.g), d.m)
	}
}

// ratio returns the messages to weights of odds x whose series, without the first power
// g, is turned; it overwrites that.
func (d direction) ratio(b block, x, turned vec, g value) vec {
	stay := b.fill(b.count, g)
	b.minusProduct(stay, x, turned)
	scale := b.mul(b.add(x, b.constant("1.0")), d.parameter(2))
	sure := d.parameter(1)
	b.timesPlus(turned, scale, sure)
	b.timesPlus(stay, scale, sure)
	turned = b.mul(turned, d.parameter(0))
	tame := d.label("tame")
	TESTQ(d.wild, d.wild)
	JZ(LabelRef(tame))
	b.bound(turned, stay)
	Label(tame)
	u := b.halfLogRatio(turned, stay)
	sign := d.parameter(3)
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
