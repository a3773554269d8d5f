package gauss

import (
	"math"
	"testing"
)

func TestAverageMoments(t *testing.T) {
	want := 1.0
	for n := 0; n <= 20; n += 2 { // (n−1)!!
		got := Average(func(z float64) float64 { return math.Pow(z, float64(n)) })
		if math.Abs(got/want-1) > 1e-13 { // 400 roundings of the weights
			t.Errorf("∫Dz z^%d = %v, want %v", n, got, want)
		}
		want *= float64(n + 1)
	}
}

func TestAverageClosedForms(t *testing.T) {
	for _, c := range []struct {
		name      string
		f         func(float64) float64
		breaks    []float64
		want, tol float64
	}{
		// ∫Dz e^{az} = e^{a²/2}; at a = 4 the average sits at z = 4
		{"exponential", func(z float64) float64 { return math.Exp(4 * z) }, nil, math.Exp(8), 1e-13},
		{"cosine", func(z float64) float64 { return math.Cos(3 * z) }, nil, math.Exp(-4.5), 1e-14},
		// ∫Dz H(az + b) = H(b/√(1+a²)), also when the step is a thousandth wide
		{"tail", func(z float64) float64 { return H(z + 0.3) }, nil, H(0.3 / math.Sqrt2), 1e-14},
		{"sharp tail", func(z float64) float64 { return H(1000*z + 300) }, Around(-0.3, 1e-3), H(300 / math.Sqrt(1e6+1)), 1e-14},
		{"step", func(z float64) float64 { return math.Ceil(math.Max(0, math.Min(1, z-0.7))) }, Around(0.7, 0), H(0.7), 1e-14},
		// ∫Dz |z| has its kink on an edge of the grid
		{"kink", math.Abs, nil, math.Sqrt(2 / math.Pi), 1e-14},
	} {
		if got := Average(c.f, c.breaks...); math.Abs(got-c.want) > c.tol*math.Max(1, c.want) {
			t.Errorf("%s: %.17g, want %.17g", c.name, got, c.want)
		}
	}
}

func TestGaussianIgnoresBreaksOutside(t *testing.T) {
	points := func(breaks ...float64) (n int) {
		Average(func(float64) float64 { n++; return 0 }, breaks...)
		return n
	}
	if odd, plain := points(math.NaN(), math.Inf(1), -40, 12, -12, 0), points(); odd != plain {
		t.Errorf("%d points, want %d", odd, plain)
	}
}

func TestLegendreIsExact(t *testing.T) {
	const n = 7
	r := Legendre(n, -1, 0.25, 2, 2, 5)
	for k := range 2 * n {
		want := (math.Pow(5, float64(k+1)) - math.Pow(-1, float64(k+1))) / float64(k+1)
		got := r.Sum(func(x float64) float64 { return math.Pow(x, float64(k)) })
		if math.Abs(got-want) > 1e-13*math.Abs(want)+1e-13 { // a few roundings
			t.Errorf("∫x^%d = %v, want %v", k, got, want)
		}
	}
	// one degree further it is not exact: the degree is not understated
	k := 2.0 * n
	got := Legendre(n, -1, 1).Sum(func(x float64) float64 { return math.Pow(x, k) })
	if math.Abs(got-2/(k+1)) < 1e-6 {
		t.Errorf("degree %v integrated exactly by %d points", k, n)
	}
}

func TestLegendreWantsAscendingEdges(t *testing.T) {
	for _, edges := range [][]float64{nil, {1}, {1, 0}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Legendre(3, %v) did not panic", edges)
				}
			}()
			Legendre(3, edges...)
		}()
	}
}
