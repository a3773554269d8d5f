package franzparisi

import (
	"errors"
	"math"
	"testing"

	"fbp/internal/slow"
	"fbp/theory"
	"fbp/theory/oracle"
)

func TestThresholdsTable(t *testing.T) {
	t.Parallel()
	for _, row := range slow.Some(1, oracle.Golden(t, "thresholds.tsv")) {
		got, err := FindThresholds(row["alpha"], 0)
		if err != nil {
			t.Fatal(err)
		}
		// ten printed digits of the table; the issue asks for 1e-7
		if math.Abs(got.KappaMax-row["kappa_max"]) > 1e-10 || math.Abs(got.KappaMin-row["kappa_min"]) > 2e-9 || math.Abs(got.KappaU-row["kappa_u"]) > 2e-9 {
			t.Errorf("%+v, want %v", got, row)
		}
		// what the thresholds mean, a little on either side of them
		for _, c := range []struct {
			kappa, d float64
			value    func(Point) float64
		}{{got.KappaMin, got.DMin, entropyOf}, {got.KappaU, got.DU, slopeOf}} {
			below := c.value(mustFP(t, row["alpha"], c.kappa-1e-5, 0).must(t, c.d))
			above := c.value(mustFP(t, row["alpha"], c.kappa+1e-5, 0).must(t, c.d))
			if below >= 0 || above <= 0 {
				t.Errorf("around kappa = %v, d = %v: %v, %v", c.kappa, c.d, below, above)
			}
		}
	}
}

// Few patterns are not felt at any distance that the scan looks at around references of a
// large margin, and below about α = 0.002 the thresholds are not resolved.
func TestThresholdsOfFewPatterns(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	c := mustFP(t, 1e-4, 79, 0)
	if lnD, least := leastOn(func(float64) (Curve, error) { return c, nil }, slopeOf, 79); !math.IsNaN(lnD) || !(least > 0) {
		t.Errorf("least at %v: %v", lnD, least)
	}
	if got, err := FindThresholds(1e-4, 0); !errors.Is(err, theory.ErrNoConvergence) || !(got.KappaMax > 79) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestNegativeShell: the shell of κ̃ = 0.02 without solutions.
func TestNegativeShell(t *testing.T) {
	c := mustFP(t, 0.5, 0.02, 0)
	for _, d := range []float64{1.2080e-4, 3.56676e-3} { // printed digits
		if a, b := c.must(t, d*(1-1e-4)).Entropy, c.must(t, d*(1+1e-4)).Entropy; (a < 0) == (b < 0) {
			t.Errorf("φ does not change sign at %v: %v, %v", d, a, b)
		}
	}
}

func TestAlphaU(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	r, d, err := AlphaU(0)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.Alpha-0.729) > 1e-3 { // three printed digits
		t.Errorf("α'_u = %v, want 0.729", r.Alpha)
	}
	if slope := mustFP(t, r.Alpha, r.Kappa, 0).must(t, d).Slope; math.Abs(slope) > 1e-8 {
		t.Errorf("slope at d = %v is %v, want 0", d, slope)
	}
	if u, err := FindThresholds(r.Alpha+0.002, 0); !errors.Is(err, ErrBeyond) || !math.IsNaN(u.KappaU) {
		t.Errorf("beyond α'_u: %+v, %v", u, err)
	}
	if u, err := FindThresholds(r.Alpha-0.002, 0); err != nil || !(u.KappaU < r.Kappa+0.01) {
		t.Errorf("below α'_u: %+v, %v", u, err)
	}
}

// TestAlphaUBetweenPoints: at κ = 0.95 the coarse scan misses the zeros of the slope next to α'_u;
// the slope vanishes there, and is positive on both sides.
func TestAlphaUBetweenPoints(t *testing.T) {
	slow.Only(t)
	reference, d, err := AlphaU(0.95)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Random(reference.Alpha, reference.Kappa, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	if at, before, after := c.must(t, d).Slope, c.must(t, d/1.1).Slope, c.must(t, d*1.1).Slope; !(math.Abs(at) < 1e-8) || !(before > 1e-3) || !(after > 1e-3) {
		t.Errorf("slopes %v, %v, %v at α'_u = %v, d = %v", before, at, after, reference.Alpha, d)
	}
}
