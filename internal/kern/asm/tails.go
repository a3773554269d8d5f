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
	omega, sure, swing := k.argument("omega"), k.argument("sure"), k.argument("swing")
	rest := k.aside("rest", vec{k.rest()})
	group, count := eight, 1
	if k.wide {
		group, count = 2*eight, 2
	}
	k.loop("s", group, count, []pointer{f, s}, func(b block) {
		m := b.load(s)
		scale := b.scale(m, rest()[0])
		x := b.sub(m, same{omega()})
		up, down := b.upperTails(b.mul(b.sub(x, b.constant("1.0")), scale), b.mul(b.add(x, b.constant("1.0")), scale))
		b.scaleShift(up, swing(), sure())
		b.scaleShift(down, swing(), sure())
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
	x := k.fill(len(m), m)
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

// upperTails returns the normal tails of two numbers, at once: each operation waits for the last
// one.
func (k *kernel) upperTails(x, y vec) (vec, vec) {
	z := k.upperTail(append(x, y...))
	return z[:len(x)], z[len(x):]
}

// upperTail returns the normal tail H(x).
func (k *kernel) upperTail(x vec) vec {
	a := k.magnitude(x)
	for _, r := range a {
		VMINPD(r, k.fill(1, k.constant("farthest"))[0], r)
	}
	sign := k.aside("sign", x)
	e := k.expTwice(k.mul(k.mul(a, a), k.constant("-0.25")))
	lost := k.fill(len(a), a)
	for j, square := range k.mul(a, a) {
		VFMSUB213PD(square, lost[j], lost[j])
	}
	k.plusProduct(e, k.mul(lost, k.constant("-0.5")), k.fill(len(e), e))
	half := k.aside("half", k.mul(e, k.constant("0.5")))
	one, five := k.add(a, k.constant("1.0")), k.add(a, k.constant("5.0"))
	r := k.quotient(same{k.fill(1, k.constant("1.0"))[0]}, k.mul(one, five))
	fraction := k.aside("fraction", k.mul(five, r))
	t := k.mul(k.mul(k.tailPolynomial(k.mul(k.mul(k.sub(a, k.constant("5.0")), one), r)), half()), fraction())
	other := k.sub(k.fill(len(t), k.constant("1.0")), t)
	return k.whereNegative(sign(), other, t)
}

// aside keeps a value in memory while its registers are needed, at a place of its own, and returns
// what yields it. Two registers of AVX-512 are not too many to stay.
func (k *kernel) aside(place string, x vec) func() vec {
	if k.wide && len(x) <= 2 {
		return func() vec { return x }
	}
	m, ok := k.places[place]
	if !ok {
		m = elements{AllocLocal(8 * k.width() * len(x)), 8 * k.width()}
		k.places[place] = m
	}
	for j, r := range x {
		VMOVUPD(r, m.register(j))
	}
	return func() vec {
		z := k.registers(len(x))
		for j, r := range z {
			VMOVUPD(m.register(j), r)
		}
		return z
	}
}

// tailPolynomial returns Σ_j TailC_j u^j.
func (k *kernel) tailPolynomial(u vec) vec {
	v := k.mul(u, u)
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
	v = k.mul(u, u) // again: there may have been no register to keep it
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
