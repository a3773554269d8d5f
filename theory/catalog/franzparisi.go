package catalog

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fbp/theory"
	"fbp/theory/franzparisi"
)

var (
	kappaRefParam = Param{Name: "kappa-ref", Default: "max", Help: "margin of the reference, max for κ_max(α)", Words: []string{"max"}, Of: ReferenceMargin}
	aroundKappa   = Param{Name: "kappa", Default: "0", Help: "margin of the solutions", Of: AroundMargin}
	distanceParam = Param{Name: "d", Help: "normalised Hamming distance from the reference, 0 < d ≤ 0.5", Within: Interval{To: 0.5, Open: true}}
)

var franzParisiEntry = Entry{
	Name:    "franz-parisi",
	Choices: []Choice{weightsChoice, activationChoice, labelsChoice},
	Params:  []Param{loadParam, kappaRefParam, aroundKappa, distanceParam},
	Beside:  map[string]string{"distance": "d", "entropy": "entropy"},
	Columns: slices.Concat(curveColumns, []string{"normalized", "r", "r_hat"}),
	Labels:  map[string]string{"r": teacher, "r_hat": teacher},
	start: startCurve(func(c franzparisi.Curve, at []float64) (p franzparisi.Point, more []float64, note string, err error) {
		if p, err = c.At(at[3]); err != nil {
			return p, nil, "", err
		}
		more = []float64{p.Entropy - p.Bound}
		if c.R != 0 {
			more = append(more, p.R, p.RHat)
		} else if c.Committee.Replicon(c.Reference) > 1 {
			note = unstableNote
		}
		return p, more, note, nil
	}),
}

var curveColumns = []string{"alpha", "kappa_ref", "kappa", "d", "entropy", "slope", "p", "t0", "p_hat", "t0_hat", "t1_hat", "bound", "replicon", "d_c"}

// pointAt computes a point of a curve: the point itself, further cells (also with an
// error), a note.
type pointAt func(c franzparisi.Curve, at []float64) (p franzparisi.Point, more []float64, note string, err error)

func startCurve(point pointAt) func(variant) func([]float64) (answer, error) {
	return sharing(3, func(v variant, at []float64) sharedCurve { return newSharedCurve(v.labels(), at[0], at[1], at[2]) },
		func(c sharedCurve, at []float64) (answer, error) { return c.row(at, point) })
}

// sharedCurve is what the points of one curve share.
type sharedCurve struct {
	curve    franzparisi.Curve
	from, to float64 // no solution in between
	ended    bool
	beyond   bool // no solutions of margin κ
	err      error
}

func newSharedCurve(l theory.Labels, alpha, kappaRef, kappa float64) (s sharedCurve) {
	of := franzparisi.Of
	if kappaRef == Max {
		top, err := l.KappaMax(alpha)
		if err != nil {
			return sharedCurve{err: err}
		}
		if kappaRef = top.Kappa; l.Planted { // of margin κ_max are those far from the teacher
			of = func(_ theory.Labels, alpha, kappaRef, kappa float64) (franzparisi.Curve, error) {
				return franzparisi.PlantedFar(alpha, kappaRef, kappa)
			}
		}
	}
	if s.curve, s.err = of(l, alpha, kappaRef, kappa); noReference(l, s.curve, s.err, alpha, kappaRef) {
		s.err = theory.ErrBeyondCapacity
	}
	if s.err == nil {
		s.beyond = kappa > kappaRef && l.Beyond(alpha, kappa) && !(s.curve.Near && kappa < 0)
		if s.from, s.to, s.ended = s.curve.Ends(); s.ended {
			s.curve = s.curve.WithEnds(s.from, s.to)
		}
	}
	return s
}

// noReference tells whether typical instances have no reference of margin κ̃.
func noReference(l theory.Labels, c franzparisi.Curve, err error, alpha, kappaRef float64) bool {
	switch {
	case err == nil:
		return l.Empty(c.Reference)
	case errors.Is(err, theory.ErrNoConvergence):
		return !(l.Planted && kappaRef < 0) && l.Beyond(alpha, kappaRef)
	}
	return errors.Is(err, theory.ErrEnds)
}

func (s sharedCurve) row(at []float64, point pointAt) (answer, error) {
	nan, d := math.NaN(), at[3]
	if s.err != nil {
		if at[1] == Max {
			at = []float64{at[0], nan, at[2], d}
		}
		return failure(s.err, at[:4]...)
	}
	p, more, note, err := point(s.curve, at)
	if err != nil {
		bound, dc := nan, nan
		if d > 0 && d <= 0.5 {
			bound, _ = s.curve.Committee.Weights.Bound(d)
		}
		if s.ended {
			dc = s.to
		}
		known := []float64{at[0], s.curve.Reference.Kappa, at[2], d, nan, nan, nan, nan, nan, nan, nan, bound, nan, dc} // curveColumns
		a, err := failure(err, append(known, more...)...)
		return s.end(a, d), err
	}
	dc := 0.0
	if s.ended {
		dc = s.to
	}
	if s.curve.Near {
		note = "references near the teacher"
	}
	status := StatusOK
	switch {
	case p.Bounded:
		status = StatusBound
	case s.beyond:
		status, note = StatusBeyond, strings.TrimPrefix(note+"; "+theory.ErrBeyondCapacity.Error(), "; ")
	}
	cells := []float64{p.Alpha, p.KappaRef, p.Kappa, p.D, p.Entropy, p.Slope, p.P, p.T0, p.PHat, p.T0Hat, p.T1Hat, p.Bound, p.Replicon, dc}
	return answer{append(cells, more...), status, note}, nil
}

// end says at which distances the branch has ended, of a row where it has.
func (s sharedCurve) end(a answer, d float64) answer {
	switch {
	case a.status != StatusEnds:
	case !s.ended || d > s.to:
		a.note = "p → 1 at this distance"
	case s.from > 0:
		a.status, a.note = StatusNoSolution, fmt.Sprintf("p → 1 for d from %.6g to %.6g", s.from, s.to)
	default:
		a.note = fmt.Sprintf("p → 1 below d_c = %.6g", s.to)
	}
	return a
}
