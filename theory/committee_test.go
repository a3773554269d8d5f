package theory

import (
	"errors"
	"math"
	"testing"

	"fbp/gauss"
	"fbp/theory/oracle"
	"fbp/theory/rs"
)

var machines = []Committee{{Binary, Linear}, {Binary, Sign}, {Binary, ReLU}, {Binary, LeakyReLU(0.3)},
	{Spherical, Linear}, {Spherical, Sign}, {Spherical, ReLU}, {Spherical, LeakyReLU(0.3)}}

// TestKernels: k(x) = E[g(u)g(v)] by the average over u, v = xu + √(1−x²)z, and its
// derivatives by differences.
//
// Check: committees of many units: kernels, capacities, instabilities | averages over pairs of normals;
// printed and independent values; curvature of the 1RSB free entropy at q0 = q1; 1RSB at finite q1 | 1e-12;
// 5e-7; 2e-3; 2e-3
func TestKernels(t *testing.T) {
	relu := func(slope float64) func(float64) float64 {
		return func(u float64) float64 { return math.Max(u, 0) + slope*math.Min(u, 0) }
	}
	for _, c := range []struct {
		a Activation
		g func(float64) float64
	}{{Sign, func(u float64) float64 { return math.Copysign(1, u) }}, {ReLU, relu(0)}, {LeakyReLU(0.3), relu(0.3)}} {
		k := func(x float64) float64 {
			y := math.Sqrt(1 - x*x)
			return gauss.Average(func(u float64) float64 {
				at := -x * u / y // where v changes sign
				return c.g(u) * gauss.Average(func(z float64) float64 { return c.g(x*u + y*z) }, at)
			}, gauss.Around(0, y)...)
		}
		zero, one := k(0), gauss.Average(func(u float64) float64 { return c.g(u) * c.g(u) }, 0)
		for _, x := range []float64{-0.6, 0.01, 0.3, 0.8, 0.9} {
			rise, rest, slope, curvature := c.a.kernel(Overlap{Q: x, V: 1 - x})
			if math.Abs(rise-(k(x)-zero)) > 1e-12 || math.Abs(rest-(one-k(x))) > 1e-12 {
				t.Errorf("%v(%v): %v and %v, want %v and %v", c.a, x, rise, rest, k(x)-zero, one-k(x))
			}
			const h = 1e-3 // errors h⁴ times the fifth and sixth derivatives, up to (1−x)^−5
			at := func(x float64) float64 { r, _, _, _ := c.a.kernel(Overlap{Q: x, V: 1 - x}); return r }
			first := (8*(at(x+h)-at(x-h)) - (at(x+2*h) - at(x-2*h))) / (12 * h)
			second := (16*(at(x+h)+at(x-h)) - (at(x+2*h) + at(x-2*h)) - 30*at(x)) / (12 * h * h)
			tol := 1e-10 + 1e-11*math.Pow(1-x, -4.5)*(1-x)
			if math.Abs(first-slope) > tol || math.Abs(second-curvature) > 100*tol {
				t.Errorf("%v(%v): k' = %v, k'' = %v, by differences %v, %v", c.a, x, slope, curvature, first, second)
			}
		}
		// near 1 the rest is not a difference: series in the angle θ
		for _, angle := range []float64{1e-6, 1e-3, 0.09999, 0.10001} {
			v := 2 * math.Pow(math.Sin(angle/2), 2)
			_, rest, _, _ := c.a.kernel(Overlap{Q: 1 - v, V: v})
			e := (math.Pi*v - math.Pow(angle, 3)/3*(1-angle*angle/10+math.Pow(angle, 4)/280)) / (2 * math.Pi)
			want := 2 * angle / math.Pi
			if c.a.name != "sign" {
				slope := 0.0
				if c.a.name != "relu" {
					slope = 0.3
				}
				want = (1-slope)*(1-slope)*e + slope*v
			}
			if math.Abs(rest/want-1) > 1e-10 {
				t.Errorf("%v at angle %v: 1 − φ = %v, want %v", c.a, angle, rest, want)
			}
		}
	}
	// a slope of 1 is the linear unit
	rise, rest, slope, curvature := LeakyReLU(1).kernel(Overlap{Q: 0.3, V: 0.7})
	if rise != 0.3 || rest != 0.7 || slope != 1 || curvature != 0 {
		t.Error("leaky-relu:1 is not linear:", rise, rest, slope, curvature)
	}
}

// TestCommitteeCapacities: the values of PRL 123, 170602 (2019), with the digits of an
// independent derivation; 1RSB and instability of spherical ReLU are printed there as
// 2.92 and 0.615, which the tests below refute.
func TestCommitteeCapacities(t *testing.T) {
	check := func(name string, got, want, tol float64, err error) {
		t.Helper()
		if err != nil || !(math.Abs(got-want) <= tol) && got != want {
			t.Errorf("%s = %.9f, %v; want %v", name, got, err, want)
		}
	}
	for i, want := range []float64{0.8330786, 0.9469524, 0.9039863, math.NaN(), 2, math.Inf(1), 2.933884} {
		if c := machines[i]; !math.IsNaN(want) {
			got, err := c.Capacity(0)
			check("capacity of "+c.String(), got, want, 5e-7, err)
		}
	}
	exact, _ := Committee{Spherical, ReLU}.Capacity(0)
	check("capacity of spherical ReLU", exact, 2/(1-1/math.Pi), 1e-14, nil)
	sign, err := Committee{Spherical, Sign}.Instability(0)
	check("instability of spherical sign", sign.Alpha, 2.987819, 5e-7, err)
	relu, err := Committee{Spherical, ReLU}.Instability(0)
	check("instability of spherical ReLU", relu.Alpha, 1.7212, 5e-5, err)
	if _, err := (Committee{Spherical, Linear}).Instability(0); !errors.Is(err, ErrStable) {
		t.Error("the spherical perceptron is unstable:", err)
	}
}

// TestMarginsBelowZero: α_AT of the note on connectivity, from an independent program, and
// capacities: as κ → 0 the square of κ is lost by breaking replica symmetry, a positive margin
// breaks none, and no capacity exceeds that of replica symmetry.
func TestMarginsBelowZero(t *testing.T) {
	sphere := Committee{Weights: Spherical}
	for kappa, want := range map[float64]float64{-0.5: 3.950701313, -1: 7.873560241} {
		p, err := sphere.Instability(kappa)
		if err != nil || math.Abs(p.Alpha-want) > 1e-9 || math.Abs(sphere.Replicon(p)-1) > 1e-10 {
			t.Errorf("κ = %v: α_AT = %.10f, %v; want %v", kappa, p.Alpha, err, want)
		}
		if q, err := sphere.RS(p.Alpha, kappa); err != nil || math.Abs(q.Q-p.Q) > 1e-8 || math.Abs(q.Entropy-p.Entropy) > 1e-8 {
			t.Errorf("κ = %v: q = %v, S = %v, by RS %v %v (%v)", kappa, p.Q, p.Entropy, q.Q, q.Entropy, err)
		}
	}
	if _, err := sphere.Breaking(RSPoint{}); err != nil {
		t.Error(err)
	}
	if _, err := (Committee{Spherical, ReLU}).Breaking(RSPoint{}); !errors.Is(err, ErrDomain) {
		t.Error("breaking point of a committee:", err)
	}
}

// TestCommitteeRS: flat in q and q̂, against a trapezoid sum, and α → 0.
func TestCommitteeRS(t *testing.T) {
	for _, c := range machines {
		for _, kappa := range []float64{0, 0.2} {
			p, err := c.RS(0.7, kappa)
			if err != nil {
				t.Fatal(err)
			}
			v, margin, b := 2*p.D, kappa/c.Activation.Scale(), c.branch(kappa)
			slope := func(f func(e float64) float64) float64 {
				const h = 1e-3 // five points: errors 1e-12
				return (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
			}
			dv := slope(func(e float64) float64 {
				return b.FreeEntropy(rs.Point{Alpha: 0.7, QHat: p.QHat, Overlap: Overlap{Q: 1 - v*(1+e), V: v * (1 + e)}})
			})
			dq := slope(func(e float64) float64 {
				return b.FreeEntropy(rs.Point{Alpha: 0.7, QHat: p.QHat * (1 + e), Overlap: Overlap{Q: p.Q, V: v}})
			})
			if math.Abs(dv) > 1e-8 || math.Abs(dq) > 1e-8 {
				t.Errorf("%v, κ = %v: ∂φ/∂ln(1−q) = %.2g, ∂φ/∂ln q̂ = %.2g", c, kappa, dv, dq)
			}
			if entropy := oracleRS(c, 0.7, margin, p.Q); math.Abs(entropy-p.Entropy) > 1e-10 {
				t.Errorf("%v, κ = %v: φ = %v, by sums %v", c, kappa, p.Entropy, entropy)
			}
		}
		p, _ := c.RS(1e-9, 0)
		if want := c.Weights.LogSum(0) - 1e-9*math.Ln2; math.Abs(p.Entropy-want) > 1e-15 {
			t.Errorf("%v: φ(α → 0) = %v, want %v", c, p.Entropy, want)
		}
	}
}

// oracleRS is the free entropy of given q by trapezoid sums, with q̂ where it is
// stationary; for the sphere with q̂ eliminated, ½ ln(1−q) + ½ q/(1−q).
func oracleRS(c Committee, alpha, margin, q float64) float64 {
	k := func(x float64) float64 {
		s := math.Sqrt(1 - x*x)
		switch c.Activation.name {
		case "sign":
			return 2 / math.Pi * math.Asin(x)
		case "":
			return x
		}
		a := 0.0
		if c.Activation.name != "relu" {
			a = 0.3
		}
		return (1-a)*(1-a)*(s+x*(math.Pi-math.Acos(x)))/(2*math.Pi) + a*x
	}
	e := (k(q) - k(0)) / (k(1) - k(0))
	patterns := oracle.Trapezoid(func(x float64) float64 { return oracle.LogH((margin - math.Sqrt(e)*x) / math.Sqrt(1-e)) })
	if c.Weights == Spherical {
		return math.Log(1-q)/2 + q/(1-q)/2 + alpha*patterns
	}
	weights := func(qHat float64) float64 {
		return -qHat*(1-q)/2 + gauss.Average(func(x float64) float64 { return math.Log(2 * math.Cosh(math.Sqrt(qHat)*x)) })
	}
	lo, hi := 0.0, 50.0
	for hi-lo > 1e-7 { // it is concave
		a, b := lo+(hi-lo)/3, hi-(hi-lo)/3
		if weights(a) > weights(b) {
			hi = b
		} else {
			lo = a
		}
	}
	return weights(lo) + alpha*patterns
}
