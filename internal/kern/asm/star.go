package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/reg"
)

// star writes the loop of Star.
func star(t tier) {
	k := begin(t, "star", "func(u, h, e []float64, decay, others float64)")
	u, h, e := row("u"), row("h"), row("e")
	decay, others := k.parameter("decay"), k.parameter("others")
	k.hold("-farTail")
	k.loop("u", eight, 1, []pointer{u, h, e}, func(b block) {
		x := b.through(b.sub(b.load(h), b.in(e)), decay)
		b.store(b.through(b.mul(x, same{others}), decay), u)
	})
	k.end()
}

// through returns the field x felt across a bond.
func (k *kernel) through(x vec, decay reg.VecVirtual) vec {
	a := same{decay}
	b := k.expTwice(k.atLeast(k.or(x, k.signBit()), k.register("-farTail")))
	n, d := k.fill(len(x), a), k.add(b, a)
	k.timesPlus(n, b, k.constant("1.0"))
	power := k.toMantissa(k.addBits(k.subBits(n, d), word("half", 1<<(mantissaBits-1))))
	d = k.addBits(d, k.toExponent(power))
	s := k.quotient(k.sub(n, d), k.add(n, d))
	y := k.atanh(s)
	whole := k.sub(k.addBits(power, k.constant("integer")), k.constant("integer"))
	k.plusProduct(y, whole, k.constant("expLn2Lo"))
	k.plusProduct(y, whole, k.constant("expLn2"))
	return k.withSign(y, x)
}

// atanh returns the first terms of its series; it overwrites s.
func (k *kernel) atanh(s vec) vec {
	z := k.mul(s, s)
	w := k.mul(z, z)
	odd, even := k.fill(len(s), k.constant("1.0/21")), k.fill(len(s), k.constant("1.0/19"))
	for j := 17; j > 3; j -= 4 {
		k.timesPlus(odd, w, k.constant(fmt.Sprint("1.0/", j)))
		k.timesPlus(even, w, k.constant(fmt.Sprint("1.0/", j-2)))
	}
	k.timesPlus(odd, z, even)
	y := s
	k.plusProduct(y, k.mul(s, z), odd)
	return y
}
