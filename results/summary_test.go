package results

import (
	"math"
	"math/rand/v2"
	"testing"
)

// near allows the rounding of a few operations.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 4e-15*max(1, math.Abs(want))) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func TestSummarize(t *testing.T) {
	// 1 … 4: mean 5/2, Σ(x−mean)² = 9/4 + 1/4 + 1/4 + 9/4 = 5.
	s := Summarize([]float64{4, 1, 3, 2})
	near(t, "mean", s.Mean, 2.5)
	near(t, "std", s.Std, math.Sqrt(5.0/3))
	near(t, "sem", s.Sem, math.Sqrt(5.0/12))

	// A spread far below the mean must survive: 1e8 + {0, 1, 2} has std 1.
	near(t, "std on a large mean", Summarize([]float64{1e8, 1e8 + 1, 1e8 + 2}).Std, 1)

	one := Summarize([]float64{7})
	if one.N != 1 || one.Mean != 7 || !math.IsNaN(one.Std) || !math.IsNaN(one.Sem) {
		t.Errorf("one sample: %+v", one)
	}
	if none := Summarize(nil); none.N != 0 || !math.IsNaN(none.Mean) || !math.IsNaN(none.Std) {
		t.Errorf("no samples: %+v", none)
	}
}

func TestControlVariateByHand(t *testing.T) {
	// s̄ = 3, c̄ = 0, Σcc = 2, Σsc = 5; residuals 1/2, −1, 1/2 with N−2 = 1.
	x, sem, beta, ok := ControlVariate([]float64{1, 2, 6}, []float64{-1, 0, 1}, 0.5)
	if !ok {
		t.Fatal("not ok")
	}
	near(t, "beta", beta, 2.5)
	near(t, "x", x, 3+2.5*0.5)
	near(t, "sem²", sem*sem, 1.5*(1.0/3+0.25/2))

	// Shifting c and its mean together changes nothing.
	y, sem2, _, _ := ControlVariate([]float64{1, 2, 6}, []float64{9, 10, 11}, 10.5)
	near(t, "shifted x", y, x)
	near(t, "shifted sem", sem2, sem)
}

func TestControlVariateRefuses(t *testing.T) {
	for name, c := range map[string][]float64{
		"two samples":       {1, 2},
		"constant":          {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1},
		"zero":              {0, 0, 0},
		"constant, rounded": {0.3, 0.1 + 0.2, 0.3},
		"infinite":          {1, 2, math.Inf(1)},
	} {
		s := make([]float64, len(c))
		for i := range s {
			s[i] = float64(i)
		}
		if x, sem, beta, ok := ControlVariate(s, c, 0); ok || !math.IsNaN(x) || !math.IsNaN(sem) || !math.IsNaN(beta) {
			t.Errorf("%s: %v ± %v, beta %v, ok %v", name, x, sem, beta, ok)
		}
	}
}

// s = µ + b z + σ ε with control c = z, both normal. The mean is not biased,
// its variance is σ²/N · (N−2)/(N−3) instead of (b²+σ²)/N, and sem² is that
// variance on average.
func TestControlVariateReducesVariance(t *testing.T) {
	const repeats, n, mu, b, sigma = 4000, 10, 0.3, 1.0, 0.1
	rng := rand.New(rand.NewPCG(1, 2))
	s, c := make([]float64, n), make([]float64, n)
	var xs, plain []float64
	claimed := 0.0
	for range repeats {
		for i := range s {
			c[i] = rng.NormFloat64()
			s[i] = mu + b*c[i] + sigma*rng.NormFloat64()
		}
		x, sem, _, ok := ControlVariate(s, c, 0)
		if !ok {
			t.Fatal("not ok")
		}
		xs, plain = append(xs, x), append(plain, Summarize(s).Mean)
		claimed += sem * sem / repeats
	}
	got := Summarize(xs)
	if math.Abs(got.Mean-mu) > 5*got.Sem {
		t.Errorf("mean %v ± %v, want %v", got.Mean, got.Sem, mu)
	}
	// A variance from 4000 repeats is known to √(2/4000) = 2.2 %, a little more
	// for the heavy tail of sem²; 12 % is five of that.
	want := sigma * sigma / n * (n - 2) / (n - 3)
	for name, v := range map[string]float64{"variance": got.Std * got.Std, "mean of sem²": claimed} {
		if math.Abs(v/want-1) > 0.12 {
			t.Errorf("%s %v, want %v", name, v, want)
		}
	}
	// (b²+σ²)/N over that is 88.
	if ratio := math.Pow(Summarize(plain).Std/got.Std, 2); ratio < 70 || ratio > 110 {
		t.Errorf("the variance fell by a factor %v, want 88", ratio)
	}
}
