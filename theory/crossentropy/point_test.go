package crossentropy

import (
	"math"
	"testing"

	"fbp/gauss"
	"fbp/internal/slow"
	"fbp/loss"
	"fbp/theory"
	"fbp/theory/oracle"
)

func must(t testing.TB) func(p Point, err error) Point {
	return func(p Point, err error) Point {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

// near compares with a tolerance that is relative, or absolute where that is larger.
func near(t *testing.T, what string, got, want, relative, absolute float64) {
	t.Helper()
	if !(math.Abs(got-want) <= max(absolute, relative*math.Abs(want))) {
		t.Errorf("%s: %.14g, want %.14g (off by %.2g)", what, got, want, got-want)
	}
}

// TestTable: the table of an independent program. Its error rates at β_entropy were cut,
// and its entropies there are good to 1e-5: β_entropy is tested by the entropy at it.
func TestTable(t *testing.T) {
	for i, row := range oracle.Golden(t, "cross_entropy_error_rate.tsv") {
		l, alpha := loss.CrossEntropy{Gamma: row["gamma"]}, row["alpha"]
		cold := must(t)(Zero(l, alpha))
		near(t, "T = 0 δq", cold.DQ, row["T0_dq"], 1e-9, 0)
		near(t, "T = 0 energy", cold.Energy, row["T0_energy"], 1e-9, 0)
		near(t, "T = 0 error rate", cold.ErrorRate, row["T0_error_rate"], 1e-6, 1e-12)
		p := must(t)(At(l, alpha, 20))
		near(t, "q", p.Q, row["b20_q"], 1e-9, 0)
		near(t, "entropy", p.Entropy, row["b20_entropy"], 0, 1e-6)
		near(t, "stability", p.Stability, row["b20_stability"], 1e-9, 0)
		near(t, "error rate", p.ErrorRate, row["b20_error_rate"], 1e-6, 1e-12)
		p = must(t)(At(l, alpha, row["beta_entropy"]))
		near(t, "entropy at β_entropy", p.Entropy, 0, 0, 1e-5)
		near(t, "q at β_entropy", p.Q, row["q_at_beta_entropy"], 1e-9, 0)
		near(t, "error rate at β_entropy", p.ErrorRate, row["error_rate_at_beta_entropy"], 0, 1e-4)
		if b := row["beta_instability"]; i%3 == 0 && !math.IsNaN(b) {
			p = must(t)(Instability(l, alpha))
			near(t, "β_instability", p.Beta, b, 1e-8, 0)
			near(t, "q at β_instability", p.Q, row["q_at_beta_instability"], 1e-8, 0)
			near(t, "error rate at β_instability", p.ErrorRate, row["error_rate_at_beta_instability"], 2e-5, 1e-12) // at α = 0.4 and 0.7 a plain double sum confirms ours to 1e-7
		}
		if t.Failed() {
			t.Fatalf("at γ = %v, α = %v", row["gamma"], alpha)
		}
	}
}

// TestStar: β* is the smaller of β_entropy and β_instability, either may be it.
func TestStar(t *testing.T) {
	for _, gamma := range []float64{0.5, 2} {
		l := loss.CrossEntropy{Gamma: gamma}
		e, i, s := must(t)(EntropyVanishes(l, 0.4)), must(t)(Instability(l, 0.4)), must(t)(Star(l, 0.4))
		near(t, "β*", s.Beta, min(e.Beta, i.Beta), 1e-9, 0)
		near(t, "entropy", e.Entropy, 0, 0, 1e-10)
		near(t, "stability", i.Stability, 1, 0, 1e-9)
	}
	s := must(t)(Star(loss.CrossEntropy{Gamma: math.Inf(1)}, 0.4))
	if r, _ := theory.RS(0.4, 0); !math.IsInf(s.Beta, 1) || s.Q != r.Q || s.Entropy != r.Entropy {
		t.Errorf("γ = ∞: %+v, want the solutions %+v at β = ∞", s, r)
	}
}

// free is φ as a function of β, q and q̂.
func free(l loss.Loss, alpha, beta, q, qHat float64) float64 {
	c := channel{l: l}
	c.set(beta, 1-q)
	return theory.Binary.LogSum(qHat) - qHat*(1-q)/2 + alpha*c.average(func(m moments) float64 { return m.log })
}

var losses = []loss.Loss{loss.CrossEntropy{Gamma: 0.5}, loss.CrossEntropy{Gamma: 3}, loss.Hinge{Kappa: 0.2}, loss.Quadratic{Kappa: 0.3}, loss.Errors{Kappa: 0}}

// TestDerivatives: φ is stationary in q and q̂, its derivative by β is minus the energy, and
// that of the entropy β times the energy's. Differences of 1e-3, of third order in it.
func TestDerivatives(t *testing.T) {
	slow.Only(t)
	for _, l := range losses {
		for _, beta := range []float64{2, 30} {
			p := must(t)(At(l, 0.5, beta))
			const h = 1e-3
			five := func(f func(x float64) float64) float64 { // derivative by the logarithm, error h⁴
				at := func(n float64) float64 { return f(math.Exp(n * h)) }
				return (8*(at(1)-at(-1)) - at(2) + at(-2)) / (12 * h)
			}
			near(t, "∂φ/∂q", five(func(x float64) float64 { return free(l, 0.5, beta, 1-p.V*x, p.QHat) }), 0, 0, 1e-9)
			near(t, "∂φ/∂q̂", five(func(x float64) float64 { return free(l, 0.5, beta, p.Q, p.QHat*x) }), 0, 0, 1e-9)
			near(t, "dφ/dβ", five(func(x float64) float64 { return free(l, 0.5, beta*x, p.Q, p.QHat) }), -beta*p.Energy, 0, 1e-9)
			near(t, "φ", p.Entropy-beta*p.Energy, free(l, 0.5, beta, p.Q, p.QHat), 0, 1e-12)
			entropy := five(func(x float64) float64 { return must(t)(At(l, 0.5, beta*x)).Entropy })
			energy := five(func(x float64) float64 { return must(t)(At(l, 0.5, beta*x)).Energy })
			near(t, "dS = β dE", entropy, beta*energy, 0, 1e-8)
			if t.Failed() {
				t.Fatalf("%#v at β = %v", l, beta)
			}
		}
	}
}

// TestPlainSum evaluates Z, q̂ and the error rate as double sums with package math.
func TestPlainSum(t *testing.T) {
	const h, ends = 0.02, 9
	l, alpha, beta := loss.CrossEntropy{Gamma: 1.5}, 0.4, 12.0
	p := must(t)(At(l, alpha, beta))
	sq, sv := math.Sqrt(p.Q), math.Sqrt(p.V)
	qHat, free, wrong := 0.0, 0.0, 0.0
	for i := -int(ends / h); i <= ends/h; i++ {
		u := float64(i) * h
		z, first, below := 0.0, 0.0, 0.0
		for j := -int(ends / h); j <= ends/h; j++ {
			x := float64(j) * h
			y := sq*u + sv*x
			w := h / math.Sqrt(2*math.Pi) * math.Exp(-x*x/2-beta*math.Log1p(math.Exp(-3*y))/3)
			z += w
			first += w * x
			below += w * (1 + math.Copysign(1, -y)) / 2
		}
		w := h / math.Sqrt(2*math.Pi) * math.Exp(-u*u/2)
		qHat += alpha * w * (first / z) * (first / z) / p.V
		free += alpha * w * math.Log(z)
		wrong += w * below / z
	}
	near(t, "q̂", p.QHat, qHat, 1e-10, 0)
	near(t, "φ", p.Entropy-beta*p.Energy, free-p.QHat*p.V/2+oracle.Trapezoid(func(x float64) float64 { return gauss.Log2Cosh(math.Sqrt(p.QHat) * x) }), 1e-10, 0)
	near(t, "error rate", p.ErrorRate, wrong, 1e-2, 0) // the step falls between points
}

// TestLimits: γ → ∞ is the hinge, and β → ∞ of every loss that some configurations do not
// have is the theory of solutions, with its replicon.
func TestLimits(t *testing.T) {
	steep, hinge := must(t)(At(loss.CrossEntropy{Gamma: 1e6}, 0.4, 20)), must(t)(At(loss.CrossEntropy{Gamma: math.Inf(1)}, 0.4, 20))
	near(t, "γ → ∞: q", steep.Q, hinge.Q, 0, 1e-9)
	near(t, "γ → ∞: entropy", steep.Entropy, hinge.Entropy, 0, 1e-9)
	near(t, "γ → ∞: error rate", steep.ErrorRate, hinge.ErrorRate, 0, 1e-6)
	// patterns within 1/β, 1/√β or √(2 ln β) e^−β of the margin still tell
	for l, tolerance := range map[loss.Loss]float64{loss.Hinge{Kappa: 0.1}: 1e-9, loss.Quadratic{Kappa: 0.1}: 1e-5, loss.Errors{Kappa: 0.1}: 1e-9} {
		beta := 1e12
		if l == (loss.Errors{Kappa: 0.1}) {
			beta = 500
		}
		p, r := must(t)(At(l, 0.5, beta)), must(t)(Zero(l, 0.5))
		near(t, "q", p.Q, r.Q, 0, tolerance)
		near(t, "entropy", p.Entropy, r.Entropy, 0, tolerance)
		near(t, "stability", p.Stability, r.Stability, 0, 10*tolerance)
		if t.Failed() {
			t.Fatalf("%#v", l)
		}
	}
}

// TestErrorsAtAKink: at γ = ∞ and α > 4/π patterns lie at the kink of the loss, and the error
// rate is the limit β → ∞, which a separate program has from the weights e^{βux/δq} below the
// kink and e^{−βx(1−u/δq)}, exchanged, above it.
func TestErrorsAtAKink(t *testing.T) {
	for _, alpha := range slow.Some(2, []float64{1.5, 30, 2, 4}) {
		l := loss.CrossEntropy{Gamma: math.Inf(1)}
		cold, warm, warmer := must(t)(Zero(l, alpha)), must(t)(At(l, alpha, 2e4)), must(t)(At(l, alpha, 1e4))
		near(t, "error rate", cold.ErrorRate, 2*warm.ErrorRate-warmer.ErrorRate, 0, 2e-5)
	}
}

// TestZero: β → ∞ approaches zero temperature with corrections of order 1/β, which a step of
// Richardson's removes.
func TestZero(t *testing.T) {
	for _, l := range []loss.Loss{loss.CrossEntropy{Gamma: 0.5}, loss.CrossEntropy{Gamma: 2}} {
		alpha, beta := 0.9, 1e4
		cold, warm, warmer := must(t)(Zero(l, alpha)), must(t)(At(l, alpha, 2*beta)), must(t)(At(l, alpha, beta))
		limit := func(of func(Point) float64) float64 { return 2*of(warm) - of(warmer) }
		near(t, "δq", cold.DQ, limit(func(p Point) float64 { return p.DQ }), 1e-6, 0)
		near(t, "energy", cold.Energy, limit(func(p Point) float64 { return p.Energy }), 1e-6, 0)
		near(t, "error rate", cold.ErrorRate, limit(func(p Point) float64 { return p.ErrorRate }), 1e-5, 0)
		if _, width := l.Bend(); width > 0 {
			near(t, "entropy", cold.Entropy, limit(func(p Point) float64 { return p.Entropy }), 0, 1e-5)
		}
		if t.Failed() {
			t.Fatalf("%#v", l)
		}
	}
	kink := must(t)(Zero(loss.Hinge{}, 1.5)) // (2/π)/α = ∫_{−∞}^{−δ} δ² + ∫_{−δ}^0 u²
	d := kink.DQ
	sum := d*d*gauss.H(d) + (0.5 - gauss.H(d) - d*gauss.G(d))
	near(t, "hinge", sum, 2/math.Pi/1.5, 1e-9, 0)
	near(t, "its error rate", kink.ErrorRate, gauss.H(d)+(gauss.G(0)-gauss.G(d))/d, 1e-12, 0)
}

// BenchmarkAt is a point, and one at β*.
func BenchmarkAt(b *testing.B) {
	l := loss.CrossEntropy{Gamma: 2}
	b.Run("20", func(b *testing.B) {
		for b.Loop() {
			must(b)(At(l, 0.4, 20))
		}
	})
	b.Run("star", func(b *testing.B) {
		for b.Loop() {
			must(b)(Star(l, 0.4))
		}
	})
}

// BenchmarkStar finds β* and the saddle point there.
func BenchmarkStar(b *testing.B) {
	for b.Loop() {
		for _, gamma := range []float64{0.5, 2, 10} {
			if _, err := Star(loss.CrossEntropy{Gamma: gamma}, 0.4); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(3*b.N), "ms/point")
}
