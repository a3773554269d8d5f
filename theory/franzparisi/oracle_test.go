package franzparisi

import (
	"math"
	"testing"

	"fbp/gauss"
	"fbp/theory/oracle"
)

// TestFPStationary: the free entropy is flat in p, t0, p̂, t̂0 and t̂1.
func TestFPStationary(t *testing.T) {
	for _, g := range [][4]float64{
		{0.5, 0, 0, 0.01}, {0.5, 0.1, 0, 0.2}, {0.5, 0.4, 0, 0.03}, {0.5, 0.2, 0.1, 0.45}, {0.82, 0.01, 0, 0.02},
		{0.05, 2, 1, 0.1}, {0.2, 1.3, 0, 0.3}, {0.6, -0.5, -0.6, 0.1},
	} {
		c := mustFP(t, g[0], g[1], g[2])
		p := c.must(t, g[3])
		x := []float64{p.P, p.T0, p.PHat, p.T0Hat, p.T1Hat}
		// steps small against the distance to the edge of the admissible region
		t1 := 1 - 2*p.D
		room := min(1-p.P, p.P-t1*t1-math.Pow(p.T0-c.Reference.Q*t1, 2)/(c.Reference.Q*2*c.Reference.D))
		// and p̂ ≥ t̂0²/q̂
		roomHat := p.PHat - p.T0Hat*p.T0Hat/c.Reference.QHat
		scale := []float64{room, room, roomHat, min(p.T0Hat, roomHat), p.T1Hat}
		for k := range x {
			h := 0.01 * scale[k]
			phi := func(n float64) float64 {
				y := append([]float64(nil), x...)
				y[k] += n * h
				return rawFP(c, g[3], 0, broken{y[0], y[0], y[1], y[2], y[2], y[3], y[4]})
			}
			// seven-point rule, error (0.01)⁶ of a seventh derivative; in units of the scale of the parameter
			slope := (45*(phi(1)-phi(-1)) - 9*(phi(2)-phi(-2)) + phi(3) - phi(-3)) / 60 / 0.01
			if math.Abs(slope) > 1e-8 {
				t.Errorf("%v: scale × derivative in parameter %d is %.2g, want 0", g, k, slope)
			}
		}
	}
}

// TestFPOracle evaluates the double integrals of 𝒢_S and 𝒢_E as they are printed,
// by the trapezoid rule in x and y and package math.
func TestFPOracle(t *testing.T) {
	const h, reach = 0.05, 8.5
	for _, g := range [][4]float64{{0.5, 0.1, 0, 0.2}, {0.5, 0, 0, 0.3}, {0.3, 0.6, 0.2, 0.1}} {
		c := mustFP(t, g[0], g[1], g[2])
		f, r := c.must(t, g[3]), c.Reference
		t1, q, qHat := 1-2*f.D, r.Q, r.QHat
		gamma := f.P - f.T0*f.T0/q
		root := math.Sqrt(gamma*(1-q) - (t1-f.T0)*(t1-f.T0))
		narrow := math.Sqrt(f.PHat - f.T0Hat*f.T0Hat/qHat)
		weights, patterns := 0.0, 0.0
		n := int(reach / h)
		for i := -n; i <= n; i++ {
			x := float64(i) * h
			hb := math.Erfc((r.Kappa-math.Sqrt(q)*x)/math.Sqrt(1-q)/math.Sqrt2) / 2
			for j := -n; j <= n; j++ {
				y := float64(j) * h
				dxy := h * h * math.Exp(-(x*x+y*y)/2) / (2 * math.Pi)
				a := (math.Sqrt(gamma)*(r.Kappa-math.Sqrt(q)*x) - (t1-f.T0)*y) / root
				patterns += dxy * math.Erfc(a/math.Sqrt2) / 2 / hb *
					oracle.LogH((f.Kappa-f.T0/math.Sqrt(q)*x-math.Sqrt(gamma)*y)/math.Sqrt(1-f.P))
				for _, w := range []float64{-1, 1} {
					field := narrow*y + f.T0Hat/math.Sqrt(qHat)*x + (f.T1Hat-f.T0Hat)*w
					weights += dxy * math.Exp(math.Sqrt(qHat)*w*x) / (2 * math.Cosh(math.Sqrt(qHat)*x)) * gauss.Log2Cosh(field)
				}
			}
		}
		want := -f.PHat/2*(1-f.P) + f.T0*f.T0Hat - t1*f.T1Hat + weights + r.Alpha*patterns
		if math.Abs(f.Entropy-want) > 1e-10 {
			t.Errorf("%v: φ = %.12f, plain sum %.12f", g, f.Entropy, want)
		}
	}
}
