//go:build slow

package fitting

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"
)

// everyDesign asks for all designs and all trials, which take a quarter of an hour.
var everyDesign = os.Getenv("FBP_TEST_COVERAGE") != ""

// Intervals cover the parameters that coins were tossed with 95 ± 1.5 % of the time,
// those with open ends included, and whatever the status. 2000 trials have a standard
// error of 0.49 %. Steep designs are the hard ones: where only one or two points have
// coins of both kinds, an interval is that of a few binomial numbers, which take few
// values.
func TestCoverage(t *testing.T) {
	const trials = 2000
	for _, d := range []struct {
		points, samples int
		steps, off      float64
		tolerance       float64
	}{
		{5, 20, 1, 0, 0.015}, {5, 20, 0.5, 0.2, 0.015}, {5, 20, 2, 0.3, 0.015}, {5, 400, 2, 0.3, 0.015},
		{10, 20, 0.5, 0.1, 0.015}, {10, 50, 1, 0.2, 0.015}, {7, 100, 3, 0.4, 0.015}, {10, 400, 0.3, 0, 0.015},
		{8, 40, 2, 0.5, 0.02}, {5, 20, 4, 0.3, 0.025},
	} {
		if typical := d.steps == 0.5 && d.samples == 20 || d.samples == 50; !typical && !everyDesign {
			continue
		}
		rng := rand.New(rand.NewPCG(23, uint64(1000*d.points+d.samples)))
		half, width := 0., 0.
		for range trials {
			l := FitLogistic(tossed(rng, 0.7, 0.02, d.steps, d.off, d.points, d.samples))
			half += covers(l.Half, 0.7) / trials
			width += covers(l.Width, 0.02) / trials
		}
		t.Logf("%+v: alpha_half %.4f, width %.4f", d, half, width)
		if math.Abs(half-0.95) > d.tolerance || math.Abs(width-0.95) > d.tolerance {
			t.Errorf("%+v: intervals cover %.4f of the middles and %.4f of the widths", d, half, width)
		}
	}
}

// Those of ν, too, and at least that of the limit, whatever the exponent of the shift. 500
// trials have a standard error of 1 %, which is added to the 1.5 % once; 60 trials one of 2.8 %, twice.
func TestCoverageOfScaling(t *testing.T) {
	trials, tolerance := 60.0, 0.07
	if everyDesign {
		trials, tolerance = 500, 0.025
	}
	for _, d := range []struct {
		nu, shift float64
		samples   int
	}{{2, 2, 100}, {1.5, 1.5, 40}, {2, 1, 100}, {2, 4, 100}} {
		rng := rand.New(rand.NewPCG(7, uint64(d.samples)))
		limit, nu := 0., 0.
		for range int(trials) {
			var sizes []Size
			var own []Logistic
			for _, n := range []float64{251, 501, 1001, 2001} {
				half, width := 0.75-0.8*math.Pow(n, -1/d.shift), 0.5*math.Pow(n, -1/d.nu)
				s := Size{N: n, Points: tossed(rng, half, width, 1, 0.2, 7, d.samples)}
				sizes, own = append(sizes, s), append(own, FitLogistic(s.Points))
			}
			s, _ := FitScaling(sizes, own)
			limit += covers(s.Infinite, 0.75) / trials
			nu += covers(s.Nu, d.nu) / trials
		}
		t.Logf("%+v: limit %.3f, nu %.3f", d, limit, nu)
		if limit < 0.95-tolerance || math.Abs(nu-0.95) > tolerance {
			t.Errorf("%+v: intervals cover %.3f of the limits and %.3f of the exponents", d, limit, nu)
		}
	}
}

// covers is 1 if an interval contains a value.
func covers(e Estimate, x float64) float64 {
	if e.Low > x || e.High < x {
		return 0
	}
	return 1
}
