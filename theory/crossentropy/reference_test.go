package crossentropy

import (
	"math"
	"slices"

	"fbp/theory/oracle"
)

// reference is the cross-entropy at given β and q by nested adaptive quadrature and package
// math: it knows the definitions and nothing of the rules of a channel.
type reference struct{ gamma, beta, q, v float64 }

func (r reference) loss(y float64) float64 {
	if math.IsInf(r.gamma, 1) {
		return max(-y, 0)
	}
	return max(-y, 0) + math.Log1p(math.Exp(-2*r.gamma*math.Abs(y)))/(2*r.gamma)
}

func (r reference) exponent(y, field float64) float64 {
	return -r.beta*r.loss(y) - (y-field)*(y-field)/(2*r.v)
}

// from is the exponent at y+x minus that at y, without the rounding of either.
func (r reference) from(y, x, field float64) float64 {
	change := max(-y-x, 0) - max(-y, 0)
	switch {
	case math.Abs(r.gamma*x) > 0.5:
		change = r.loss(y+x) - r.loss(y)
	case !math.IsInf(r.gamma, 1):
		change = math.Log1p(math.Expm1(-2*r.gamma*x)/(1+math.Exp(2*r.gamma*y))) / (2 * r.gamma)
	}
	return -r.beta*change - x*(x+2*(y-field))/(2*r.v)
}

// peaked gives the ends of pieces of an integral over e^g from lo to hi, where g is concave:
// its maximum, and where g is lower by 1 and by 45, all within a fraction of that; and where
// the maximum is. What is integrated again needs a fraction of 0: it must be smooth to the
// tolerance of the outer integral, and ends that jump are not.
func peaked(g func(x float64) float64, lo, hi, within float64) (ends []float64, at float64) {
	at, top := maximum(g, lo, hi, within)
	for _, end := range []float64{lo, hi} {
		for _, by := range []float64{1, 45} {
			a, b := at, end
			for range 60 {
				m := (a + b) / 2
				lower := top - g(m)
				if lower < by {
					a = m
				} else if b = m; lower < (1+within)*by {
					break
				}
			}
			ends = append(ends, b)
		}
	}
	ends = append(ends, at)
	slices.Sort(ends)
	return ends, at
}

// maximum is where a concave g is largest between lo and hi, and what it is there, by golden
// section until g is as flat as that.
func maximum(g func(x float64) float64, lo, hi, within float64) (at, top float64) {
	a, b, ga, gb := lo, hi, math.Inf(-1), math.Inf(-1)
	c, d := b-(b-a)/math.Phi, a+(b-a)/math.Phi
	gc, gd := g(c), g(d)
	for range 100 {
		if gc < gd {
			a, c, ga, gc = c, d, gc, gd
			d = a + (b-a)/math.Phi
			gd = g(d)
		} else {
			b, d, gb, gd = d, c, gd, gc
			c = b - (b-a)/math.Phi
			gc = g(c)
		}
		if min(ga, gb) > max(gc, gd)-within {
			break
		}
	}
	if gc < gd {
		return d, gd
	}
	return c, gc
}

// with adds an end, if it lies between others.
func with(ends []float64, x float64) []float64 {
	if i, _ := slices.BinarySearch(ends, x); i > 0 && i < len(ends) {
		return slices.Insert(ends, i, x)
	}
	return ends
}

// at is ln Z, (ln Z)', (ln Z)” and ⟨f⟩ of a field.
func (r reference) at(field float64) (log, mean, spread, energy float64) {
	far := 12 * math.Sqrt(r.v)
	hi := max(0, field) + far + min(r.beta*r.v, 1+math.Log1p(r.beta*r.v)/r.gamma) // f' = −e^{−2γy} there
	_, peak := peaked(func(y float64) float64 { return r.exponent(y, field) }, field-far, hi, 0)
	top := r.exponent(peak, field)
	ends, _ := peaked(func(x float64) float64 { return r.from(peak, x, field) }, -far, far, 0)
	for _, k := range []float64{-16, -4, -1, 0, 1, 4, 16} { // where the loss bends
		ends = with(ends, k/r.gamma-peak)
	}
	sum := oracle.Integrals(func(x float64) [5]float64 {
		w := math.Exp(r.from(peak, x, field))
		x = (peak - field + x) / math.Sqrt(r.v)
		return [5]float64{w, w * r.loss(field+x*math.Sqrt(r.v)), w * math.Abs(x), w * x, w * x * x}
	}, 3, 1e-12, ends...)
	x := sum[3] / sum[0]
	return top + math.Log(sum[0]/math.Sqrt(2*math.Pi*r.v)), x / math.Sqrt(r.v), (sum[4]/sum[0] - x*x - 1) / r.v, sum[1] / sum[0]
}

// wrong is ln of the part of Z below y = 0.
func (r reference) wrong(field float64) float64 {
	far := min(0, field) - 40*math.Sqrt(r.v)
	_, peak := peaked(func(y float64) float64 { return r.exponent(y, field) }, far, 0, 0)
	ends, _ := peaked(func(x float64) float64 { return r.from(peak, x, field) }, far-peak, -peak, 0)
	sum := oracle.Integrals(func(x float64) [5]float64 { return [5]float64{math.Exp(r.from(peak, x, field))} }, 1, 1e-12, ends...)
	return r.exponent(peak, field) + math.Log(sum[0]/math.Sqrt(2*math.Pi*r.v))
}

// averages are ∫Du of ln Z, ⟨f⟩, ((ln Z)')², ((ln Z)”)² and ln Z + β⟨f⟩.
func (r reference) averages() [5]float64 {
	sq := math.Sqrt(r.q)
	ends := []float64{-10, -3, 0, 3, 10}
	ends = with(ends, -r.beta*r.v/sq)
	return oracle.Integrals(func(u float64) [5]float64 {
		w := math.Exp(-u*u/2) / math.Sqrt(2*math.Pi)
		log, mean, spread, energy := r.at(sq * u)
		return [5]float64{w * log, w * energy, w * mean * mean, w * spread * spread, w * (log + r.beta*energy)}
	}, 3, 1e-11, ends...)
}

// errorRate is ∫Du P(y < 0), whose logarithm is concave.
func (r reference) errorRate() float64 {
	sq := math.Sqrt(r.q)
	g := func(u float64) float64 {
		log, _, _, _ := r.at(sq * u)
		return r.wrong(sq*u) - log - u*u/2
	}
	ends, peak := peaked(g, -38, 10, 0.2)
	top := g(peak)
	sum := oracle.Integrals(func(u float64) [5]float64 { return [5]float64{math.Exp(g(u) - top)} }, 1, 1e-10, ends...)
	return math.Exp(top) * sum[0] / math.Sqrt(2*math.Pi)
}
