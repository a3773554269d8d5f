package bp

import (
	"math"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/internal/cores"
)

// Thermo is the thermodynamics of y replicas coupled to a centre, a weight, in
// nats, at the fixed point of [State.Converge] under factorgraph.Replicas.
//
// With U the total field of a weight, û the replicas' part, h = U − û,
// a = γ ⊛ h the pull of one replica on the centre, tanh(γ ⊛ h) = tanh γ tanh h, Φ the Bethe free entropy
// under û, and ⟨⟩ the mean over weights:
//
//	Φ_loc = Φ + Σ_i [ln 2cosh(U−û) − ln 2cosh U + ln 2cosh γ − ln 2cosh a + a tanh(ya)]
//	S     = ⟨tanh(γ + h ⊛ (y−1)a)⟩
//	Σ_int = Φ_loc/N − γ S
//	Σ_ext = ⟨ln 2cosh(ya) − ya tanh(ya)⟩
//
// Source: Baldassi et al., PNAS 113, E7655 (2016).
type Thermo struct {
	LocalEntropy  float64 // Σ_int: of one replica, given the centre
	Complexity    float64 // Σ_ext: of the centre
	CenterOverlap float64 // S: of a replica with the centre
	CenterNorm    float64 // q̃ = ⟨tanh²(ya)⟩, overlap of two centres
}

// Thermo reads the thermodynamics of the state, converged under step. It fails
// with [ErrFrozen].
func (s *State) Thermo(step Step) (t Thermo, err error) {
	if f, ok := s.prior.Coupled(step.Y, step.Gamma).(factorgraph.ElasticReplicas); ok {
		return s.elasticThermo(f)
	}
	phi, err := s.CheckedFreeEntropy()
	if err != nil {
		return t, err
	}
	n := float64(s.H.Len())
	t.LocalEntropy = phi * n
	shares := make([]Thermo, s.H.Len())
	cores.Divide(s.cores.Parts(len(shares), leastWeights), len(shares), 1, coupled{s, step, shares}, coupled.read)
	for _, share := range shares {
		t.CenterOverlap += share.CenterOverlap
		t.CenterNorm += share.CenterNorm
		t.Complexity += share.Complexity
		t.LocalEntropy += share.LocalEntropy
	}
	t.LocalEntropy /= n
	t.Complexity /= n
	t.CenterOverlap /= n
	t.CenterNorm /= n
	return t, nil
}

// coupled are the weights of a state under a step, and what each adds to the sums of [Thermo] beside Φ.
type coupled struct {
	*State
	step   Step
	shares []Thermo
}

// read computes the shares of weights lo … hi−1. In S, h ⊛ (y−1)a is not negative, since a has the sign of h.
func (c coupled) read(_, lo, hi int) {
	f := factorgraph.NewReplicas(c.step.Y, c.step.Gamma)
	for i, u := range c.H.B[lo:hi] {
		h := u - c.Ext.B[lo+i]
		a := f.Seen(h)
		center := c.step.Y * a
		polarization := gauss.Tanh(center)
		bond := factorgraph.NewCoupling(math.Abs((c.step.Y - 1) * a)).Through(h)
		aligned := c.step.Gamma + math.Abs(bond)
		c.shares[lo+i] = Thermo{
			CenterOverlap: gauss.Tanh(aligned),
			CenterNorm:    float64(polarization * polarization),
			Complexity:    gauss.Log2Cosh(center) - float64(center*polarization),
			LocalEntropy: gauss.Log2Cosh(h) - gauss.Log2Cosh(u) - gauss.Log2Cosh(a) + float64(a*polarization) +
				bondEntropy(c.step.Gamma, aligned),
		}
	}
}

// bondEntropy is ln 2cosh γ − γ tanh(x) = ln(1 + e^−2γ) + γ (1 − tanh x): the
// second form stays finite when γ and x grow together; it vanishes at γ = ∞.
func bondEntropy(gamma, x float64) float64 {
	if math.IsInf(gamma, 1) {
		return 0
	}
	gap := 2 / (1 + gauss.Exp(2*x)) // 1 − tanh x
	return gauss.Log1p(gauss.Exp(-2*gamma)) + float64(gamma*gap)
}
