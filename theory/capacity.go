package theory

import (
	"errors"
	"fmt"
	"math"

	"fbp/theory/saddle"
)

// Labels says where the labels of the patterns come from: random ones, to be learned by a
// committee, or those of a teacher with random ±1 weights, to be learned by a binary
// perceptron. The zero value is the binary perceptron with random labels.
type Labels struct {
	Machine Committee // with a teacher, the binary perceptron
	Planted bool      // labels of a teacher
}

// Name distinguishes the functions for a teacher's labels: "Planted", or "" for random ones.
func (l Labels) Name() string {
	if l.Planted {
		return "Planted"
	}
	return ""
}

// RS is the replica-symmetric point.
func (l Labels) RS(alpha, kappa float64) (RSPoint, error) {
	if l.Planted {
		p, err := RSPlanted(alpha, kappa)
		return p.RSPoint, err
	}
	return l.Machine.RS(alpha, kappa)
}

// ErrNoMargin: the entropy of spherical weights falls to −∞ and vanishes at no margin.
var ErrNoMargin = errors.New("max is for binary weights: the entropy of spherical ones vanishes at no margin")

// KappaMax is [Labels.KappaMax] of the binary perceptron: negative beyond α_c(0) = 0.833.
func KappaMax(alpha float64) (RSPoint, error) { return Labels{}.KappaMax(alpha) }

// KappaMax returns the replica-symmetric point at the largest margin at which
// typical instances with αN patterns have solutions,
//
//	κ_max(α):  φ(α, κ_max) = 0,
//
// with φ the entropy of RS, which falls with κ (Baldassi et al., PRL 127, 278301
// (2021), Fig. 5 of the supplement). Kappa is accurate to 1e-10 for α from 0.01 to 2.
// A call takes about 10 times as long as RS. The error wraps ErrDomain unless 0 < α < ∞, ErrNoConvergence below α
// of about 1e-7, and ErrNoMargin for spherical weights. With labels of a
// teacher it is the largest margin of typical students; beyond α = 1.24468 of those far from the teacher, next
// to whom there are students of every margin below 0. From α = 1.64 on the two are one branch, whose entropy
// vanishes only as κ → 0: the error wraps ErrNoConvergence.
func (l Labels) KappaMax(alpha float64) (RSPoint, error) {
	if !(alpha > 0) || math.IsInf(alpha, 0) {
		return RSPoint{}, fmt.Errorf("theory: KappaMax%s(alpha = %v): want finite alpha > 0: %w", l.Name(), alpha, ErrDomain)
	}
	if l.Machine.Weights == Spherical {
		return RSPoint{}, fmt.Errorf("theory: KappaMax(alpha = %v): %w", alpha, ErrNoMargin)
	}
	kappa, err := zeroEntropy(func(kappa float64) (RSPoint, error) { return l.RS(alpha, kappa) }, 0, 0.5)
	if err != nil {
		return RSPoint{}, fmt.Errorf("theory: KappaMax%s(alpha = %v): %w", l.Name(), alpha, err)
	}
	return l.RS(alpha, kappa)
}

// AlphaC is [Labels.AlphaC] of the binary perceptron: 0.833 at κ = 0 (Krauth and Mézard, J. Phys. 50, 3057 (1989)).
func AlphaC(kappa float64) (RSPoint, error) { return Labels{}.AlphaC(kappa) }

// AlphaC returns the replica-symmetric point at the capacity for margin κ,
//
//	α_c(κ):  φ(α_c, κ) = 0,
//
// the number of patterns per weight up to which typical instances have solutions. Alpha has a
// relative accuracy of 1e-10 for κ from −4 to 10. A call takes about 10 times as
// long as RS.
//
// The error wraps ErrDomain for κ that is not finite or outside [−30, 30].
func (l Labels) AlphaC(kappa float64) (RSPoint, error) {
	if !(math.Abs(kappa) <= 30) {
		return RSPoint{}, fmt.Errorf("theory: AlphaC%s(kappa = %v): want kappa from -30 to 30: %w", l.Name(), kappa, ErrDomain)
	}
	start := math.Log(l.Machine.RSEnd(kappa) / 2)
	if math.IsInf(start, 1) {
		start = math.Log(RSEnd(kappa) / 2)
	}
	lnAlpha, err := zeroEntropy(func(lnAlpha float64) (RSPoint, error) { return l.RS(math.Exp(lnAlpha), kappa) }, start, 0.5)
	if err != nil {
		return RSPoint{}, fmt.Errorf("theory: AlphaC%s(kappa = %v): %w", l.Name(), kappa, err)
	}
	return l.RS(math.Exp(lnAlpha), kappa)
}

// leastEntropy is the entropy of binary weights below which there are no solutions; at
// capacity rounding leaves about 1e-12 in place of 0.
const leastEntropy = -1e-9

// Beyond tells whether typical instances have no solutions of margin κ with αN patterns:
// the entropy is negative, or the branch has ended. With a teacher these are solutions far
// from it.
func (l Labels) Beyond(alpha, kappa float64) bool {
	p, err := l.RS(alpha, kappa)
	switch {
	case err == nil:
		return l.Empty(p)
	case errors.Is(err, ErrNoConvergence) && l.Machine.Weights == Binary:
		// With a teacher, also past the end of the branch: above κ_max where that is known. It falls
		// with α and is 0 at 1.24468, so that κ ≥ 0 is above it from there on.
		top, err := l.KappaMax(alpha)
		return err == nil && kappa > top.Kappa || err != nil && kappa >= 0 && alpha > 1.25
	}
	return errors.Is(err, ErrEnds)
}

// Empty tells whether typical instances have no solutions such as those of p.
func (l Labels) Empty(p RSPoint) bool { return l.Machine.Weights == Binary && p.Entropy < leastEntropy }

// zeroEntropy finds where the entropy, which falls along x, is zero, looking
// from x in growing steps. A branch that has ended lies beyond, in the region of
// negative entropy; the value −1 there keeps the bracket. Where the bracket closes on
// the end of a branch on which the entropy is positive, there is no zero.
func zeroEntropy(at func(x float64) (RSPoint, error), x, step float64) (float64, error) {
	var failed error
	entropy := func(x float64) float64 {
		p, err := at(x)
		switch {
		case err == nil:
			return p.Entropy
		case errors.Is(err, ErrDomain):
			failed = err
			return math.NaN()
		}
		return -1
	}
	first := entropy(x)
	step = math.Copysign(step, first)
	zero, ok := saddle.Bracket(entropy, x, first, step, 1.5, step*math.Inf(1)).Root(entropy, 1e-15)
	switch {
	case failed != nil:
		return 0, failed
	case !ok || !(math.Abs(entropy(zero)) <= -leastEntropy):
		return 0, ErrNoConvergence
	}
	return zero, nil
}

// Capacity returns the replica-symmetric capacity at a margin: where the entropy of
// binary weights vanishes (AlphaC), or where two solutions with spherical weights become
// one, q → 1 (RSEnd); infinite for spherical sign units (PRL 123, 170602 (2019), equations
// 5 and 6, at margin 0). An upper bound where replica symmetry is unstable before
// ([Committee.Instability]), as for spherical perceptrons of negative margin. Accurate to
// 1e-10; errors are those of AlphaC.
func (c Committee) Capacity(kappa float64) (alpha float64, err error) {
	if c.Weights == Spherical {
		return c.RSEnd(kappa), nil
	}
	p, err := Labels{Machine: c}.AlphaC(kappa)
	return p.Alpha, err
}

// LargestMargin returns the margin at which all solutions with spherical weights and α
// patterns per weight become one, α = [Committee.RSEnd](κ), to 1e-13; an upper bound on the
// margins of solutions where replica symmetry is unstable, as for a perceptron below κ = 0. The
// error wraps [ErrDomain] unless 0 < α < ∞, and [ErrNoConvergence] for sign units, which have none.
func (c Committee) LargestMargin(alpha float64) (float64, error) {
	if !(alpha > 0) || math.IsInf(alpha, 0) {
		return 0, fmt.Errorf("theory: LargestMargin: alpha = %v: want finite alpha > 0: %w", alpha, ErrDomain)
	}
	excess := func(kappa float64) float64 {
		return math.Log(c.RSEnd(kappa) / alpha)
	}
	step := math.Copysign(1, excess(0))
	kappa, ok := saddle.Bracket(excess, 0, excess(0), step, 2, 1e6*step).Root(excess, 1e-15)
	if !ok {
		return 0, fmt.Errorf("theory: LargestMargin: the largest margin at alpha = %v: %w", alpha, ErrNoConvergence)
	}
	return kappa, nil
}
