package connectivity

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"fbp/gauss"
	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/theory"
)

func typical(t *testing.T, w theory.Weights, alpha, kappa float64) Typical {
	t.Helper()
	p, err := TypicalOf(w, alpha, kappa)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func pair(t *testing.T, a, b Typical) Pair {
	t.Helper()
	p, err := PairOf(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The tables in testdata are those of an independent program (quadrature in Python),
// errors below 1e-9.
//
// Check: overlaps, paths, barriers and margins of connected solutions | an independent program; α → 0 and f →
// 0; exchange of the two; of the centre, the line between two | 2e-9; 1e-7; 1e-9; 1e-8
func TestPaths(t *testing.T) {
	for name, w := range map[string]theory.Weights{"path_binary_alpha0.3.tsv": theory.Binary, "path_spherical_kappa-0.5_alpha1.tsv": theory.Spherical} {
		kappa := map[theory.Weights]float64{theory.Binary: 0, theory.Spherical: -0.5}[w]
		data := scratch.Read(t, "testdata/"+name)
		rows := 0
		for line := range strings.Lines(data) {
			var x []float64
			for _, field := range strings.Fields(line) {
				if v, err := strconv.ParseFloat(field, 64); err == nil {
					x = append(x, v)
				}
			}
			if len(x) != 8 || strings.HasPrefix(line, "#") {
				continue
			}
			if rows++; rows%10 != 1 && !slow.All {
				continue
			}
			for i := range 2 {
				if x[3+i] == 1 || w == theory.Binary && x[1+i] > 0.5 { // its margin is rounded
					x[1+i] = Max
				}
			}
			p := pair(t, typical(t, w, x[0], x[1]), typical(t, w, x[0], x[2]))
			for i, got := range []float64{p.A.Q, p.B.Q, p.P, p.Error(x[6], kappa)} {
				want := []float64{x[3], x[4], x[5], x[7]}[i]
				if math.Abs(got-want) > 2e-9 {
					t.Errorf("%s, fraction %v: number %d is %.10f, want %.10f", name, x[6], i, got, want)
				}
			}
		}
		if rows < 10 {
			t.Errorf("%s: %d rows", name, rows)
		}
	}
}

// The values are those of an independent program, as printed there.
func TestBarriers(t *testing.T) {
	near := func(what string, got, want, tolerance float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tolerance) {
			t.Errorf("%s = %.10f, want %v", what, got, want)
		}
	}
	for _, test := range slow.Some(1, []struct{ alpha, q, entropy, middle, star, pair float64 }{
		{1, .259523969, -.389477251, .01002902, -.171056405, -.404594409},
		{3, .727044874, -1.429318461, .00707074, -.388326277, -.469206386},
	}) {
		a := typical(t, theory.Spherical, test.alpha, -.5)
		near("q", a.Q, test.q, 1e-9)
		near("S", a.Entropy, test.entropy, 1e-9)
		f, e := pair(t, a, a).Barrier(-.5)
		near("barrier", e, test.middle, 1e-8)
		near("fraction", f, 0.5, 0)
		m, err := MarginsOf(test.alpha, -.5, 2)
		if err != nil {
			t.Fatal(err)
		}
		near("κ_star", m.Star, test.star, 2e-9)
		near("κ_pair", m.Pair, test.pair, 2e-9)
		near("κ_center of two", m.Center, m.Pair, 1e-12)
		star := pair(t, typical(t, theory.Spherical, test.alpha, m.Star+1e-6), a)
		if _, e := star.Barrier(-.5); e != 0 {
			t.Errorf("a solution beyond κ_star has a barrier %v", e)
		}
	}
	typicalBinary, best := typical(t, theory.Binary, .5, 0), typical(t, theory.Binary, .5, Max)
	_, e := pair(t, typicalBinary, typicalBinary).Barrier(0)
	near("typical pair", e, .164729, 1e-6)
	mixed := pair(t, best, typicalBinary)
	if slow.All {
		f, e := mixed.Barrier(0)
		near("κ_max with typical", e, .120575, 1e-6)
		near("at", f, .663, 1e-3)
	}
	near("κ_max with typical, near its maximum", mixed.Error(.663, 0), .120575, 1e-6)
	_, e = pair(t, best, best).Barrier(0)
	near("κ_max pair", e, .0490038, 1e-7)
}

// Without patterns stabilities are two normal variables, and the error an angle; close to
// a solution errors are those of its patterns near the margin.
func TestLimits(t *testing.T) {
	free := typical(t, theory.Binary, 1e-9, 0)
	for _, f := range []float64{.01, .2, .5, .9} {
		want := .5 - (math.Asin(f)+math.Asin(1-f))/math.Pi
		if got := pair(t, free, free).Error(f, 0); math.Abs(got-want) > 1e-7 {
			t.Errorf("α → 0, f = %v: %v, want %v", f, got, want)
		}
	}
	a := typical(t, theory.Binary, .5, 0)
	p, density := pair(t, a, a), 0.0
	rule := fieldRule(a.turn(1))
	for i, z := range rule.X {
		density += rule.W[i] * gauss.Mills(a.at(z)) / math.Sqrt(a.V)
	}
	const f = 1e-7
	if got, want := p.Error(f, 0), density*math.Sqrt(f*(1-p.P)/math.Pi); math.Abs(got/want-1) > 1e-3 {
		t.Errorf("f → 0: %v, want %v", got, want)
	}
	if e := p.Error(0, 0); e != 0 {
		t.Errorf("a solution errs on %v of its patterns", e)
	}
}

// Exchanging the solutions turns the path around, and the overlap of a solution of κ_max
// with one of a slightly smaller margin tends to its q.
func TestSymmetry(t *testing.T) {
	slow.Only(t)
	for _, w := range []theory.Weights{theory.Binary, theory.Spherical} {
		a, b := typical(t, w, .4, .2), typical(t, w, .4, -.1)
		p, q := pair(t, a, b), pair(t, b, a)
		if math.Abs(p.P-q.P) > 1e-9 {
			t.Errorf("%v: overlaps %v and %v", w, p.P, q.P)
		}
		if x, y := p.Error(.3, 0), q.Error(.7, 0); math.Abs(x-y) > 1e-9 {
			t.Errorf("%v: errors %v and %v", w, x, y)
		}
		c := pair(t, a, typical(t, w, .4, .2-1e-4))
		if math.Abs(c.P-a.Q) > 1e-3 {
			t.Errorf("%v: overlap %v of nearly equal margins, q = %v", w, c.P, a.Q)
		}
	}
}
