package factorgraph

import (
	"math"

	"fbp/gauss"
)

// Spherical is the prior of real weights on spheres: Σ_i w_i² = Each for each of
// Units groups of Each weights. Message passing meets the norms on average,
//
//	Σ_i (1/A_i + m_i²) = Each,   m_i = B_i/A_i,
//
// the fields A containing the multiplier χ of the group, a precision, which may be negative.
type Spherical struct{ Units, Each int }

// Two implements [Prior].
func (Spherical) Two() bool { return true }

// Norms is the number of groups.
func (p Spherical) Norms() int { return p.Units }

// Measure is the entropy per weight of all weights, ½ ln(2πe): the Gaussian measure of norm 1 per weight, to which a
// sphere comes down for many weights.
func (Spherical) Measure() float64 { return 0.5 * (1 + log2Pi) }

const log2Pi = 1.8378770664093454835606594728112352797

// Moments implements [Prior]: m = B/A, v = 1/A.
func (Spherical) Moments(m, v []float64, f Messages) (sumV float64) {
	for i, a := range f.A {
		variance := 1 / a
		m[i] = float64(f.B[i] * variance)
		if v != nil {
			v[i] = variance
		}
		sumV += variance
	}
	return sumV
}

// LogZ implements [Prior]: Σ_i [½ ln(2π/A) + B²/(2A)].
func (Spherical) LogZ(f Messages) float64 {
	sum, product := 0.0, 1.0
	for i, a := range f.A {
		b := f.B[i]
		sum += float64(b*b) / a
		product *= a
		if i%16 == 15 || !(product > 1e-100 && product < 1e100) {
			sum -= gauss.Log(product)
			product = 1
		}
	}
	return float64(0.5 * (sum - gauss.Log(product) + float64(float64(len(f.A))*log2Pi)))
}

// Entropy implements [Prior]: Σ_i ½ ln(1/A_i), of Gaussians relative to one of variance 1.
func (Spherical) Entropy(f Messages) float64 {
	sum := 0.0
	for _, a := range f.A {
		sum -= float64(0.5 * gauss.Log(a))
	}
	return sum
}

// SquareNorm implements [Prior].
func (Spherical) SquareNorm(f Messages) float64 {
	sum := 0.0
	for i, a := range f.A {
		m := f.B[i] / a
		sum += float64(m * m)
	}
	return sum
}

// Weights implements [Prior]: the means, each group scaled to its norm; 1 where all
// means are 0.
func (p Spherical) Weights(w []float64, f Messages) {
	p.Moments(w, nil, f)
	for k := range p.Units {
		group := w[k*p.Each : (k+1)*p.Each]
		norm := 0.0
		for _, x := range group {
			norm += float64(x * x)
		}
		scale := math.Sqrt(float64(p.Each) / norm)
		for i, x := range group {
			if group[i] = float64(x * scale); norm == 0 {
				group[i] = 1
			}
		}
	}
}

// Coupled implements [Prior].
func (p Spherical) Coupled(y, gamma float64) Field { return ElasticReplicas{y, gamma, p.Each} }

// Bound implements [Prior]: the free entropy counts the energy of the norm too, which
// has no bound.
func (Spherical) Bound(float64) (lo, hi float64) { return math.Inf(-1), math.Inf(1) }

// Normalize changes the multipliers chi, which the fields h contain, until every
// norm is met, and the fields with them. It reports whether there are such
// multipliers: there are none where a field is infinite or not a number.
func (p Spherical) Normalize(chi []float64, h Messages) bool {
	for k := range chi {
		group := h.Slice(k*p.Each, (k+1)*p.Each)
		shift, ok := normalize(group, 1)
		if !ok {
			return false
		}
		chi[k] += shift
		for i := range group.A {
			group.A[i] += shift
		}
	}
	return true
}

// AddTo adds the multipliers to fields.
func (p Spherical) AddTo(h Messages, chi []float64) {
	for i := range h.A {
		h.A[i] += chi[i/p.Each]
	}
}

// Energy is Σ_i (χ_i/2) ⟨w_i²⟩.
func (p Spherical) Energy(chi []float64, h Messages) float64 {
	sum := 0.0
	for i, a := range h.A {
		m := h.B[i] / a
		sum += float64(chi[i/p.Each] * (1/a + float64(m*m)))
	}
	return float64(0.5 * sum)
}

// normalize returns the precision x that fields of a group need in addition for
//
//	f(x) = Σ_i [1/(sA_i+x) + (sB_i)²/(sA_i+x)²] = n,
//
// the sum being over n weights, with all of the precisions positive: f falls from infinity to
// zero, so that there is one. It is found by Newton's method on 1/√f, which is nearly
// linear, within brackets.
func normalize(f Messages, s float64) (x float64, ok bool) {
	least := math.Inf(1)
	for _, a := range f.A {
		least = min(least, float64(s*a)) // NaN stays
	}
	n, lo, hi := float64(f.Len()), -least, math.Inf(1)
	if math.IsNaN(least) || math.IsInf(least, 0) {
		return 0, false
	}
	if lo >= 0 {
		x = lo + 1
	}
	for range 100 {
		sum, slope := 0.0, 0.0
		for i, a := range f.A {
			v := 1 / (float64(s*a) + x)
			m := float64(float64(s*f.B[i]) * v)
			q := float64(m * m)
			sum += v + q
			slope -= float64(v * (v + float64(2*q)))
		}
		sum, slope = sum/n, slope/n
		switch {
		case math.IsNaN(sum):
			return 0, false
		case math.Abs(sum-1) < 1e-14:
			return x, true
		case sum > 1:
			lo = x
		default:
			hi = x
		}
		next := x + float64(2*sum*(1-math.Sqrt(sum))/slope)
		if !(next > lo && next < hi) {
			if next = float64(0.5 * (lo + hi)); math.IsInf(hi, 1) {
				next = x + float64(2*(x-lo)) + 1
			}
		}
		if next == x || math.Abs(next-x) < 1e-15*math.Abs(x+least) {
			return next, true
		}
		x = next
	}
	return x, math.Abs(hi-lo) < 1e-9*(1+math.Abs(x))
}
