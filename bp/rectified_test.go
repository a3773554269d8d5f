package bp_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/slow"
)

// TestRectifiedFixedPoints: fixed points of ReLU units are those of an independent
// program, exact ones, and accurate ones where the output of a pattern has many values
// (its program takes it as Gaussian whatever it is).
func TestRectifiedFixedPoints(t *testing.T) {
	seen := 0
	for _, line := range tableRows(t, "committee_bp.tsv") {
		var number, hidden, perUnit, patterns, converged int
		var layout, activation, messages string
		var rho, phi, s, overlap, q float64
		if _, err := fmt.Sscan(line, &number, &layout, &activation, &hidden, &perUnit, &patterns, &messages, &rho, &converged, &phi, &s, &overlap, &q); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		accuracy := factorgraph.Accuracy(messages)
		if activation != "relu" || accuracy == factorgraph.Accurate && perUnit < 30 {
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
			if !(math.Abs(d) < 1e-9) {
				t.Errorf("%s: φ %.10f overlap %.10f q %.10f", line, gotPhi, gotOverlap, state.Overlap())
				break
			}
		}
	}
	if seen != 6 {
		t.Errorf("compared %d lines", seen)
	}
}

// TestRectifiedFocusing: the steps of focusing BP are those of an independent program, as
// long as outputs have many values: errors, ties among them, q and Σ_int.
func TestRectifiedFocusing(t *testing.T) {
	slow.Only(t)
	var state *bp.State
	var c tabled
	seen := 0
	for _, line := range tableRows(t, "committee_fbp.tsv") {
		var number, hidden, perUnit, patterns, k, converged, errors int
		var layout, activation string
		var gamma, q, centers, overlap, local, internal float64
		if _, err := fmt.Sscan(line, &number, &layout, &activation, &hidden, &perUnit, &patterns, &k, &gamma, &converged, &errors, &q, &centers, &overlap, &local, &internal); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if activation != "relu" || perUnit < 30 || float64(hidden*perUnit)*(1-q) < 70 || k%3 > 0 {
			continue
		}
		if state == nil {
			c = newTabled(number, hidden, perUnit, patterns, layout, activation)
			state = c.state(t, factorgraph.Accurate)
		}
		passing := bp.DefaultFocusing().Passing
		passing.Refresh, passing.Epsilon, passing.MaxSweeps = 7, 1e-10, 4000
		step := bp.Step{Gamma: math.Atanh(float64(k) / 29), Y: 20}
		converge(t, state, passing, factorgraph.NewReplicas(step.Y, step.Gamma))
		got, w := thermo(t, state, step), make([]float64, len(c.reference))
		state.Weights(w)
		seen++
		for _, d := range []float64{state.Overlap() - q, got.CenterNorm - centers, got.CenterOverlap - overlap, got.LocalEntropy - internal} {
			if !(math.Abs(d) < 1e-7) {
				t.Errorf("%s: q %.8f, %+v", line, state.Overlap(), got)
				break
			}
		}
		if e := c.committee.Errors(w, c.patterns); e != errors {
			t.Errorf("%s: %d errors", line, e)
		}
	}
	if t.Logf("%d steps", seen); seen < 7 {
		t.Errorf("compared %d steps", seen)
	}
}

// halved is ln Z a weight by enumeration, a tie counting half.
func (c tabled) halved() float64 {
	w, z := make([]float64, c.committee.Dim()), 0.0
	for bits := range uint64(1) << len(w) {
		for i := range w {
			w[i] = 1 - 2*float64(bits>>i&1)
		}
		if ties := c.committee.Ties(w, c.patterns); c.committee.Errors(w, c.patterns) == ties {
			z += math.Exp2(-float64(ties))
		}
	}
	return math.Log(z) / float64(len(w))
}

// TestRectifiedEnumeration: with a single pattern, a tree, exact messages give the
// entropy of enumeration, and accurate ones that with ties counted half, since the output
// of so few weights is on its lattice. With more patterns loops err.
func TestRectifiedEnumeration(t *testing.T) {
	for _, c := range []struct {
		hidden, perUnit, patterns int
		layout                    string
		kappa, exact, accurate    float64
	}{
		{2, 5, 1, "T", 0, 1e-11, 1e-11}, {4, 2, 1, "F", 0, 1e-11, 1e-11}, {2, 5, 1, "T", 0.5, 1e-11, 1e-11},
		{4, 2, 1, "T", 2 / math.Sqrt(8), 1e-11, 1e-11},
		{2, 7, 2, "T", 0, 0.01, 0.01}, {4, 3, 3, "T", 0, 0.03, 0.03},
	} {
		const samples = 4
		exact, accurate := 0.0, 0.0
		for sample := range samples {
			p := newTabled(40+sample, c.hidden, c.perUnit, c.patterns, c.layout, "relu")
			p.committee = p.committee.WithMargin(c.kappa)
			passing := tight()
			passing.Epsilon = 1e-6 // forced weights creep
			a, b := p.state(t, factorgraph.Exact), p.state(t, factorgraph.Accurate)
			converge(t, a, passing, factorgraph.Free{})
			converge(t, b, passing, factorgraph.Free{})
			exact += math.Abs(a.FreeEntropy()-p.enumerated()) / samples
			accurate += math.Abs(b.FreeEntropy()-p.halved()) / samples
		}
		if t.Logf("%+v: mean |Δφ| %.1e exact, %.1e accurate", c, exact, accurate); !(exact < c.exact && accurate < c.accurate) {
			t.Errorf("%+v: mean |Δφ| %.1e exact, %.1e accurate", c, exact, accurate)
		}
	}
}

// TestRectifiedDerivative: dφ/dρ is the overlap with the reference, to 1e-8 with exact
// messages (five points of step 0.005; measured: 4e-9). Accurate ones drop the third
// cumulant of the output, to which every weight adds: measured 3e-4 and 3e-3.
func TestRectifiedDerivative(t *testing.T) {
	slow.Only(t)
	for _, c := range slow.Some(2, []struct {
		hidden, perUnit, patterns int
		layout                    string
		accuracy                  factorgraph.Accuracy
		tolerance                 float64
	}{
		{4, 11, 14, "T", factorgraph.Exact, 1e-8}, {4, 10, 9, "F", factorgraph.Exact, 1e-8},
		{6, 33, 60, "T", factorgraph.Accurate, 1e-3}, {8, 40, 60, "F", factorgraph.Accurate, 1e-2},
	}) {
		p := newTabled(5, c.hidden, c.perUnit, c.patterns, c.layout, "relu")
		p.checkDerivative(t, c.layout, c.accuracy, c.tolerance)
	}
}

// TestRectifiedSymmetries: flipping inputs flips the weights on them, exchanging units
// that count alike exchanges their weights, and the order of the patterns does not
// matter. Nor does a label −1, if the two halves of the units are exchanged.
func TestRectifiedSymmetries(t *testing.T) {
	slow.Only(t)
	const hidden, perUnit, count = 4, 15, 15
	for _, layout := range []string{"T", "F"} {
		for _, labels := range []bool{false, true} {
			a := newTabled(7, hidden, perUnit, count, layout, "relu")
			full, weights := layout == "F", hidden*perUnit
			gauge := someReference(a.committee.Inputs())
			b := tabled{a.committee, instances.NewPatterns(a.committee.Inputs(), count), make([]float64, weights)}
			exchange := []int{1, 0, 3, 2}
			if labels {
				exchange = []int{3, 2, 0, 1}
				b.patterns.Labels = make([]float64, count)
				for mu := range b.patterns.Labels {
					b.patterns.Labels[mu] = -1
				}
			}
			where, flip := make([]int, weights), make([]float64, weights) // of weight i of a in b
			for i := range weights {
				k, j := i/perUnit, i%perUnit
				where[i] = exchange[k]*perUnit + j
				input, other := i, where[i]
				if full {
					input, other = j, j
				}
				flip[i] = gauge[input]
				for mu := range count { // with a label −1, patterns are kept times it
					b.patterns.Set((7*mu+3)%count, other, a.patterns.At(mu, input)*gauge[input] < 0 != labels)
				}
			}
			for i, w := range a.reference {
				b.reference[where[i]] = w * flip[i]
			}
			for _, accuracy := range []factorgraph.Accuracy{factorgraph.Accurate, factorgraph.Exact} {
				for _, rho := range []float64{0.2, 1} { // at the second outputs have few values
					x, y := a.state(t, accuracy), b.state(t, accuracy)
					converge(t, x, tight(), factorgraph.Bias{Rho: rho, Reference: a.reference})
					converge(t, y, tight(), factorgraph.Bias{Rho: rho, Reference: b.reference})
					if p, q := x.FreeEntropy(), y.FreeEntropy(); !scalar.EqualWithinAbs(p, q, 1e-9) {
						t.Errorf("%s %s ρ %v: φ %v and %v", layout, accuracy, rho, p, q)
					}
					for i, h := range x.H.B {
						if !scalar.EqualWithinAbsOrRel(h, flip[i]*y.H.B[where[i]], 1e-7, 1e-7) {
							t.Errorf("%s %s ρ %v: field %d: %v and %v", layout, accuracy, rho, i, h, flip[i]*y.H.B[where[i]])
							break
						}
					}
				}
			}
		}
	}
}
