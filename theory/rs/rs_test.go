package rs

import (
	"errors"
	"math"
	"testing"

	"fbp/gauss"
)

// parabola is the channel Z = e^{−a x²/2}.
type parabola struct{ a float64 }

func (p parabola) Log(x float64) float64                  { return -p.a * x * x / 2 }
func (p parabola) Slopes(x float64) (slope, bend float64) { return -p.a * x, -p.a }

// TestParabola: everything is known: q̂ = α a² (q + κ²)/(1−q)², so that q = α a² κ²/(1 − α a²), and the replicon is α a².
func TestParabola(t *testing.T) {
	const a, kappa = 0.7, 0.4
	f := Field{Margin: kappa, Channel: parabola{a}}
	b := Branch{Spherical, f}
	for _, alpha := range []float64{1e-9, 0.1, 1, 1.7} {
		p, err := b.Solve(alpha)
		q := alpha * a * a * kappa * kappa / (1 - alpha*a*a)
		if err != nil || math.Abs(p.Q/q-1) > 1e-11 {
			t.Errorf("α = %v: q = %v, %v; want %v", alpha, p.Q, err, q)
		}
		if r := b.Replicon(p, f.Stiff(p.Overlap)); math.Abs(r/(alpha*a*a)-1) > 1e-11 {
			t.Errorf("α = %v: replicon %v", alpha, r)
		}
		v := 1 - q
		phi := -alpha*a*(q+kappa*kappa)/(2*v) + (q/v+math.Log(v))/2
		if math.Abs(b.FreeEntropy(p)-phi) > 1e-12 {
			t.Errorf("α = %v: φ = %v, want %v", alpha, b.FreeEntropy(p), phi)
		}
		near, ok := b.Near(alpha, math.Log(p.QHat)+0.1)
		if !ok || math.Abs(near.QHat/p.QHat-1) > 1e-11 || near.Alpha != alpha {
			t.Errorf("α = %v: by secants %+v, %v; want %+v", alpha, near, ok, p)
		}
	}
	if p, err := b.Solve(0); err != nil || p != (Point{Overlap: Overlap{0, 1}}) {
		t.Error("α = 0:", p, err)
	}
	if p, err := b.Solve(2.1); !errors.Is(err, ErrNoConvergence) { // α a² > 1
		t.Error("beyond the end:", p, err)
	}
}

// TestTeacher: the average with the weight of a teacher, of 1 and of z, which is −2M G(0)/√Q, by parts; half of it with
// a quarter of wrong labels.
func TestTeacher(t *testing.T) {
	const q, m = 0.6, 0.5
	o := Overlap{q, 1 - q}
	f := Field{Margin: 0.3, Channel: parabola{1}, Steep: m / math.Sqrt(q-m*m)}
	for noise, want := range map[float64]float64{0: 1, 0.25: 0.5} {
		f.Noise = noise
		one := f.Average(o, func(float64) float64 { return 1 })
		z := f.Average(o, func(x float64) float64 { return (x*math.Sqrt(o.V) + f.Margin) / math.Sqrt(q) })
		// ⟨z H(−s z)⟩ = s G(0)/√(1+s²), s/√(1+s²) = M/√Q
		if math.Abs(one-1) > 1e-13 || math.Abs(z-want*2*m/math.Sqrt(q)*gauss.G(0)) > 1e-13 {
			t.Errorf("noise %v: ⟨1⟩ = %v, ⟨z⟩ = %v", noise, one, z)
		}
	}
}

// square is the kernel φ = q².
func square(o Overlap) (e Overlap, slope, curvature float64) {
	return Overlap{o.Q * o.Q, o.V * (1 + o.Q)}, 2 * o.Q, 2
}

// TestForce: the force, and the derivative of Log by q, in closed form, with hidden units and without.
func TestForce(t *testing.T) {
	for _, f := range []Field{{Margin: 0.3, Channel: parabola{0.7}, Kernel: square}, {Margin: -0.2, Channel: parabola{0.7}}} {
		const h = 1e-3
		at := func(q float64) float64 { return f.Log(Overlap{q, 1 - q}) }
		o := Overlap{0.5, 0.5}
		e, slope, _ := f.effective(o)
		byV := -slope * 0.7 * (e.Q + f.Margin*f.Margin) / (2 * e.V * e.V) // −∂/∂V of −a(Q+κ²)/2V
		byQ := -slope * 0.7 / (2 * e.V)
		got := (8*(at(0.5+h)-at(0.5-h)) - (at(0.5+2*h) - at(0.5-2*h))) / (12 * h)
		if math.Abs(got-byQ-byV) > 1e-9 {
			t.Errorf("margin %v: dE ln Z/dq = %v, want %v", f.Margin, got, byQ+byV)
		}
		if want := slope * 0.49 * (e.Q + f.Margin*f.Margin) / (e.V * e.V); math.Abs(f.Force(o)-want) > 1e-12 {
			t.Errorf("margin %v: force %v, want %v", f.Margin, f.Force(o), want)
		}
	}
}

// ends is patterns that are known up to q = ½.
type ends struct{}

func (ends) Log(Overlap) float64 { return 0 }
func (ends) Force(o Overlap) float64 {
	if o.Q > 0.5 {
		return math.NaN()
	}
	return 1
}

// TestEnds: a search that leaves what is known says where; q/(1−q)² = α of a force of 1.
func TestEnds(t *testing.T) {
	b := Branch{Spherical, ends{}}
	if p, err := b.Solve(1.99); err != nil || math.Abs(p.Q/(p.V*p.V)-1.99) > 1e-10 {
		t.Error(p, err)
	}
	if p, err := b.Solve(2.1); !errors.Is(err, ErrNoConvergence) || !(p.Q > 0.5) {
		t.Error(p, err)
	}
}

// TestInstability: the first rise through 1, and none of a replicon that is 1 but for rounding.
func TestInstability(t *testing.T) {
	b := Branch{Spherical, ends{}}
	p, err := Instability(b, func(p Point) float64 { return math.Exp(math.Sin(math.Log(p.QHat))) })
	if want := -2 * math.Pi; err != nil || math.Abs(math.Log(p.QHat)-want) > 1e-10 {
		t.Errorf("%+v, %v; want ln q̂ = %v", p, err, want)
	}
	if _, err := Instability(b, func(p Point) float64 { return 1 + 1e-9*math.Sin(p.QHat) }); !errors.Is(err, ErrStable) {
		t.Error(err)
	}
}
