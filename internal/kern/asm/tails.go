package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/reg"
)

// vote writes the loop of VoteMessages.
func vote(t tier) {
	k := begin(t, "vote", "func(f, s []float64, omega, v, sure, swing float64)")
	f, s := row("f"), row("s")
	omega, sure, swing := k.parameter("omega"), k.parameter("sure"), k.parameter("swing")
	rest := k.rest()
	k.loop("s", eight, 1, []pointer{f, s}, func(b block) {
		m := b.load(s)
		scale := b.scale(m, rest)
		x := b.sub(m, same{omega})
		up := b.upperTail(b.mul(b.sub(x, b.constant("1.0")), scale))
		b.scaleShift(up, swing, sure)
		down := b.upperTail(b.mul(b.add(x, b.constant("1.0")), scale))
		b.scaleShift(down, swing, sure)
		b.store(b.halfLogRatio(up, down), f)
	})
	k.end()
}

// within writes the loop of BandMessages.
func within(t tier) {
	k := begin(t, "within", "func(f, s []float64, omega, v, end float64)")
	f, s := row("f"), row("s")
	omega, end := k.parameter("omega"), k.parameter("end")
	rest := k.rest()
	k.loop("s", eight, 1, []pointer{f, s}, func(b block) {
		m := b.load(s)
		scale := b.scale(m, rest)
		x := b.sub(vec{omega}, m)
		share := func(x vec) vec {
			x = b.magnitude(x)
			near := b.upperTail(b.mul(b.sub(x, same{end}), scale))
			return b.sub(near, b.upperTail(b.mul(b.add(x, same{end}), scale)))
		}
		up := share(b.add(x, b.constant("1.0")))
		down := share(b.sub(x, b.constant("1.0")))
		b.store(b.halfLogRatio(up, down), f)
	})
	k.end()
}

// rest returns V − 1.
func (k *kernel) rest() reg.VecVirtual {
	return k.sub(vec{k.parameter("v")}, k.constant("1.0"))[0]
}

// scale returns 1/√(V − 1 + m²).
func (k *kernel) scale(m vec, rest reg.VecVirtual) vec {
	x := k.fill(len(m), same{m[0]})
	k.timesPlus(x, m, same{rest})
	x = k.atLeast(x, k.fill(1, k.constant("LeastVariance"))[0])
	for _, r := range x {
		VSQRTPD(r, r)
	}
	return k.quotient(same{k.fill(1, k.constant("1.0"))[0]}, x)
}

// scaleShift sets x to a·x + b, rounded once.
func (k *kernel) scaleShift(x vec, a, b reg.VecVirtual) {
	for j := range x {
		VFMADD213PD(b, a, x[j])
	}
}

// upperTail returns the normal tail H(x).
func (k *kernel) upperTail(x vec) vec {
	a := k.magnitude(x)
	for _, r := range a {
		VMINPD(r, k.fill(1, k.constant("farthest"))[0], r)
	}
	one, five := k.add(a, k.constant("1.0")), k.add(a, k.constant("5.0"))
	r := k.quotient(same{k.fill(1, k.constant("1.0"))[0]}, k.mul(one, five))
	u := k.mul(k.mul(k.sub(a, k.constant("5.0")), one), r)
	fraction := k.mul(five, r)
	v := k.mul(u, u)
	p := k.tailPolynomial(u, v)
	square := k.mul(a, a)
	lost := a
	for j := range lost {
		VFMSUB213PD(square[j], lost[j], lost[j])
	}
	e := k.expTwice(k.mul(square, k.constant("-0.25")))
	k.plusProduct(e, k.mul(lost, k.constant("-0.5")), same{k.fill(1, same{e[0]})[0]})
	t := k.mul(k.mul(k.mul(e, k.constant("0.5")), p), fraction)
	other := k.sub(k.fill(1, k.constant("1.0")), t)
	return k.whereNegative(x, other, t)
}

// tailPolynomial returns Σ_j TailC_j u^j, given v = u².
func (k *kernel) tailPolynomial(u, v vec) vec {
	w := k.mul(v, v)
	coefficient := func(j int) value { return k.constant(fmt.Sprint("gauss.TailC", j)) }
	var p [4]vec
	for i := range p {
		p[i] = k.fill(len(u), coefficient(20+i))
	}
	for j := 16; j >= 0; j -= 4 {
		for i := range p {
			k.timesPlus(p[i], w, coefficient(j+i))
		}
	}
	k.timesPlus(p[3], v, p[1])
	k.timesPlus(p[2], v, p[0])
	k.timesPlus(p[3], u, p[2])
	return p[3]
}

// whereNegative returns y where x has the sign bit, and z elsewhere.
func (k *kernel) whereNegative(x, y, z vec) vec {
	for j := range x {
		if k.wide {
			key := K()
			VPMOVQ2M(x[j], key)
			VMOVAPD(y[j], key, z[j])
		} else {
			VBLENDVPD(x[j], y[j], z[j], z[j])
		}
	}
	return z
}

// halfLogRatio returns ½ ln(n/d).
func (k *kernel) halfLogRatio(n, d vec) vec {
	power := k.toMantissa(k.addBits(k.subBits(n, d), word("manyHalf", (many<<mantissaBits)+1<<(mantissaBits-1))))
	d = k.addBits(d, k.subBits(k.toExponent(power), word("many", many<<mantissaBits)))
	y := k.atanh(k.quotient(k.sub(n, d), k.add(n, d)))
	whole := k.sub(k.addBits(power, k.constant("integer")), k.constant("(integer + many)"))
	k.plusProduct(y, whole, k.constant("expLn2Lo"))
	k.plusProduct(y, whole, k.constant("expLn2"))
	return y
}

// many is that of package kern.
const many = 1024
