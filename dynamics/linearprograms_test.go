package dynamics

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"fbp/instances"
	"fbp/model"
)

// TestLinearProgramsOptimum: the first program ends at its optimum, for inputs of signs; each later
// one is at a longer vector, and the last at one that is the longest in its direction. It has the same bits everywhere.
//
// Check: a linear program of the sequence of a spherical perceptron | gonum's simplex, of the dual | 1e-9
func TestLinearProgramsOptimum(t *testing.T) {
	const n, patterns = 15, 90
	m := model.NewSphericalPerceptron(n, -0.3)
	p := learning(t, m, patterns)
	s := newWalking(newNetwork(p, instances.Stream(1, "algorithm")), m.Margin())
	// least |κ| Σ λ_μ of λ ≥ 0 with −Σ λ_μ ξ^μ = u
	optimum := func() float64 {
		a, c := mat.NewDense(n, patterns, nil), make([]float64, patterns)
		for mu := range patterns {
			c[mu] = -m.Margin()
			for i := range n {
				a.Set(i, mu, -p.Data.Train.At(mu, i))
			}
		}
		best, _, err := lp.Simplex(c, a, s.u, 1e-12, nil)
		if err != nil {
			t.Fatal(err)
		}
		return best
	}
	for length, k := 0.0, 0; s.moves[0] > 0; k++ {
		u, want := slices.Clone(s.u), optimum()
		s.Epoch(k)
		if got := dot(u, s.w); math.Abs(got-want) > 1e-9*want {
			t.Errorf("program %d: %v, of the dual %v", k, got, want)
		}
		if now := norm(s.w); now < length || k == 100 {
			t.Fatalf("program %d: |w| = %v after %v", k, now, length)
		} else {
			length = now
		}
	}
	if bits := math.Float64bits(norm(s.w)); bits != 0x3fde9abae681e742 {
		t.Errorf("other bits: %#x", bits)
	}
}

// TestLinearProgramsSlacks: after many moves slacks that moves keep up are those
// of the patterns, within 1e-9 (8e-13 here).
func TestLinearProgramsSlacks(t *testing.T) {
	m := model.NewSphericalPerceptron(101, -0.5)
	p := learning(t, m, 404)
	s := newWalking(newNetwork(p, instances.Stream(1, "algorithm")), m.Margin())
	for k := 0; s.moves[0] > 0 && k < 20; k++ {
		s.Epoch(k)
	}
	for mu := range s.each {
		field := p.Data.Train.Dot(mu, s.w)
		if slack := s.slack[mu]; math.Abs(field+0.5-slack) > 1e-9 || slack < -1e-9 {
			t.Fatalf("pattern %d: slack %v, of its weights %v", mu, slack, field+0.5)
		}
	}
}

// TestLinearProgramsFlat: programs end at their optima also where patterns are nearly parallel at a vertex: without a choice among
// those that end an edge, |edge|² grew to 6e17 on this instance, and at N = 801 programs went round. The margin holds, and
// the multipliers of the N patterns of least slack, −Σ λ_μ ξ^μ = u, are not negative.
//
// Check: ends of linear programs with nearly parallel patterns, N = 201 | multipliers by gonum's solver, feasibility | 1e-6
func TestLinearProgramsFlat(t *testing.T) {
	const n, patterns = 201, 924
	m := model.NewSphericalPerceptron(n, -0.5)
	d, err := (&instances.Random{Size: instances.Size{P: patterns}}).Data(t.Context(), m, 7, 6)
	if err != nil {
		t.Fatal(err)
	}
	stream := func(purpose string) *rand.Rand {
		return instances.Stream(7, purpose, "perceptron-n201-p924-linear_programs-s006-2326035d0eac")
	}
	p := &model.Problem{Model: m, Data: d, Stream: stream}
	s := newWalking(newNetwork(p, stream("algorithm")), m.Margin())
	for k := 0; s.moves[0] > 0 && k < 10; k++ {
		u := slices.Clone(s.u)
		if s.Epoch(k); s.moves[0] > 20*n {
			t.Fatalf("program %d does not end: %v moves", k, s.moves[0])
		}
		slack, order := make([]float64, patterns), make([]int, patterns)
		for mu := range slack {
			slack[mu], order[mu] = d.Train.Dot(mu, s.w)-m.Margin(), mu
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(slack[a], slack[b]) })
		if slack[order[0]] < -1e-8 || slack[order[n-1]] > 1e-8 {
			t.Fatalf("program %d: slacks from %v, of pattern N %v: no vertex", k, slack[order[0]], slack[order[n-1]])
		}
		a, lambda := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
		for j, mu := range order[:n] {
			for i := range n {
				a.Set(i, j, -d.Train.At(mu, i))
			}
		}
		if err := lambda.SolveVec(a, mat.NewVecDense(n, u)); err != nil {
			t.Fatalf("program %d: %v", k, err)
		}
		if least := mat.Min(lambda); least < -1e-6*norm(u) {
			t.Errorf("program %d: multiplier %v", k, least)
		}
	}
}

// TestLinearProgramsResume: a search that is kept goes on with the same bits, and solves also
// where the polytope has no end.
func TestLinearProgramsResume(t *testing.T) {
	m := model.NewSphericalPerceptron(31, -0.5)
	for name, patterns := range map[string]int{"open": 20, "closed": 120} {
		solvesAndResumes(t, name, NewLinearPrograms(), learning(t, m, patterns))
	}
}
