package theory

import (
	"math"

	"fbp/gauss"
	"fbp/theory/clusters"
	"fbp/theory/saddle"
)

// Channel is what a pattern weighs: ln Z of a Gaussian stability of mean ω and variance V, but for a
// constant that V determines, as a function of x = (ω − κ)/√V.
type Channel interface {
	// Log is ln Z at x.
	Log(x float64) float64
	// Slopes are its first two derivatives by x.
	Slopes(x float64) (slope, curvature float64)
}

// satisfied weighs patterns whose stability is above the margin: Z = H(−x).
type satisfied struct{}

func (satisfied) Log(x float64) float64 { return gauss.LogH(-x) }

func (satisfied) Slopes(x float64) (slope, curvature float64) {
	m := gauss.Mills(-x)
	return m, -clusters.MillsSlope(-x, m)
}

// Branch is the replica-symmetric saddle points of a machine whose patterns weigh what a channel says,
//
//	φ = −q̂(1−q)/2 + 𝒲(q̂) + α∫Dz ln Z(√Q z, 1−Q),   Q = φ(q)
//	q̂ = αφ'(q)∫Dz (∂_ω ln Z)²,   1 − q = 2𝒲'(q̂)
//
// with 𝒲 of Committee.RS: the points of all α, of which q̂ determines q and then α.
type Branch struct {
	Machine Committee
	Margin  float64 // in units of Activation.Scale
	Channel Channel
}

// BranchPoint is a point of a branch.
type BranchPoint struct {
	Alpha, QHat float64
	Overlap
}

// Average is ∫Dz f((√Q z − κ)/√(1−Q)).
func (b Branch) Average(o Overlap, f func(x float64) float64) float64 {
	e := b.Machine.Activation.Effective(o)
	if e.Q == 0 {
		return f(-b.Margin)
	}
	sq, sv := math.Sqrt(e.Q), math.Sqrt(e.V)
	return gauss.Average(func(z float64) float64 { return f((sq*z - b.Margin) / sv) }, gauss.Around(b.Margin/sq, sv/sq)...)
}

// square and stiff are ∫Dz (∂_ω ln Z)² and ∫Dz (∂_ω² ln Z)².
func (b Branch) square(o Overlap) float64 {
	return b.Average(o, func(x float64) float64 { s, _ := b.Channel.Slopes(x); return s * s }) / b.Machine.Activation.Effective(o).V
}

func (b Branch) stiff(o Overlap) float64 {
	v := b.Machine.Activation.Effective(o).V
	return b.Average(o, func(x float64) float64 { _, c := b.Channel.Slopes(x); return c * c }) / (v * v)
}

// At is the point of a q̂.
func (b Branch) At(lnQHat float64) BranchPoint {
	qHat := math.Exp(lnQHat)
	o := b.Machine.Weights.OverlapOf(qHat)
	return BranchPoint{qHat / (b.Machine.Activation.Slope(o) * b.square(o)), qHat, o}
}

// Replicon is α[φ'(q)² ∫Dz (∂_ω² ln Z)² + φ”(q) ∫Dz (∂_ω ln Z)²] ∫sech⁴ as in Instability, below 1 where replica
// symmetry is locally stable.
func (b Branch) Replicon(p BranchPoint) float64 {
	slope, curvature := b.Machine.Activation.Slopes(p.Overlap)
	sum := slope * slope * b.stiff(p.Overlap)
	if curvature != 0 {
		sum += curvature * b.square(p.Overlap)
	}
	return p.Alpha * sum * b.Machine.Weights.Stiffness(p.QHat)
}

// FreeEntropy is φ as a function of q and q̂, stationary at the saddle point, without the constants of V.
func (b Branch) FreeEntropy(p BranchPoint) float64 {
	weights := b.Machine.Weights.all()
	if p.QHat > 0 {
		weights = b.Machine.Weights.LogSum(p.QHat) - p.QHat*p.V/2
	}
	return weights + p.Alpha*b.Average(p.Overlap, b.Channel.Log)
}

// branchEnd is the largest ln q̂ that is looked at, branchTolerance the largest mismatch of ln q̂ that is a solution.
const (
	branchEnd       = 27.6 // 1e12
	branchTolerance = 1e-11
)

// mismatch is ln q̂' − ln q̂, with q from q̂ and q̂' from q.
func (b Branch) mismatch(alpha, lnQHat float64) float64 { return math.Log(alpha / b.At(lnQHat).Alpha) }

// Solve returns the point of α, q̂ = 0 where every pattern is met. The mismatch of ln q̂ is positive at q = 0 and
// falls. The error is ErrNoConvergence.
func (b Branch) Solve(alpha float64) (BranchPoint, error) {
	first, _ := b.Channel.Slopes(-b.Margin)
	start := alpha * b.Machine.Activation.Slope(Overlap{0, 1}) * first * first // q̂ at q = 0
	if start < 1e-300 {
		return BranchPoint{Alpha: alpha, Overlap: Overlap{0, 1}}, nil
	}
	mismatch := func(lnQHat float64) float64 { return b.mismatch(alpha, lnQHat) }
	y := math.Log(start)
	f := mismatch(y)
	ok := true
	if f > 0 { // else q is not distinguishable from 0
		y, ok = saddle.Bracket(mismatch, y, f, max(f, 1e-9), 2, branchEnd).Root(mismatch, 1e-13)
		f = mismatch(y)
	}
	if !ok || !(math.Abs(f) <= branchTolerance) {
		return BranchPoint{}, ErrNoConvergence
	}
	p := b.At(y)
	p.Alpha = alpha
	return p, nil
}

// Marginal is the excess over 1 of a replicon that is rounding: on the sphere the perceptron is marginal at the
// end of its branch.
const Marginal = 1e-7

// AlmeidaThouless is the least ln q̂, from −7 to 25, at which the replicon rises through 1. The error is ErrStable, or
// ErrNoConvergence.
func (b Branch) AlmeidaThouless() (lnQHat float64, err error) {
	excess := func(y float64) float64 { return math.Log(b.Replicon(b.At(y))) }
	for i := range saddle.Scan(excess, -7, 25, 128) {
		if i.FB <= Marginal {
			continue
		}
		if zero, ok := i.Root(excess, 1e-14); ok {
			return zero, nil
		}
		return 0, ErrNoConvergence
	}
	return 0, ErrStable
}
