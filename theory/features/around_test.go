package features

import (
	"errors"
	"math"
	"strings"
	"testing"

	"fbp/internal/slow"
	"fbp/theory"
	"fbp/theory/saddle"
)

// around has the solutions of margin kappa around references of another margin.
func around(t *testing.T, reference Problem, kappa float64) Surroundings {
	t.Helper()
	ref, err := reference.Solve()
	if err != nil {
		t.Fatal(err)
	}
	s, err := Around(ref, kappa)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s Surroundings) at(t *testing.T, d float64) Point {
	t.Helper()
	p, err := s.At(d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestSurroundingsAgainstTable(t *testing.T) {
	var all []map[string]float64
	rows(t, "testdata/franzparisi.tsv", func(_ string, at map[string]float64) { all = append(all, at) })
	if len(all) != 38 {
		t.Fatalf("%d rows", len(all))
	}
	for _, at := range slow.Some(4, all) {
		p := around(t, Problem{A: of("sign"), Alpha: at["alpha"], AlphaT: at["alpha_T"], Kappa: at["kappa_ref"]}, at["kappa"]).at(t, at["d"])
		near(t, "entropy", p.Entropy, at["phi"], 1e-8)
		near(t, "slope", p.Slope, at["dphi_dd"], 4e-6) // of the table; TestSlope has that of the point
		near(t, "q_1", p.Q1, at["q1"], 1e-6)
		near(t, "t_0", p.T0, at["t0"], 1e-6)
		near(t, "p_d", p.PD, at["p1_d"], 1e-5)
		near(t, "r", p.R, at["r1"], 1e-5)
		near(t, "error", p.Error(), at["eg"], 1e-6)
	}
}

// The slope is that of the entropy, and that vanishes where references and solutions are independent.
func TestSlope(t *testing.T) {
	typical, err := Problem{A: of("relu"), Alpha: 0.7, AlphaT: 2}.Solve()
	if err != nil {
		t.Fatal(err)
	}
	s := around(t, Problem{A: of("relu"), Alpha: 0.7, AlphaT: 2, Kappa: 0.15}, 0)
	const d, h = 0.08, 2e-4
	slope := (8*(s.at(t, d+h).Entropy-s.at(t, d-h).Entropy) - s.at(t, d+2*h).Entropy + s.at(t, d-2*h).Entropy) / (12 * h)
	near(t, "slope", s.at(t, d).Slope, slope, 1e-8)
	lo, hi := 0.24, 0.34
	for range 6 {
		a, b := s.at(t, lo), s.at(t, hi)
		if lo, hi = (lo*b.Slope-hi*a.Slope)/(b.Slope-a.Slope), lo; math.Abs(lo-hi) < 1e-7 {
			break
		}
	}
	top := s.at(t, lo)
	near(t, "distance of the maximum", 1-2*lo, top.T0, 1e-6)
	near(t, "entropy of typical solutions", top.Entropy, typical.Entropy, 1e-9)
	near(t, "their overlap", top.Q1, typical.Q, 1e-6)
	near(t, "their error", top.Error(), typical.Error(), 1e-6)
}

// Close to references of a large margin patterns hardly matter: all configurations are solutions.
func TestSurroundingsOfLargeMargins(t *testing.T) {
	for _, p := range slow.Some(1, []Problem{{A: of("sign"), Alpha: 0.1, AlphaT: 30}, {A: of("erf"), Alpha: 0.1, AlphaT: 30}}) {
		top, err := p.LargestMargin()
		if err != nil {
			t.Fatal(err)
		}
		s, err := Around(top, 0)
		if err != nil {
			t.Fatal(err)
		}
		const d = 0.01
		near(t, "entropy", s.at(t, d).Entropy, -d*math.Log(d)-(1-d)*math.Log(1-d), 1e-8)
		near(t, "slope", s.at(t, d).Slope, math.Log((1-d)/d), 1e-6)
	}
}

// The slope is that of the entropy near the reference too, where patterns hardly matter and forces and conjugates vanish.
func TestSlopeNearTheReference(t *testing.T) {
	slow.Only(t)
	for _, c := range []struct {
		function      string
		alpha, alphaT float64
		d             float64
	}{{"sign", 0.8, 3, 0.005}, {"sign", 0.5, 3, 0.0025}, {"erf", 0.3, 0.3, 0.005}, {"relu", 0.6, 10, 0.0025}} {
		top, err := Problem{A: of(c.function), Alpha: c.alpha, AlphaT: c.alphaT}.LargestMargin()
		if err != nil {
			t.Fatal(err)
		}
		s, err := Around(top, 0)
		if err != nil {
			t.Fatal(err)
		}
		h := c.d / 40
		slope := (8*(s.at(t, c.d+h).Entropy-s.at(t, c.d-h).Entropy) - s.at(t, c.d+2*h).Entropy + s.at(t, c.d-2*h).Entropy) / (12 * h)
		near(t, "slope", s.at(t, c.d).Slope, slope, 3e-7) // of which 8e-8 is by the differences
	}
}

// Where features have nothing in common, a → 0 or α_T → 0, patterns are coins: d, entropy, slope, p and t0 of fbp theory franz-parisi.
func TestSurroundingsOfCoins(t *testing.T) {
	for _, want := range slow.Some(1, [][5]float64{
		{0.05, 0.107725523704, 1.69888771429, 0.823789291314, 0.378119643313},
		{0.2, 0.274742795775, 0.640541839088, 0.462210510833, 0.375937364482},
		{0.01, 0.0302810494557, 2.21924458214, 0.961256233253, 0.376483791017},
		{0.001, 0.00698128076211, 4.70934033125, 0.996004611828, 0.37805843717},
	}) {
		for _, p := range []Problem{{A: 1e-5, AlphaT: 3}, {A: of("sign"), AlphaT: 1e-6}} {
			p.Alpha, p.Kappa = 0.5, 0.1
			got := around(t, p, 0).at(t, want[0])
			loose := p.AlphaT * p.A * p.A // the change by the features themselves
			near(t, "entropy", got.Entropy, want[1], 1e-8+2*loose)
			near(t, "slope", got.Slope, want[2], 1e-6+2*loose)
			near(t, "q_1", got.Q1, want[3], 1e-6)
			near(t, "t_0", got.T0, want[4], 1e-6)
		}
	}
}

// No such references, no such distance.
func TestSurroundingsRefuse(t *testing.T) {
	sphere, err := Problem{Weights: theory.Spherical, A: of("sign"), Alpha: 0.5, AlphaT: 3}.Solve()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Around(sphere, 0); err == nil {
		t.Error("spherical weights")
	}
	s := around(t, Problem{A: of("sign"), Alpha: 0.5, AlphaT: 3}, 0)
	for _, d := range []float64{0, -1, 0.6, math.NaN()} {
		if _, err := s.At(d); err == nil {
			t.Errorf("d = %v", d)
		}
	}
}

// The branch around references of the same margin ends close to them, where a search used to look for it a thousand times.
func TestNextToReferencesOfTheSameMargin(t *testing.T) {
	slow.Only(t)
	s := around(t, Problem{A: of("sign"), Alpha: 0.5, AlphaT: 3}, 0)
	if _, err := s.At(1e-4); !errors.Is(err, theory.ErrNoConvergence) || !strings.Contains(err.Error(), "become one") {
		t.Error(err)
	}
	left := budget{looks: mostLooks}
	if _, ok := s.search(s.start(), 1e-4, &left); ok || !left.frozen || left.looks < 20 {
		t.Error(ok, left)
	}
}

// Where the least slope is zero, by golden sections over ln d; with 1.38139 and 1.076896 of an independent search.
//
// Check: local-entropy transition on random features | golden sections of the slope | 1e-5
func TestTransitionIsAZero(t *testing.T) {
	slow.Only(t)
	for _, c := range []struct {
		function     string
		alphaT, want float64
	}{{"sign", 10, 1.38139}, {"erf", 3, 1.076896}} {
		best, err := Problem{A: of(c.function), AlphaT: c.alphaT}.Transition()
		if err != nil {
			t.Fatal(err)
		}
		near(t, "alpha_le", best.Alpha, c.want, 4e-6)
		s, err := Around(best, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, least := saddle.Minimum(func(lnD float64) float64 { return s.at(t, math.Exp(lnD)).Slope }, math.Log(0.003), math.Log(0.01), 1e-2)
		near(t, "least slope", least, 0, 5e-5) // it falls by some 18 per α
	}
}

// Printed values of an independent program, whose slopes are less accurate.
func TestTransition(t *testing.T) {
	slow.Only(t)
	type anchor struct {
		function       string
		alphaT, nOverP float64
	}
	for _, c := range []anchor{{"sign", 3, 1.0161}, {"relu", 3, 0.9826}, {"erf", 3, 0.9287}, {"sign", 1, 1.2208}, {"sign", 10, 0.7240}} {
		s, err := Problem{A: of(c.function), AlphaT: c.alphaT}.Transition()
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		near(t, "n_over_p", 1/s.Alpha, c.nOverP, 1.5e-4)
	}
}
