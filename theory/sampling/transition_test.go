package sampling

import (
	"errors"
	"math"
	"testing"

	"fbp/internal/slow"
	"fbp/theory"
)

// TestTransitions: times of an independent program. At α = 0.1 its t_c does not fulfil its own equation, that of TestTransition.
func TestTransitions(t *testing.T) {
	for _, g := range slow.Some(3, rows(t, "sampling_transition_binary.tsv")) {
		p := PathOf(typical(t, binary, 0, g[0], g[1]))
		if g[1] != 0.1 {
			close(t, "t_c", p.Transition, g[4], 1e-7)
		}
		close(t, "t_sp", p.Spinodal, g[6], 1e-6)
		if !(p.Lambda > 1) || p.Lost != nil {
			t.Errorf("b = %v, α = %v: Λ %v, %v", g[0], g[1], p.Lambda, p.Lost)
		}
	}
}

// TestTransition: at t_c both states have the same free entropy, by the definition of it.
func TestTransition(t *testing.T) {
	for _, g := range slow.Some(1, [][2]float64{{0, 0.1}, {0, 0.5}, {0.25, 0.3}}) {
		p := PathOf(typical(t, binary, 0, g[0], g[1]))
		end := p.Alpha * p.Power * p.MeanLog
		s := p.At(p.onBranch(p.Transition, 0, p.crossings()[0].Field))
		_, _, _, _, phi := defined(p.Typical, s)
		close(t, "t on the branch", s.Time, p.Transition, 1e-9)
		close(t, "φ(q) − φ(1)", phi-end-s.V*s.Time/2, 0, 2e-11)
		close(t, "all of the area", p.area(0, 0, math.Inf(1))/2, p.Entropy, 1e-9)
	}
}

// TestNoTransition: no times where localization works; a reason where a time is out of reach.
func TestNoTransition(t *testing.T) {
	for _, g := range slow.Some(2, []struct {
		w                   theory.Weights
		kappa, power, alpha float64
		lambda              string
		lost                error
	}{
		{binary, 0, 1, 0.5, "below 1", nil}, {spherical, -0.5, 0, 3, "below 1", nil}, {spherical, 0, 1, 1, "below 1", nil},
		{binary, 0, 2, 0.7, "above 1", errOther}, {binary, 0, 2, 0.73, "above 1", errFromStart}, {binary, 0, 0.999, 0.1, "infinite", errTooClose},
	}) {
		p := PathOf(typical(t, g.w, g.kappa, g.power, g.alpha))
		word := "below 1"
		if p.Lambda > 1 {
			word = "above 1"
		}
		if math.IsInf(p.Lambda, 1) {
			word = "infinite"
		}
		if word != g.lambda || p.Lost != g.lost || !math.IsNaN(p.Transition) {
			t.Errorf("%+v: Λ %v, t_c %v, t_sp %v, %v", g, p.Lambda, p.Transition, p.Spinodal, p.Lost)
		}
	}
	// just above α_loc, where a second state begins to exist
	p := PathOf(typical(t, binary, 0, 1, 0.626))
	if !(p.Transition > 2.07 && p.Transition < p.Spinodal) {
		t.Errorf("t_c %v, t_sp %v, %v", p.Transition, p.Spinodal, p.Lost)
	}
}

// TestThresholds: values of an independent derivation, to their last printed digit.
func TestThresholds(t *testing.T) {
	for _, g := range slow.Some(1, []struct {
		w                     theory.Weights
		kappa, power, at, loc float64
	}{
		{spherical, -0.5, 0, 3.950701, 3.950701}, {spherical, -2.5, 0, 328.71, 269.736}, {binary, 0, 1.5, 0.769236, .666284},
		{binary, 0, 1, 0.826743, .622502}, {binary, 0, 1.25, 0.796126, .664118}, {binary, 0, 2, 0.723902, .651416}, {binary, 0, 3, 0.655680, .611093},
		{spherical, -0.25, 0, 2.853800, 2.853800}, {spherical, -1, 0, 7.873560, 7.873560}, {spherical, -1.5, 0, 18.738079, 18.738079},
	}) {
		m := Measure{g.w, g.kappa, g.power}
		at, err := AlphaAT(m)
		if err != nil {
			t.Fatal(err)
		}
		loc, err := AlphaLoc(m)
		if err != nil {
			t.Fatal(err)
		}
		tol := 1e-6 // some of the last digits are cut, not rounded
		if g.at > 100 {
			tol = 5e-3
		}
		close(t, "alpha_at", at, g.at, tol)
		close(t, "alpha_loc", loc, g.loc, tol)
	}
	if at, err := AlphaAT(Measure{binary, 0, 0}); err == nil {
		want, _ := theory.Committee{}.Instability(0)
		close(t, "alpha_at of solutions", at, want.Alpha, 1e-9)
	}
	if _, err := AlphaLoc(Measure{binary, 0, 0.5}); !errors.Is(err, ErrNever) {
		t.Errorf("b = 0.5: %v", err)
	}
	if _, err := AlphaAT(Measure{spherical, 0, 0}); !errors.Is(err, theory.ErrStable) {
		t.Errorf("spherical solutions: %v", err)
	}
}
