package measure_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/instances"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
)

// TestMutualOverlap: of all configurations around a reference q is tanh²ρ and the
// normalized entropy zero; patterns lower it. The entropy is that of the table against
// distance, and without the key there is no table.
func TestMutualOverlap(t *testing.T) {
	for _, patterns := range []int{0, 60} {
		for _, mutual := range []bool{false, true} {
			p := randomProblem(t, 201, 60, 0)
			if patterns == 0 {
				p.Data = instances.Learning(instances.NewPatterns(201, 0))
			}
			w := make([]float64, 201)
			for i := range w {
				w[i] = 1
			}
			l := measure.NewLocalEntropy(p.Model, nil)
			l.Rho, l.Mutual = bp.Schedule{List: []float64{0.2, 0.8}}, mutual
			last, seen := 0.0, 0
			err := l.Measure(t.Context(), p, []*model.Solution{{Weights: w}}, nil, func(r results.Reading) {
				switch r.Table {
				case "local_entropy":
					last = r.Values[2].Value
				case "mutual_overlap":
					seen++
					rho, q, entropy, normalized := r.At[0].Value, r.Values[0].Value, r.Values[1].Value, r.Values[2].Value
					if entropy != last {
						t.Errorf("ρ %v: entropy %v, in the other table %v", rho, entropy, last)
					}
					free := math.Pow(math.Tanh(rho), 2)
					if exact := patterns == 0; exact != (scalar.EqualWithinAbs(q, free, 1e-12) && math.Abs(normalized) < 1e-12) || normalized > 1e-12 {
						t.Errorf("%d patterns, ρ %v: q %v, normalized entropy %v", patterns, rho, q, normalized)
					}
				}
			})
			if err != nil || seen != map[bool]int{true: 2}[mutual] {
				t.Errorf("%d readings, %v", seen, err)
			}
		}
	}
}
