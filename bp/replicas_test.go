package bp_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/factorgraph"
)

// unary is a pattern that acts on a single weight with field b: with it the
// replicated system falls apart into stars, which are trees.
type unary struct {
	i int
	b float64
}

func (f unary) Update(u factorgraph.Messages, _, _ []float64) {
	u.Clear()
	u.B[f.i] = f.b
}

// LogZ is ln ⟨e^{b w}⟩ over the weight's own distribution.
func (f unary) LogZ(m, _ []float64) float64 {
	return math.Log(math.Cosh(f.b) + m[f.i]*math.Sinh(f.b))
}

// replicated enumerates y replicas of n weights and their centre: weight a of
// the replicas costs energy(w) and is coupled by γ to the centre. It returns,
// a weight: the entropy of the centre, that of one replica given the centre,
// and the overlap of a replica with the centre.
func replicated(n, y int, gamma float64, logWeight func(w uint64) float64) (external, internal, overlap float64) {
	z, centers := 0.0, make([]float64, 1<<n)
	conditional := 0.0 // Σ_c Z_c^y H(w|c)
	product := 0.0
	for c := range uint64(1) << n {
		one, entropy, o := 0.0, 0.0, 0.0
		for w := range uint64(1) << n {
			agreement := 0.0
			for i := range n {
				agreement += 1 - 2*float64((w^c)>>i&1)
			}
			l := gamma*agreement + logWeight(w)
			if math.IsInf(l, -1) {
				continue
			}
			e := math.Exp(l)
			one += e
			entropy -= e * l
			o += e * agreement
		}
		entropy = entropy/one + math.Log(one)
		centers[c] = math.Pow(one, float64(y))
		z += centers[c]
		conditional += centers[c] * entropy
		product += centers[c] * o / one
	}
	for _, weight := range centers {
		external -= weight / z * math.Log(weight/z)
	}
	return external / float64(n), conditional / z / float64(n), product / z / float64(n)
}

// TestThermoStars: on trees the star field and its free entropy are exact.
//
// Check: replicas around a centre: S, Σ_int, Σ_ext | enumeration; derivative of the free entropy in γ is yS |
// 1e-12 on trees; 0.02 for N = 5, one pattern, y = 3 and 4, γ ≤ 0.8; 1e-8
func TestThermoStars(t *testing.T) {
	b := []float64{0.3, -0.9, 0.05}
	g := &factorgraph.Graph{N: 3, Prior: factorgraph.Binary{}}
	for i, bi := range b {
		g.Rows = append(g.Rows, factorgraph.Edgewise{Factor: unary{i, bi}, Prior: factorgraph.Binary{}})
	}
	fields := func(w uint64) (l float64) {
		for i, bi := range b {
			l += bi * (1 - 2*float64(w>>i&1))
		}
		return l
	}
	for _, y := range []int{1, 3, 4} {
		for _, gamma := range []float64{0, 0.4, 1.5} {
			s := bp.NewState(g, nil)
			step := bp.Step{Gamma: gamma, Y: float64(y)}
			converge(t, s, tight(), factorgraph.NewReplicas(step.Y, step.Gamma))
			got := thermo(t, s, step)
			external, internal, overlap := replicated(3, y, gamma, fields)
			energy := 0.0 // ln ψ of the unary factors is part of Φ: Σ_int counts it
			for i, h := range s.H.B {
				energy += b[i] * math.Tanh(h) / 3
			}
			if !scalar.EqualWithinAbs(got.Complexity, external, 1e-12) ||
				!scalar.EqualWithinAbs(got.LocalEntropy-energy, internal, 1e-12) ||
				!scalar.EqualWithinAbs(got.CenterOverlap, overlap, 1e-12) {
				t.Errorf("y %d γ %v: %+v, enumeration Σ_ext %v Σ_int %v S %v", y, gamma, got, external, internal+energy, overlap)
			}
		}
	}
}

// TestThermoPattern couples 3 and 4 replicas of a one-pattern perceptron with
// N = 5. One replica is a tree, the replicated system has loops through the
// centre: differences of up to 0.017, at γ = 0.8, were measured
// for this pattern, and vanish with γ.
func TestThermoPattern(t *testing.T) {
	p := newProblem(t, 5, 1, 0, 0)
	solution := func(w uint64) float64 {
		if p.solves(w) {
			return 0
		}
		return math.Inf(-1)
	}
	for _, y := range []int{3, 4} {
		for _, gamma := range []float64{0.1, 0.4, 0.8} {
			s := p.state(t, factorgraph.Exact)
			step := bp.Step{Gamma: gamma, Y: float64(y)}
			converge(t, s, tight(), factorgraph.NewReplicas(step.Y, step.Gamma))
			got := thermo(t, s, step)
			external, internal, overlap := replicated(5, y, gamma, solution)
			t.Logf("y %d γ %v: ΔΣ_ext %.4f ΔΣ_int %.4f ΔS %.4f", y, gamma, got.Complexity-external, got.LocalEntropy-internal, got.CenterOverlap-overlap)
			tolerance := 0.03 * gamma
			if !scalar.EqualWithinAbs(got.Complexity, external, tolerance) ||
				!scalar.EqualWithinAbs(got.LocalEntropy, internal, tolerance) ||
				!scalar.EqualWithinAbs(got.CenterOverlap, overlap, tolerance) {
				t.Errorf("y %d γ %v: %+v, enumeration Σ_ext %v Σ_int %v S %v", y, gamma, got, external, internal, overlap)
			}
		}
	}
}

// TestThermoDerivative: the free entropy of the whole, Σ_ext + y (Σ_int + γ S),
// has derivative y S in γ, and Σ_int that of −γ dS/dγ at fixed y, on a loopy
// graph with exact messages.
func TestThermoDerivative(t *testing.T) {
	p := newProblem(t, 15, 5, 0, 0)
	s := p.state(t, factorgraph.Exact)
	const y, gamma, step = 4, 0.4, 0.005
	at := func(gamma float64) (free, overlap float64) {
		converge(t, s, tight(), factorgraph.NewReplicas(y, gamma))
		got := thermo(t, s, bp.Step{Gamma: gamma, Y: y})
		return got.Complexity + y*(got.LocalEntropy+gamma*got.CenterOverlap), got.CenterOverlap
	}
	phi := func(gamma float64) float64 { free, _ := at(gamma); return free }
	slope := (phi(gamma-2*step) - 8*phi(gamma-step) + 8*phi(gamma+step) - phi(gamma+2*step)) / (12 * step)
	if _, overlap := at(gamma); !scalar.EqualWithinAbs(slope, y*overlap, 1e-8) {
		t.Errorf("dφ/dγ = %v, y S = %v", slope, y*overlap)
	}
}

func thermo(t *testing.T, s *bp.State, step bp.Step) bp.Thermo {
	t.Helper()
	got, err := s.Thermo(step)
	if err != nil {
		t.Fatal(err)
	}
	return got
}
