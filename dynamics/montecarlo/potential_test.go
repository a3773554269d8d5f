package montecarlo

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"fbp/instances"
	"fbp/internal/lives"
	"fbp/model"
	"fbp/results"
)

// weighing is a schedule of a potential of power b.
func weighing(b float64, anneal int) *MonteCarlo {
	c := Default()
	c.Energy, c.Potential, c.Anneal = Power, &Potential{Power: b}, anneal
	c.Complete(func(key string) bool { return key == "energy" || key == "potential" || key == "anneal" })
	return c
}

// u is U_τ by its definition.
func u(tau, x float64) float64 {
	switch {
	case math.IsInf(tau, 1) && x <= 0:
		return math.Inf(1)
	case math.IsInf(tau, 1):
		return -math.Log(x)
	case x <= 0:
		return tau * (1 - x)
	}
	return tau * (1 - math.Pow(x, 1/tau))
}

// TestPotential: the frequencies of the weights of 15 inputs, in 60 classes of about equal probability, are
// those of all of them listed: at τ = 1 of independent draws, at τ = 5 of a chain, read every 40
// sweeps, with margins.
func TestPotential(t *testing.T) {
	const n, patterns, classes = 15, 7, 60
	for _, test := range []struct {
		b, tau, kappa float64
	}{{1, 1, 0}, {1, 5, 0}, {2, 5, 0.3}} {
		m := model.NewPerceptron(n, test.kappa)
		p := problem(t, m, patterns)
		weight, norm := make([]float64, 1<<n), 0.0
		for w := range weight {
			e := 0.0
			for _, s := range m.Stabilities(nil, signs(w, n), p.Data.Train) {
				e += test.b * u(test.tau, s-test.kappa)
			}
			weight[w] = math.Exp(-e)
			norm += weight[w]
		}
		class, sum, expected := make([]int, 1<<n), 0.0, make([]float64, classes)
		for w, x := range weight {
			class[w] = min(classes-1, int(classes*sum/norm))
			sum += x
			expected[class[w]] += x / norm
		}
		c := weighing(test.b, 1000)
		energies, unit, err := c.energies(p)
		if err != nil {
			t.Fatal(err)
		}
		ones := make([]float64, n)
		for i := range ones {
			ones[i] = 1
		}
		rng := instances.Stream(5, "test")
		start := func() *system {
			return newSystem(n, 1, unit, energies, independent(energies(ones), unit, n, rng))
		}
		s := start()
		model.Reshape(s.energies[0], c.Potential.of(test.tau, test.kappa, n, patterns))
		const draws = 6000
		counts := make([]float64, classes)
		for range draws {
			if test.tau == 1 {
				s = start()
			}
			for range 40 {
				if test.tau != 1 {
					metropolis(s, 1, rng)
				}
			}
			w := 0
			for i := range n {
				w |= int(s.up[i]) << i
			}
			counts[class[w]]++
		}
		chi, freedom := 0.0, -1.0
		for k, x := range expected {
			if x > 0 {
				freedom++
				chi += (counts[k] - draws*x) * (counts[k] - draws*x) / (draws * x)
			}
		}
		if spread := math.Sqrt(2 * freedom); math.Abs(chi-freedom) > 4*spread {
			t.Errorf("%+v: chi squared %.1f, %v degrees of freedom", test, chi, freedom)
		}
	}
}

// TestPotentialRecounted: what a flip changes at every shape is the difference of energies that are
// counted anew.
func TestPotentialRecounted(t *testing.T) {
	const n, patterns, kappa = 21, 70, -0.4
	m := model.NewPerceptron(n, kappa)
	p := problem(t, m, patterns)
	c := weighing(1.5, 100)
	energies, unit, _ := c.energies(p)
	rng := instances.Stream(2, "test")
	up := random(n, 1, rng)
	s := newSystem(n, 1, unit, energies, up)
	for _, tau := range []float64{1, 3.7, 12, math.Inf(1)} {
		model.Reshape(s.energies[0], c.Potential.of(tau, kappa, n, patterns))
		sum := func() (x float64, wrong int) {
			for _, s := range m.Stabilities(nil, weights(s.up, 0), p.Data.Train) {
				if e := u(tau, s-kappa); math.IsInf(e, 1) {
					wrong++
				} else {
					x += 1.5 * e
				}
			}
			return x, wrong
		}
		for range 200 {
			i := rng.IntN(n)
			for range rng.IntN(6) {
				s.energies[0].Delta(rng.IntN(n))
			}
			before, errors := sum()
			got := unit * float64(s.energies[0].Delta(i))
			s.flip(i, 0)
			after, now := sum()
			switch {
			case errors == 0 && now > 0 && got < 700:
				t.Fatalf("τ = %v: %v for %d errors more", tau, got, now-errors)
			case now == errors && errors == 0 && math.Abs(got-(after-before)) > 1e-7:
				t.Fatalf("τ = %v: %v, want %v", tau, got, after-before)
			}
		}
	}
}

// TestPotentialOfManyPatterns: energies of 20 000 patterns, most of them violated, fit: they are the sum of the terms, and what a flip changes is
// their difference. In units of 2⁻³² they would pass 2⁶³.
func TestPotentialOfManyPatterns(t *testing.T) {
	const n, patterns, kappa, b = 15, 20_000, 0.3, 10
	m := model.NewPerceptron(n, kappa)
	p := problem(t, m, patterns)
	c := weighing(b, 100)
	c.Potential.Tau.To = 1e6
	energies, unit, err := c.energies(p)
	if err != nil {
		t.Fatal(err)
	}
	rng := instances.Stream(2, "test")
	s := newSystem(n, 1, unit, energies, random(n, 1, rng))
	for _, tau := range []float64{1, 12, 1e6, math.Inf(1)} {
		f := c.Potential.of(tau, kappa, n, patterns)
		model.Reshape(s.energies[0], f)
		sum := func() (x float64) {
			for _, s := range m.Stabilities(nil, weights(s.up, 0), p.Data.Train) {
				x += f(s)
			}
			return x
		}
		for k := range 30 {
			before, change := sum(), unit*float64(s.energies[0].Delta(k%n))
			if got := unit * float64(s.energies[0].Value()); !(math.Abs(got-before) < 1e-7*math.Abs(before)) {
				t.Fatalf("τ = %v: an energy of %v, want %v", tau, got, before)
			}
			if s.flip(k%n, 0); !(math.Abs(change-(sum()-before)) < 1e-7*math.Abs(before)) {
				t.Fatalf("τ = %v: changes by %v, want %v", tau, change, sum()-before)
			}
		}
		if math.IsInf(tau, 1) && sum() < 0x1p31 {
			t.Errorf("a sum of %v nats fits into units of 2⁻³²", sum())
		}
	}
}

// TestPotentialSolves: anneals end in solutions, with the snapshots too, that are one chain; what one
// keeps goes on with the same bits.
func TestPotentialSolves(t *testing.T) {
	c, p := weighing(1, 100), problem(t, model.NewPerceptron(101, 0), 40)
	c.Snapshots, c.Equilibrate, c.Gap = 3, 20, 5
	want, readings := solve(t, c, p)
	if !want.Solved() || len(want.Replicas) != 3 || number(t, want, "sweeps") != 135 || len(readings) != 135 {
		t.Errorf("%v, %+v, %d readings", want.Outcome, want.Numbers, len(readings))
	}
	run := func(ctx context.Context, m *lives.Keeper) (*model.Solution, error) {
		m.Source = rand.NewPCG(1, 2)
		with := *p
		with.Keeper = m
		return c.Solve(ctx, &with, rand.New(m.Source), func(results.Reading) {})
	}
	want, _ = run(context.Background(), &lives.Keeper{})
	for _, stop := range []int{1, 17, 99, 101, 130} {
		ctx, cancel := context.WithCancel(context.Background())
		m := &lives.Keeper{Stop: stop, Die: cancel}
		if _, err := run(ctx, m); !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped at %d: %v", stop, err)
		}
		m.Stop = 0
		if got, err := run(context.Background(), m); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("resumed at sweep %d: %v, another solution", stop, err)
		}
	}
}

// TestPotentialAllocatesNothing in a sweep.
func TestPotentialAllocatesNothing(t *testing.T) {
	p := problem(t, model.NewPerceptron(101, 0), 40)
	c := weighing(1, 10000)
	energies, unit, _ := c.energies(p)
	rng := instances.Stream(2, "test")
	s := &search{MonteCarlo: c, sweep: metropolis, patterns: 40}
	s.system = newSystem(101, 1, unit, energies, random(101, 1, rng))
	s.step(rng)
	if n := testing.AllocsPerRun(20, func() { s.step(rng) }); n > 1 { // the shape of the sweep
		t.Errorf("%v allocations in a sweep", n)
	}
}

func TestPotentialMistakes(t *testing.T) {
	for want, change := range map[string]func(*MonteCarlo){
		"potential: missing; want potential = { power = 1 } with energy \"potential\"": func(c *MonteCarlo) { c.Potential = nil },
		"potential.tau.from = 20: want from <= to":                                     func(c *MonteCarlo) { c.Potential.Tau.From = 20 },
		"replicas = 2: want 1 with energy \"potential\"":                               func(c *MonteCarlo) { c.Replicas = 2 },
		"overlap = 0.5: has no meaning with energy \"potential\"":                      func(c *MonteCarlo) { c.Overlap = 0.5 },
		"gamma = 1: has no meaning with energy \"potential\"":                          func(c *MonteCarlo) { c.Gamma = 1 },
		"coupling = \"centre\": has no meaning with energy \"potential\"":              func(c *MonteCarlo) { c.Coupling = Centre },
	} {
		c := weighing(1, 100)
		change(c)
		if err := c.Validate(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
