package instances

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// redrawable are instances of all kinds that can be redrawn, of 40 patterns and 6 test patterns.
func redrawable() map[string]Original {
	size, signs := Size{P: 40, Test: 6}, Ensemble{Inputs: BinaryInputs}
	list := map[string]Original{
		"random": {Kind: "random", Size: size, Ensemble: signs},
		"biased": {Kind: "random", Size: size, Ensemble: Ensemble{Inputs: BinaryInputs, Bias: 0.3}, LabelBias: 0.2},
		"normal": {Kind: "random", Size: size, Ensemble: Ensemble{Inputs: GaussianInputs}},
		"taught": {Kind: "teacher", Size: size, Ensemble: Ensemble{Inputs: GaussianInputs}, Noise: Noise{LabelNoise: 0.2}},
		"signs":  {Kind: "features", Size: size, D: 7},
		"relu":   {Kind: "features", Size: size, D: 7, Function: "relu"},
	}
	for name, of := range list {
		of.complete()
		list[name] = of
	}
	return list
}

func made(t *testing.T, s Source) *Data {
	t.Helper()
	if err := s.Validate(t.Context(), plain(101)); err != nil {
		t.Fatal(err)
	}
	d, err := s.Data(t.Context(), plain(101), 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func same(a, b *Patterns) bool {
	return slices.Equal(a.bits, b.bits) && slices.Equal(a.reals, b.reals) && slices.Equal(a.Labels, b.Labels)
}

// TestRedrawn: at share 0 patterns are those of the other instance, bit by bit, at share 1 all inputs are those of its first
// test patterns, and between a share of them is, the larger the more; labels, test set and teacher stay. Names of
// solutions leave out the test set: without it, patterns are the same.
//
// Check: redrawn patterns of every kind at shares 0, 0.2, 0.5, 1 | a larger test set of the other instance, and one another | exactly; the share to four standard errors
func TestRedrawn(t *testing.T) {
	for name, of := range redrawable() {
		for _, what := range []string{"entries", "patterns"} {
			at := func(share float64) *Data {
				return made(t, Redrawn{Of: of, Share: share, What: what, Labels: "kept"})
			}
			old, larger := made(t, of.source()), of
			larger.Test = of.Test + of.P
			tests := made(t, larger.source()).Test
			before, after := old.Train.Ungauged(), tests.Part(0, of.P).Ungauged()
			was := make([]bool, 40*101)
			for _, share := range []float64{0, 0.2, 0.5, 1} {
				d := at(share)
				untested := of
				untested.Test = 0
				if without := made(t, Redrawn{Of: untested, Share: share, What: what, Labels: "kept"}); without.Test != nil || !same(without.Train, d.Train) {
					t.Fatalf("%s: at share %v the test set changes the training set", name, share)
				}
				if !same(d.Test, tests.Part(of.P, larger.Test)) || !slices.Equal(d.Teacher, old.Teacher) || !slices.Equal(d.Train.Labels, old.Train.Labels) {
					t.Fatalf("%s: at share %v test set, teacher or labels changed", name, share)
				}
				if share == 0 && !same(d.Train, old.Train) {
					t.Errorf("%s: another instance at share 0", name)
				}
				x, changed, can := d.Train.Ungauged(), 0, 0
				for mu := range x.P {
					for i := range x.N {
						a, b, now := before.At(mu, i), after.At(mu, i), x.At(mu, i)
						k := mu*x.N + i
						if now != a && now != b || was[k] && now != b {
							t.Fatalf("%s, share %v: input is %v, not %v or %v", name, share, now, a, b)
						}
						if a != b {
							can++
						}
						if now != a {
							changed++
							was[k] = true
						}
					}
				}
				units := float64(can)
				if what == "patterns" {
					units = 40
				}
				if got := float64(changed) / float64(can); math.Abs(got-share) > 4*math.Sqrt(share*(1-share)/units) {
					t.Errorf("%s, %s: a share %.3f is new, want %v", name, what, got, share)
				}
				if whole := changed == can; share == 1 && !whole {
					t.Errorf("%s: %d of %d inputs are new at share 1", name, changed, can)
				}
			}
		}
	}
}

// TestRedrawnGaussian: inputs x = (1 − ε) x + … keep the variance 1 and have the covariance 1 − ε with the old ones, and what is added is of the test set.
//
// Check: patterns of Gaussian inputs redrawn | the sum of the other instance and its test patterns, by definition | 1e-14
func TestRedrawnGaussian(t *testing.T) {
	for _, name := range []string{"normal", "taught"} {
		of := redrawable()[name]
		of.Test = 0
		larger := of
		larger.Test = of.P
		news := made(t, larger.source())
		for _, share := range []float64{0, 1e-4, 0.3, 1} {
			x := made(t, Redrawn{Of: of, Share: share, What: "gaussian", Labels: "kept"})
			a, b, c := news.Train.Ungauged(), news.Test.Ungauged(), x.Train.Ungauged()
			if x.Test != nil {
				t.Fatal("a test set that nobody wants")
			}
			for mu := range a.P {
				for i := range a.N {
					want := (1-share)*a.At(mu, i) + math.Sqrt(1-(1-share)*(1-share))*b.At(mu, i)
					if got := c.At(mu, i); math.Abs(got-want) > 1e-14*(1+math.Abs(want)) {
						t.Fatalf("share %v: %v, want %v", share, got, want)
					}
				}
			}
		}
	}
}

// TestRedrawnLabels: the teacher labels the new patterns, and the noise stays with its patterns.
func TestRedrawnLabels(t *testing.T) {
	of := redrawable()["taught"]
	old := made(t, of.source())
	for _, share := range []float64{0, 0.4, 1} {
		d := made(t, Redrawn{Of: of, Share: share, What: "gaussian", Labels: "teacher"})
		noise, differ := 0, 0
		for mu := range d.Train.P {
			wrong := func(d *Data) bool {
				return plain(101).Output(d.Teacher, d.Train.Input(make([]float64, 101), mu)) != d.Train.Label(mu)
			}
			if wrong(d) != wrong(old) {
				t.Errorf("share %v: the noise of label %d is another", share, mu)
			}
			if wrong(d) {
				noise++
			}
			if d.Train.Label(mu) != old.Train.Label(mu) {
				differ++
			}
		}
		if noise == 0 || (share == 0) != (differ == 0) {
			t.Errorf("share %v: %d wrong labels, %d other ones", share, noise, differ)
		}
	}
}

// TestRedrawnRefused: what cannot be redrawn is a mistake of a key.
func TestRedrawnRefused(t *testing.T) {
	of := redrawable()
	change := func(name string, change func(*Original)) Original {
		o := of[name]
		change(&o)
		return o
	}
	for want, r := range map[string]Redrawn{
		`of.kind: want "random"`:                         {What: "entries", Labels: "kept"},
		`what = "gaussian": want normal`:                 {Of: of["random"], What: "gaussian", Labels: "kept"},
		`what = "gaussian": want normal numbers`:         {Of: of["relu"], What: "gaussian", Labels: "kept"},
		`labels = "teacher": want of.kind`:               {Of: of["random"], What: "entries", Labels: "teacher"},
		`labels = "teacher": want of.kind = "teacher"`:   {Of: of["signs"], What: "entries", Labels: "teacher"},
		`of.alpha: give alpha > 0 or p`:                  {Of: change("random", func(o *Original) { o.P = 0 }), What: "entries", Labels: "kept"},
		`of.d = 3: has no meaning with kind "random"`:    {Of: change("random", func(o *Original) { o.D = 3 }), What: "entries", Labels: "kept"},
		`of.bias = 0.1: has no meaning with kind "feat`:  {Of: change("signs", func(o *Original) { o.Bias = 0.1 }), What: "entries", Labels: "kept"},
		`of.label_noise = 0.1: has no meaning with kind`: {Of: change("random", func(o *Original) { o.LabelNoise = 0.1 }), What: "entries", Labels: "kept"},
		`of.d: give the number`:                          {Of: Original{Kind: "features", Size: Size{P: 3}}, What: "entries", Labels: "kept"},
		`of.d = 8: want an odd number`:                   {Of: change("signs", func(o *Original) { o.D = 8 }), What: "entries", Labels: "kept"},
	} {
		err := r.Validate(t.Context(), plain(101))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
