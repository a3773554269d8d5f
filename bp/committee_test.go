package bp_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// splitMix is the generator of the patterns of the tables in testdata.
type splitMix uint64

// minus draws a sign, true for −1.
func (s *splitMix) minus() bool {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int64(z^z>>31) >= 0
}

// tabled is a problem of the tables: a committee, its patterns and a reference.
type tabled struct {
	committee *model.Committee
	patterns  *instances.Patterns
	reference []float64
}

func newTabled(number, hidden, perUnit, patterns int, layout, activation string) tabled {
	m := model.NewCommittee()
	m.N, m.Hidden, m.Activation, m.Layout = perUnit*hidden, hidden, activation, model.Tree
	if layout == "F" {
		m.N, m.Layout = perUnit, model.Full
	}
	rng := splitMix(100 + number)
	p := instances.NewPatterns(m.N, patterns)
	for mu := range patterns {
		for i := range m.N {
			p.Set(mu, i, rng.minus())
		}
	}
	w := make([]float64, m.Dim())
	for i := range w {
		if w[i] = 1; rng.minus() {
			w[i] = -1
		}
	}
	return tabled{m, p, w}
}

func (c tabled) state(t *testing.T, accuracy factorgraph.Accuracy) *bp.State {
	t.Helper()
	g, err := c.committee.Graph(c.patterns, factorgraph.Numerics{Accuracy: accuracy})
	if err != nil {
		t.Fatal(err)
	}
	return bp.NewState(g, bp.Float64, nil)
}

// tableRows are the lines of a table below its header.
func tableRows(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")[2:]
}

// TestCommitteeFixedPoints: fixed points of plain and biased BP are those of an
// independent program, to the digits of its table. Its Gaussian sums are ours
// where no unit has few free weights, at 67 inputs per unit.
func TestCommitteeFixedPoints(t *testing.T) {
	seen := 0
	for _, line := range tableRows(t, "committee_bp.tsv") {
		var number, hidden, perUnit, patterns, converged int
		var layout, activation, messages string
		var rho, phi, s, overlap, q float64
		if _, err := fmt.Sscan(line, &number, &layout, &activation, &hidden, &perUnit, &patterns, &messages, &rho, &converged, &phi, &s, &overlap, &q); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		accuracy := factorgraph.Accuracy(messages)
		if activation != "sign" || accuracy == factorgraph.Accurate && (perUnit < 60 || rho > 0.5) {
			continue
		}
		seen++
		c := newTabled(number, hidden, perUnit, patterns, layout, activation)
		state, passing := c.state(t, accuracy), tight()
		passing.Damping, passing.Epsilon = 0, 1e-12
		converge(t, state, passing, field(rho, c.reference))
		m, gotOverlap := make([]float64, len(c.reference)), 0.0
		state.Magnetizations(m)
		for i := range m {
			gotOverlap += m[i] * c.reference[i] / float64(len(m))
		}
		gotPhi := state.FreeEntropy()
		for _, d := range []float64{gotPhi - phi, gotOverlap - overlap, state.Overlap() - q, gotPhi - rho*gotOverlap - s} {
			if !(math.Abs(d) < 3e-9) {
				t.Errorf("%s: φ %.10f overlap %.10f q %.10f", line, gotPhi, gotOverlap, state.Overlap())
				break
			}
		}
	}
	if seen < 13 {
		t.Errorf("compared %d lines", seen)
	}
}

// TestCommitteeOfOne: a committee of a single unit without margin is the
// perceptron: to rounding, or, where V is small, to 1e-10, by which polynomials of
// different degrees differ.
func TestCommitteeOfOne(t *testing.T) {
	p := newProblem(t, 101, 40, 0, 0)
	one := model.NewCommittee()
	one.N, one.Hidden = 101, 1
	for _, accuracy := range []factorgraph.Accuracy{factorgraph.Accurate, factorgraph.Exact} {
		a, b := p.state(t, accuracy), tabled{one, p.patterns, nil}.state(t, accuracy)
		for rho, tolerance := range map[float64]float64{0: 1e-12, 1: 1e-9, 3: 1e-9} { // at the last few weights are free
			converge(t, a, tight(), field(rho, someReference(101)))
			converge(t, b, tight(), field(rho, someReference(101)))
			if x, y := a.FreeEntropy(), b.FreeEntropy(); !scalar.EqualWithinAbs(x, y, tolerance) {
				t.Errorf("%s ρ %v: φ of the perceptron %v, of the committee %v", accuracy, rho, x, y)
			}
			for i := range a.H.B {
				if !scalar.EqualWithinAbsOrRel(a.H.B[i], b.H.B[i], 10*tolerance, 10*tolerance) {
					t.Errorf("%s ρ %v: fields %v and %v", accuracy, rho, a.H.B[i], b.H.B[i])
				}
			}
		}
	}
}
