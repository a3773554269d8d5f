package crossentropy

import (
	"errors"
	"math"
	"testing"

	"fbp/internal/slow"
	"fbp/loss"
	"fbp/theory"
	"fbp/theory/franzparisi"
	"fbp/theory/oracle"
	"fbp/theory/saddle"
)

func surroundings(t testing.TB, l loss.Loss, p Point, err error) func(d float64) franzparisi.Point {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	s, err := Around(l, p)
	if err != nil {
		t.Fatal(err)
	}
	return func(d float64) franzparisi.Point {
		t.Helper()
		f, err := s.At(d)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
}

// TestSurroundingsTable: the table of an independent program.
func TestSurroundingsTable(t *testing.T) {
	slow.Only(t)
	var at func(d float64) franzparisi.Point
	last := [2]float64{}
	for _, row := range oracle.Golden(t, "cross_entropy_franz_parisi_alpha0.4.tsv") {
		if key := [2]float64{row["gamma"], row["beta"]}; key != last {
			l := loss.CrossEntropy{Gamma: row["gamma"]}
			p, err := At(l, row["alpha"], row["beta"])
			near(t, "entropy of the references", p.Entropy, row["entropy_cross_entropy"], 0, 1e-5)
			at, last = surroundings(t, l, p, err), key
		}
		p, tolerance := at(row["d"]), 1e-6
		if row["beta"] > 20 && row["gamma"] < 10 { // at β*, where the table is good to 1e-5
			tolerance = 1e-5
		}
		near(t, "entropy", p.Entropy, row["entropy"], 0, tolerance)
		near(t, "normalized", p.Entropy-p.Bound, row["normalized"], 0, tolerance)
		near(t, "p", p.P, row["p"], 0, tolerance)
		near(t, "t", p.T0, row["t"], 0, 2*tolerance)
		if t.Failed() {
			t.Fatalf("γ = %v, β = %v, d = %v", row["gamma"], row["beta"], row["d"])
		}
	}
}

// TestSurroundings: the slope is that of the entropy; the maximum over d is the entropy of
// all solutions, at p = q and t1 = t of these; and as γ and β grow, the references become solutions.
func TestSurroundings(t *testing.T) {
	l := loss.CrossEntropy{Gamma: 2}
	p, err := At(l, 0.4, 60)
	at := surroundings(t, l, p, err)
	for _, d := range []float64{0.003, 0.1, 0.3} {
		h := 1e-3 * d // error h² of the third derivative, 1/d²
		near(t, "slope", (at(d+h).Entropy-at(d-h).Entropy)/(2*h), at(d).Slope, 1e-5, 1e-6)
	}
	top, ok := saddle.Root(func(d float64) float64 { return at(d).Slope }, 0.2, at(0.2).Slope, 0.45, at(0.45).Slope, 1e-9)
	all, err := theory.RS(0.4, 0)
	if err != nil || !ok {
		t.Fatal(err)
	}
	f := at(top)
	near(t, "largest entropy", f.Entropy, all.Entropy, 0, 1e-9)
	near(t, "p there", f.P, all.Q, 0, 1e-7)
	near(t, "t there", f.T0, 1-2*top, 0, 1e-7)

	hinge := loss.Hinge{}
	p, err = At(hinge, 0.4, 1e9)
	at = surroundings(t, hinge, p, err)
	cold, err := Zero(hinge, 0.4)
	of := surroundings(t, hinge, cold, err)
	for _, d := range []float64{0.01, 0.2} { // patterns within 1/β of the margin differ
		near(t, "around solutions", at(d).Entropy, of(d).Entropy, 0, 1e-7)
	}
}

// TestSurroundingsPlainSum evaluates 𝒢_E as a triple sum with package math, and 𝒢_S as a
// double one, at the saddle point.
func TestSurroundingsPlainSum(t *testing.T) {
	slow.Only(t)
	const h, n = 0.1, 80
	l, beta, d := loss.CrossEntropy{Gamma: 2}, 20.0, 0.1
	p, err := At(l, 0.4, beta)
	f := surroundings(t, l, p, err)(d)
	q, t1 := p.Q, 1-2*d
	omega := f.P - (t1-f.T0)*(t1-f.T0)/(1-q) - f.T0*f.T0/q
	energy, hats := 0.0, 0.0
	for i := -n; i <= n; i++ {
		z, norm, sum, slopes, mean := float64(i)*h, 0.0, 0.0, 0.0, 0.0
		for j := -n; j <= n; j++ {
			x := float64(j) * h
			y := math.Sqrt(q)*z + math.Sqrt(1-q)*x
			w := math.Exp(-x*x/2 - beta*math.Log1p(math.Exp(-4*y))/4)
			norm += w
			mean += w * x
			for k := -n; k <= n; k++ {
				u := float64(k) * h
				a := f.T0*z/math.Sqrt(q) + (t1-f.T0)*x/math.Sqrt(1-q) + math.Sqrt(omega)*u
				g := w * h / math.Sqrt(2*math.Pi) * math.Exp(-u*u/2)
				sum += g * oracle.LogH(-a/math.Sqrt(1-f.P))
				slopes += g * oracle.Mills(-a/math.Sqrt(1-f.P)) / math.Sqrt(1-f.P)
			}
		}
		w := h / math.Sqrt(2*math.Pi) * math.Exp(-z*z/2)
		energy += w * sum / norm
		hats += w * mean / norm * slopes / norm / math.Sqrt(1-q)
	}
	near(t, "t̂", f.T0Hat, 0.4*hats, 1e-8, 0)
	weights := f.Entropy - (-f.PHat/2*(1-f.P) - f.T1Hat*t1 + f.T0Hat*f.T0 + 0.4*energy)
	near(t, "𝒢_S", weights, plainWeights(p.QHat, f), 0, 1e-8)
}

// plainWeights is 𝒢_S as it is printed, with t̂/q̂ for the misprinted t̂/q.
func plainWeights(qHat float64, f franzparisi.Point) (sum float64) {
	const h = 0.02
	narrow := math.Sqrt(f.PHat - f.T0Hat*f.T0Hat/qHat)
	for i := -400; i <= 400; i++ {
		x := float64(i) * h
		for j := -400; j <= 400; j++ {
			y := float64(j) * h
			g := h * h * math.Exp(-(x*x+y*y)/2) / (2 * math.Pi)
			for _, w := range []float64{-1, 1} {
				field := narrow*y + f.T0Hat/math.Sqrt(qHat)*x + (f.T1Hat-f.T0Hat)*w
				sum += g * math.Exp(math.Sqrt(qHat)*w*x) / (2 * math.Cosh(math.Sqrt(qHat)*x)) * (math.Abs(field) + math.Log1p(math.Exp(-2*math.Abs(field))))
			}
		}
	}
	return sum
}

// BenchmarkSurroundings is a point around minima at β*.
func BenchmarkSurroundings(b *testing.B) {
	l := loss.CrossEntropy{Gamma: 2}
	p, err := Star(l, 0.4)
	at := surroundings(b, l, p, err)
	for b.Loop() {
		at(0.05)
	}
}

// TestWall: at β* and large γ the loss is a wall, and minima are typical solutions of maximum
// margin; κ_max is approached like 1/γ.
func TestWall(t *testing.T) {
	l := loss.CrossEntropy{Gamma: 300}
	p, err := Star(l, 0.4)
	got := surroundings(t, l, p, err)(0.02)
	top, err := theory.KappaMax(0.4)
	if err != nil {
		t.Fatal(err)
	}
	c, err := franzparisi.Random(0.4, top.Kappa, 0)
	if err != nil {
		t.Fatal(err)
	}
	want, err := c.At(0.02)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "q", p.Q, top.Q, 0, 0.01)
	near(t, "normalized", got.Entropy-got.Bound, want.Entropy-want.Bound, 0.03, 0)
}

// TestSurroundingsEnd: around configurations that err too often, the branch of solutions
// ends with p → 1 at some distance, as around typical solutions: below there is no saddle
// point, above one everywhere. (In the last 0.4 % before the end the search may not find it.)
func TestSurroundingsEnd(t *testing.T) {
	slow.Only(t)
	l := loss.CrossEntropy{Gamma: 1}
	p, err := Star(l, 0.6)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Around(l, p)
	if err != nil {
		t.Fatal(err)
	}
	lo, hi := 1e-3, 0.02
	for hi/lo > 1.001 {
		d := math.Sqrt(lo * hi)
		if _, err := s.At(d); errors.Is(err, theory.ErrEnds) {
			lo = d
		} else {
			hi = d
		}
	}
	t.Logf("the branch ends at d = %.6f", hi)
	last := 0.0
	for k, d := range []float64{1.006 * hi, 1.03 * hi, 1.3 * hi, 2 * hi, 0.02} {
		at, err := s.At(d)
		if err != nil {
			t.Fatal(err)
		}
		if open := 1 - at.P; open <= last || k == 0 && open > 5e-4 {
			t.Errorf("1 − p = %v at d = %v, want it to grow from 0 at %v", open, d, hi)
		} else {
			last = open
		}
	}
	if _, err := s.At(1e-3); !errors.Is(err, theory.ErrEnds) {
		t.Errorf("below the end: %v", err)
	}
}
