package factorgraph

import "math"

// Elastic pulls real weights to a reference like a spring, exp(−λ (w − w̃)²/2):
// A_i = λ, B_i = λ w̃_i.
type Elastic struct {
	Lambda    float64
	Reference []float64
}

// Pull implements [Field].
func (f Elastic) Pull(u, _, _ Messages) {
	for i, w := range f.Reference[:len(u.B)] {
		u.A[i], u.B[i] = f.Lambda, float64(f.Lambda*w)
	}
}

// Part implements [Field].
func (f Elastic) Part(lo, hi int) Field { return Elastic{f.Lambda, f.Reference[lo:hi]} }

// ElasticReplicas is the pull on a real weight of its y−1 replicas, each coupled by
// exp(−λ (w − w̃)²/2) to a common centre w̃, which has the norm of the weights. A
// message seen across the coupling is
//
//	(A, B) ∗ λ = (λA/(λ+A), λB/(λ+A)),
//
// so that with h the fields of the patterns and of the norm
//
//	u = ((h ∗ λ)(y−1) + (χ̃, 0)) ∗ λ.
//
// χ̃ is the multiplier of the norm of the centre, whose fields are y (h ∗ λ) + (χ̃, 0);
// it is negative as a rule.
type ElasticReplicas struct {
	Y, Lambda float64
	Each      int // weights that have a norm together
}

// Pull implements [Field]. The messages are no numbers where a centre of finite
// variance does not exist.
func (f ElasticReplicas) Pull(u, h, e Messages) {
	for i := range u.A {
		u.A[i], u.B[i] = across(f.Lambda, h.A[i]-e.A[i], h.B[i]-e.B[i])
	}
	for lo := 0; lo < u.Len(); lo += f.Each {
		group := u.Slice(lo, lo+f.Each)
		chi := f.Multiplier(group)
		for i, a := range group.A {
			group.A[i], group.B[i] = across(f.Lambda, float64((f.Y-1)*a)+chi, float64((f.Y-1)*group.B[i]))
		}
	}
}

// Part implements [Field].
func (f ElasticReplicas) Part(int, int) Field { return f }

// Multiplier is χ̃ of the weights of one norm, given the messages h ∗ λ of a replica
// to the centre; not a number if there is none.
func (f ElasticReplicas) Multiplier(seen Messages) float64 {
	chi, ok := normalize(seen, f.Y)
	if !ok {
		return math.NaN()
	}
	return chi
}

// Seen is the message (h ∗ λ) of a replica with fields a, b to the centre.
func (f ElasticReplicas) Seen(a, b float64) (float64, float64) { return across(f.Lambda, a, b) }

// across is (A, B) ∗ λ.
func across(lambda, a, b float64) (float64, float64) {
	if lambda == 0 {
		return 0, 0
	}
	scale := lambda / (lambda + a)
	return float64(a * scale), float64(b * scale)
}
