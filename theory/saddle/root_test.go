package saddle

import (
	"math"
	"testing"
)

func TestRoot(t *testing.T) {
	for _, c := range []struct {
		name       string
		f          func(float64) float64
		a, b, want float64
	}{
		{"line", func(x float64) float64 { return 3 * (x - 0.3) }, -5, 7, 0.3},
		{"falling", func(x float64) float64 { return math.Exp(-x) - 2 }, -20, 3, -math.Ln2},
		{"flat at the root", func(x float64) float64 { return math.Pow(x-1, 9) }, 0, 4, 1},
		{"steep", func(x float64) float64 { return math.Atan(1e6 * (x - 2)) }, -9, 10, 2},
		{"step", func(x float64) float64 { return math.Copysign(1, x-0.7) }, 0, 1, 0.7},
		{"step just above a power of 2", func(x float64) float64 { return math.Copysign(1, x-4.05) }, 0, 11, 4.05},
		{"root at 0", func(x float64) float64 { return x * (1 + x*x) }, -1, 3, 0},
	} {
		calls := 0
		f := func(x float64) float64 { calls++; return c.f(x) }
		x, ok := Root(f, c.a, c.f(c.a), c.b, c.f(c.b), 0)
		if !ok || math.Abs(x-c.want) > 1e-15*(1+math.Abs(c.want)) && c.f(x) != 0 {
			t.Errorf("%s: %v, %v; want %v", c.name, x, ok, c.want)
		}
		if calls > 100 {
			t.Errorf("%s: %d calls", c.name, calls)
		}
	}
	if _, ok := Root(func(float64) float64 { return math.NaN() }, 0, 1, 1, -1, 0); ok {
		t.Error("a function that is NaN has no root")
	}
}
