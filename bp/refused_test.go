package bp_test

import (
	"testing"

	"fbp/bp"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// Inputs with two strong directions in common, whose messages converge to entropies that no weights have: it is not a
// fixed point that the search has come to, for the solver and for weights drawn from it with errors.
func TestRefusedEntropyIsNotConverged(t *testing.T) {
	const n, p = 51, 12
	refused := 0
	for sample := range 10 {
		rng := instances.Stream(5, "directions", sample)
		var x, along []float64
		for range 2 * n {
			along = append(along, 3*rng.NormFloat64())
		}
		for range p {
			a, b := rng.NormFloat64(), rng.NormFloat64()
			for i := range n {
				x = append(x, rng.NormFloat64()+float64(a*along[2*i])+float64(b*along[2*i+1]))
			}
		}
		m := model.NewPerceptron(n, 0)
		problem := &model.Problem{Model: m, Data: instances.Learning(instances.NewRealPatterns(n, x))}
		plain, decimation := bp.NewPlain(m), bp.NewDecimation(m)
		for _, solve := range []func() (*model.Solution, error){
			func() (*model.Solution, error) { return plain.Solve(t.Context(), problem, rng, nil) },
			func() (*model.Solution, error) { return decimation.Solve(t.Context(), problem, rng, nil) },
		} {
			s, err := solve()
			if err != nil {
				t.Fatal(err)
			}
			if s.Omitted["entropy"] == "" {
				continue
			}
			refused++
			if c := number(t, s, "converged"); c != 0 || s.Outcome == results.Converged {
				t.Errorf("sample %d: %s, converged %v, with %s", sample, s.Outcome, c, s.Omitted["entropy"])
			}
		}
	}
	if refused < 10 {
		t.Errorf("%d entropies are refused", refused)
	}
}
