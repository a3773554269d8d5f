package saddle

import (
	"math"
	"testing"
)

// TestBracket: roots above and below the start, at a limit, and where the function ends soon behind.
func TestBracket(t *testing.T) {
	for _, c := range []struct {
		name          string
		f             func(float64) float64
		x, step, last float64
		want          float64 // NaN for none
	}{
		{"above", func(x float64) float64 { return x - 100 }, 0, 0.1, 1e6, 100},
		{"below", func(x float64) float64 { return x*x*x + 8 }, 0, -0.1, -1e6, -2},
		{"at the start", func(x float64) float64 { return x - 3 }, 3, 1, 9, 3},
		{"at the limit", func(x float64) float64 { return x - 9 }, 3, 1, 9, 9},
		{"beyond the limit", func(x float64) float64 { return x - 10 }, 3, 1, 9, math.NaN()},
		{"before an end", func(x float64) float64 { return 0.01 - math.Sqrt(2-x) }, 0, 1, 1e6, 2 - 1e-4},
		{"none before an end", func(x float64) float64 { return -1 - math.Sqrt(2-x) }, 0, 1, 1e6, math.NaN()},
		{"never", func(x float64) float64 { return 1 }, 0, 1e-3, math.Inf(1), math.NaN()},
		{"no number", func(x float64) float64 { return math.NaN() }, 0, 1, 1e6, math.NaN()},
	} {
		calls := 0
		f := func(x float64) float64 { calls++; return c.f(x) }
		i := Bracket(f, c.x, f(c.x), c.step, 1.5, c.last)
		if calls > bracketSteps+1 {
			t.Errorf("%s: %d calls", c.name, calls)
		}
		if x, ok := i.Root(f, 0); ok == math.IsNaN(c.want) || ok && math.Abs(x-c.want) > 1e-12*math.Abs(c.want) {
			t.Errorf("%s: root %v, %v; want %v, in %+v", c.name, x, ok, c.want, i)
		}
	}
}

// TestScan: every change of sign, and none next to what is no number.
func TestScan(t *testing.T) {
	var roots []float64
	for i := range Scan(math.Sin, 1, 10, 20) {
		x, ok := i.Root(math.Sin, 0)
		if !ok {
			t.Error(i)
		}
		roots = append(roots, x/math.Pi)
	}
	if len(roots) != 3 || math.Abs(roots[0]-1)+math.Abs(roots[1]-2)+math.Abs(roots[2]-3) > 1e-14 {
		t.Errorf("roots %v π, want 1, 2 and 3", roots)
	}
	for i := range Scan(math.Log, -1, 0.5, 3) {
		t.Errorf("ln x from −1 to ½ changes its sign at %+v", i) // it is −Inf at 0
	}
}
