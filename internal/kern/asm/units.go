package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
)

// signTails writes the loop of SignTails.
func signTails(t tier) {
	k := begin(t, "signTails", "func(u, rv, ratio, rarity, x []float64, least float64)")
	u, rv, ratio, rarity, x := row("u"), row("rv"), row("ratio"), row("rarity"), row("x")
	least := k.parameter("least")
	k.loop("u", eight, 1, []pointer{u, rv, ratio, rarity, x}, func(b block) {
		v := b.atLeast(b.load(rv), least)
		for _, r := range v {
			VSQRTPD(r, r)
		}
		one := b.fill(1, b.constant("1.0"))
		scale := b.quotient(same{one[0]}, v)
		b.store(scale, rv)
		field := b.mul(b.load(u), scale)
		b.store(field, u)
		far := b.magnitude(field)
		tail := b.quotient(same{one[0]}, b.quotient(same{b.fill(1, b.constant("gauss.Sqrt2OverPi"))[0]}, b.scaledTail(far)))
		b.store(tail, ratio)
		rare := b.quotient(same{one[0]}, b.mul(b.expMinusHalfSquare(far), b.constant("gauss.Sqrt2OverPi / 2")))
		b.store(rare, rarity)
		mean := b.sub(one, b.quotient(b.add(tail, tail), rare))
		b.store(b.withSign(b.magnitude(mean), field), x)
	})
	k.end()
}

// scaledTail returns erfcx(a/√2) of a ≥ 0, operation by operation that of package gauss.
func (k *kernel) scaledTail(a vec) vec {
	u := k.quotient(k.sub(a, k.constant("5.0")), k.add(a, k.constant("5.0")))
	v := k.mul(u, u)
	w := k.mul(v, v)
	var p [4]vec
	for i := range p {
		p[i] = k.fill(len(a), k.constant(fmt.Sprint("gauss.TailC", 20+i)))
	}
	for j := 16; j >= 0; j -= 4 {
		for i := range p {
			c := fmt.Sprint("gauss.TailC", j+i)
			if j+i == 0 {
				c = "gauss.TailC0Lo"
			}
			p[i] = k.add(k.mul(p[i], w), k.constant(c))
		}
	}
	odd := k.mul(k.add(k.mul(p[3], v), p[1]), u)
	series := k.add(odd, k.add(k.mul(p[2], v), p[0]))
	above, below := k.add(series, k.constant("gauss.TailC0")), k.add(a, k.constant("1.0"))
	beyond := k.sub(k.fill(1, k.constant("1e8")), a) // negative where the asymptotic series is taken
	above = k.whereNegative(beyond, k.fill(1, k.constant("gauss.Sqrt2OverPi")), above)
	return k.quotient(above, k.whereNegative(beyond, a, below))
}

// expMinusHalfSquare returns e^−a²/2 of a ≥ 0, which is 0 from 38.6 on.
func (k *kernel) expMinusHalfSquare(a vec) vec {
	a = k.fill(len(a), a)
	for _, r := range a {
		VMINPD(r, k.fill(1, k.constant("100.0"))[0], r)
	}
	square := k.mul(a, a)
	lost := a
	for j := range lost {
		VFMSUB213PD(square[j], lost[j], lost[j])
	}
	e := k.exp(k.mul(square, k.constant("-0.5")))
	return k.sub(e, k.mul(e, k.mul(lost, k.constant("0.5"))))
}

// exp returns e^x of x ≤ 0, operation by operation that of package gauss. It overwrites x.
func (k *kernel) exp(x vec) vec {
	x = k.atLeast(x, k.fill(1, k.constant("-leastExponent"))[0])
	z := k.add(k.mul(x, k.constant("gauss.Log2E")), k.constant("evenMagic"))
	whole := k.sub(z, k.constant("evenMagic"))
	k.minusProduct(x, whole, k.constant("gauss.Ln2Hi"))
	k.minusProduct(x, whole, k.constant("gauss.Ln2Lo"))
	p := k.fill(len(x), k.constant("gauss.ExpC11"))
	for j := 10; j >= 0; j-- {
		k.timesPlus(p, x, k.constant(fmt.Sprint("gauss.ExpC", j)))
	}
	return k.mul(k.mul(p, k.toExponent(z)), k.constant("evenScale"))
}

// signAnswers writes the loop of SignAnswers.
func signAnswers(t tier) {
	k := begin(t, "signAnswers", "func(g, slope, b, u, rv, ratio, rarity []float64)")
	g, slope, above := row("g"), row("slope"), row("b")
	u, rv, ratio, rarity := row("u"), row("rv"), row("ratio"), row("rarity")
	k.loop("g", eight, 1, []pointer{g, slope, above, u, rv, ratio, rarity}, func(b block) {
		wanted := b.add(b.load(above), b.constant("0.0")) // no −0
		against := b.load(ratio)
		along := b.sub(b.load(rarity), against)
		other := b.add(b.load(u), b.constant("0.0"))
		for j := range other {
			VXORPD(wanted[j], other[j], other[j])
		}
		swapped := b.fill(len(along), along)
		along = b.whereNegative(other, against, along)
		against = b.whereNegative(other, swapped, against)
		e := b.exp(b.mul(b.magnitude(wanted), b.constant("-2.0")))
		zero := b.fill(1, b.constant("0.0"))
		along = b.add(along, b.whereNegative(b.sub(zero, e), b.mul(e, against), b.fill(len(e), zero)))
		unsure := b.sub(b.fill(1, b.constant("1.0")), e)
		scale := b.load(rv)
		answer := b.mul(b.quotient(b.withSign(unsure, wanted), along), scale)
		b.store(answer, g)
		fall := b.mul(b.add(b.mul(b.load(u), scale), answer), answer)
		for _, r := range fall {
			VXORPD(b.signBit().register(0), r, r)
		}
		b.store(fall, slope)
	})
	k.end()
}
