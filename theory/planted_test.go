package theory

import (
	"errors"
	"math"
	"testing"
)

// TestPlantedNishimori: at κ = 0 teacher and student are alike, q = R, and the
// entropy vanishes at the known α.
func TestPlantedNishimori(t *testing.T) {
	for _, alpha := range []float64{0.1, 0.5, 1, 1.2446840, 1.4} {
		p, err := RSPlanted(alpha, 0)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(p.Q-p.R) > 1e-10 || math.Abs(p.QHat/p.RHat-1) > 1e-10 {
			t.Errorf("alpha = %v: q = %v, R = %v, q̂ = %v, R̂ = %v", alpha, p.Q, p.R, p.QHat, p.RHat)
		}
		if alpha == 1.2446840 && math.Abs(p.Entropy) > 1e-7 { // seven printed digits, a slope below 2
			t.Errorf("entropy at alpha = %v is %v, want 0", alpha, p.Entropy)
		}
	}
}

// TestPlantedStationary: φ is flat in all four order parameters.
func TestPlantedStationary(t *testing.T) {
	for _, g := range [][2]float64{{0.3, 0.2}, {0.5, 0.6}, {0.7, 0.3}, {0.8, -0.5}} {
		p, err := RSPlanted(g[0], g[1])
		if err != nil {
			t.Fatal(err)
		}
		x := []float64{2 * p.D, p.R, p.QHat, p.RHat}
		phi := func(k int, e float64) float64 {
			y := append([]float64(nil), x...)
			y[k] *= 1 + e
			return planted{g[0], g[1]}.freeEntropy(overlaps{Overlap{Q: 1 - y[0], V: y[0]}, y[1], 1 - y[1], 1 - y[0] - y[1]*y[1]}, y[2], y[3])
		}
		for k := range x {
			const h = 1e-3
			slope := (8*(phi(k, h)-phi(k, -h)) - (phi(k, 2*h) - phi(k, -2*h))) / (12 * h)
			if math.Abs(slope) > 1e-8 {
				t.Errorf("%v: ∂φ/∂ln of parameter %d = %.2g, want 0", g, k, slope)
			}
		}
		if rs := mustRS(t, g[0], g[1]); p.Entropy <= rs.Entropy {
			t.Errorf("%v: entropy %v with a teacher, %v without", g, p.Entropy, rs.Entropy)
		}
	}
}

func TestPlantedErrors(t *testing.T) {
	for _, g := range [][2]float64{{-1, 0}, {math.NaN(), 0}, {0.5, math.Inf(1)}} {
		if _, err := RSPlanted(g[0], g[1]); !errors.Is(err, ErrDomain) {
			t.Errorf("%v: %v", g, err)
		}
	}
	if p, err := RSPlanted(1.6, 0); !errors.Is(err, ErrNoConvergence) {
		t.Errorf("beyond the end of the branch: %+v, %v", p, err)
	}
	if p, err := RSPlanted(0, 0); err != nil || p.Entropy != math.Ln2 {
		t.Errorf("alpha = 0: %+v, %v", p, err)
	}
}
