package saddle

import (
	"math"
	"testing"
)

// TestSolve: fixed points that are known, in one and in three unknowns, also where plain iteration goes away from them or
// the map has no image beyond them; and none where there is none, after a bounded number of looks.
func TestSolve(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name  string
		start []float64
		next  func(x, image []float64) bool
		want  []float64 // nil for none
	}{
		{"cosine", []float64{0}, func(x, y []float64) bool { y[0] = math.Cos(x[0]); return true }, []float64{0.739085133215160642}},
		{"repelling", []float64{1}, func(x, y []float64) bool { y[0] = x[0] * x[0] * x[0] / 4; return true }, []float64{0}},
		{"steep", []float64{1.5}, func(x, y []float64) bool { y[0] = x[0] + 1e3*(2-x[0]); return true }, []float64{2}},
		{"flat", []float64{1}, func(x, y []float64) bool { y[0] = x[0] - math.Tanh(x[0]-3)/9; return true }, []float64{3}},
		{"rotation", []float64{5, 5, 5}, func(x, y []float64) bool {
			y[0], y[1], y[2] = 1-2*x[1], 2*x[0]-1, x[2]/2+x[0]*x[1] // x = (1 − 2y), y = 2x − 1
			return true
		}, []float64{0.6, 0.2, 0.24}},
		{"no image beyond 1", []float64{0.5}, func(x, y []float64) bool { y[0] = math.Sqrt(x[0]) * 0.9; return x[0] < 1 }, []float64{0.81}},
		{"none", []float64{0}, func(x, y []float64) bool { y[0] = x[0] + 1 + x[0]*x[0]; return true }, nil},
		{"no number", []float64{0}, func(x, y []float64) bool { y[0] = nan; return true }, nil},
		{"no number beyond 1", []float64{0.9}, func(x, y []float64) bool { y[0] = math.Sqrt(1-x[0]) - 3; return true }, []float64{(math.Sqrt(17) - 7) / 2}},
		{"infinite", []float64{0, 0}, func(x, y []float64) bool { y[0], y[1] = 1, math.Inf(1); return true }, nil},
	} {
		looks := 0
		p := Problem{Next: func(x, image []float64) bool { looks++; return c.next(x, image) }}
		x := append([]float64(nil), c.start...)
		residual, ok := p.Solve(x)
		if ok != (c.want != nil) || ok && !(residual <= saddleAccept) || looks > 20*saddleSteps {
			t.Errorf("%s: %v, residual %v, %v, %d looks", c.name, x, residual, ok, looks)
		}
		for k, want := range c.want {
			if !(math.Abs(x[k]-want) < 1e-10) {
				t.Errorf("%s: x = %v, want %v", c.name, x, c.want)
			}
		}
	}
}

// A search ends where its unknowns leave the region of solutions, and where Size says so.
func TestSolveEnds(t *testing.T) {
	away := Problem{Next: func(x, image []float64) bool { image[0] = x[0] + 1; return true }, Warmup: 1000, Far: func(x []float64) bool { return x[0] > 7 }}
	x := []float64{0}
	if _, ok := away.Solve(x); ok || x[0] != 8 {
		t.Error(x, ok)
	}
	rough := Problem{Next: func(x, image []float64) bool { image[0] = x[0] / 2; return true }, Size: func(x, r []float64) float64 { return 0 }}
	x[0] = 5
	if residual, ok := rough.Solve(x); !ok || residual != 0 || x[0] != 5 {
		t.Error(x, residual, ok)
	}
}
