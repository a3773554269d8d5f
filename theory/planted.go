package theory

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory/rs"
	"fbp/theory/saddle"
)

// PlantedPoint is a replica-symmetric saddle point of the perceptron whose
// labels come from a teacher with random ±1 weights.
type PlantedPoint struct {
	RSPoint
	R    float64 // overlap with the teacher
	RHat float64 // its conjugate, the mean of the field on a weight, teacher's sign taken out

	away, spread float64 // 1 − R and q − R², which have digits left near the teacher
}

// GibbsError is the probability arccos(R)/π that a typical solution errs on a new
// pattern (Györgyi, PRA 41, 7097 (1990)): the fields of solution and teacher are
// Gaussian with correlation R.
func (p PlantedPoint) GibbsError() float64 {
	return 2 * math.Asin(math.Sqrt(p.away/2)) / math.Pi
}

// BayesError is the probability arccos(R/√q)/π that the vote of all solutions errs
// on a new pattern: R/√q is the overlap of their mean with the teacher. 1/2
// without patterns.
func (p PlantedPoint) BayesError() float64 {
	if p.Q == 0 {
		return 0.5
	}
	return math.Atan2(math.Sqrt(p.spread), p.R) / math.Pi
}

// SignsError is the probability arccos(R')/π that the signs of the mean weights err on
// a new pattern. A mean weight has the sign of √q̂ x + R̂, so that R' = 1 −
// 2H(R̂/√q̂).
func (p PlantedPoint) SignsError() float64 {
	if p.QHat == 0 {
		return 0.5
	}
	return 2 * math.Asin(math.Sqrt(gauss.H(p.RHat/math.Sqrt(p.QHat)))) / math.Pi
}

// RSPlanted returns the replica-symmetric saddle point of the teacher-student
// perceptron with margin κ,
//
//	φ = −q̂(1−q)/2 − R R̂ + ∫Dx ln 2cosh(√q̂ x + R̂) + 2α ∫Dx H(−R x/√(q−R²)) ln H((κ−√q x)/√(1−q))
//	q = ⟨tanh²⟩,  R = ⟨tanh⟩,  q̂ = 2α ∫Dx H(−R x/√(q−R²)) f'(√q x)²,  R̂ = √(2/π) α ∫Dy f'(√(q−R²) y),
//
// f'(ω) = (G/H)((κ−ω)/√(1−q))/√(1−q): the pattern measure of RS times 2θ(teacher's
// stability), the model of the check of α'_u in Baldassi et al., PRL 127, 278301
// (2021). At κ = 0 the teacher is one of the solutions and q = R, q̂ = R̂; φ is zero
// at α = 1.24468, beyond which the teacher is the only one, and the branch
// returned, that of smaller R, ends at α = 1.493. Entropy is accurate to 1e-10.
//
// The error wraps ErrDomain for α < 0 or arguments that are not finite,
// ErrNoConvergence beyond the end of the branch.
func RSPlanted(alpha, kappa float64) (PlantedPoint, error) {
	fail := func(err error) (PlantedPoint, error) {
		return PlantedPoint{}, fmt.Errorf("theory: RSPlanted(alpha = %v, kappa = %v): %w", alpha, kappa, err)
	}
	if !(alpha >= 0) || math.IsInf(alpha, 0) || math.IsNaN(kappa) || math.IsInf(kappa, 0) {
		return fail(fmt.Errorf("want finite alpha ≥ 0 and kappa: %w", ErrDomain))
	}
	p := planted{alpha: alpha, kappa: kappa}
	if alpha*math.Pow(gauss.Mills(kappa), 2) < 1e-300 {
		return PlantedPoint{RSPoint: RSPoint{Alpha: alpha, Kappa: kappa, Entropy: math.Ln2 + alpha*gauss.LogH(kappa), D: 0.5}, away: 1}, nil
	}
	// The plain iteration from no knowledge of the teacher rises monotonically
	// to the solution of smallest R; Newton's steps end it.
	first := gauss.Mills(kappa)
	x := []float64{math.Log(alpha * first * first), math.Log(math.Sqrt(2/math.Pi) * alpha * first)}
	s := saddle.Problem{Next: p.next, Warmup: 12, Far: func(x []float64) bool { return x[0] > 20 || x[1] > 20 }}
	if _, ok := s.Solve(x); !ok {
		return fail(ErrNoConvergence)
	}
	return p.point(math.Exp(x[0]), math.Exp(x[1])), nil
}

type planted struct{ alpha, kappa float64 }

// next maps (ln q̂, ln R̂) to its image by way of q and R.
func (p planted) next(x, image []float64) bool {
	o := overlapsOf(math.Exp(x[0]), math.Exp(x[1]))
	if !(o.V > 0 && o.r > 0) {
		return false
	}
	qHat, rHat := p.fields(o)
	image[0], image[1] = math.Log(qHat), math.Log(rHat)
	return true
}

// overlaps are q and R with their differences from 1 and from each other.
type overlaps struct {
	Overlap
	r, away, spread float64 // R, 1 − R, q − R²
}

// overlapsOf are those of weights in fields √q̂ x + R̂.
func overlapsOf(qHat, rHat float64) (o overlaps) {
	s, breaks := math.Sqrt(qHat), fieldBreaks(qHat, rHat)
	average := func(f func(h float64) float64) float64 {
		return gauss.Average(func(x float64) float64 { return f(s*x + rHat) }, breaks...)
	}
	o.V = average(gauss.Sech2)
	if rHat < 1 {
		o.Q = average(func(h float64) float64 { m := gauss.Tanh(h); return m * m })
		o.r = average(gauss.Tanh)
		o.away = 1 - o.r
		o.spread = average(func(h float64) float64 { d := gauss.Tanh(h) - o.r; return d * d })
		return o
	}
	delta := func(h float64) float64 { return 2 / (1 + math.Exp(2*h)) } // 1 − tanh
	o.away = average(delta)
	o.Q, o.r = 1-o.V, 1-o.away
	o.spread = average(func(h float64) float64 { d := delta(h) - o.away; return d * d })
	return o
}

// fieldBreaks resolve the sign of the field, and near the teacher where e^{−2h} has its weight, from −2√q̂ on.
func fieldBreaks(qHat, rHat float64) []float64 {
	s := math.Sqrt(qHat)
	breaks := gauss.Around(-rHat/s, 1/s)
	if rHat < 1 {
		return breaks
	}
	return append(breaks, gauss.Around(-2*s, 1)...)
}

// patterns are those at overlaps, with panels for where labels and channel turn at once.
func (p planted) patterns(o overlaps) rs.Field {
	spread := max(o.spread, 1e-300)
	turn := gauss.Around(p.kappa*spread/(spread+o.V), math.Sqrt(min(spread, o.V)))
	return rs.Field{Margin: p.kappa, Channel: Satisfied{}, Steep: o.r / math.Sqrt(spread), Breaks: turn}
}

// fields are q̂ and R̂ of overlaps.
func (p planted) fields(o overlaps) (qHat, rHat float64) {
	sd, spread := math.Sqrt(o.V), math.Sqrt(o.spread)
	if !(sd > 0 && spread > 0) {
		return math.NaN(), math.NaN()
	}
	rHat = gauss.Sqrt2OverPi * p.alpha * gauss.Average(func(y float64) float64 { return gauss.Mills((p.kappa-spread*y)/sd) / sd },
		append(gauss.Around(p.kappa/spread, sd/spread), gauss.Around(p.kappa*spread/(o.spread+o.V), 1)...)...)
	return p.alpha * p.patterns(o).Force(o.Overlap), rHat
}

// freeEntropy is φ as a function of its four order parameters. The terms that grow with R̂
// cancel: ln 2cosh h = h + ln(1 + e^{−2h}), and ⟨h⟩ = R̂.
func (p planted) freeEntropy(o overlaps, qHat, rHat float64) float64 {
	s := math.Sqrt(qHat)
	weights := gauss.Average(func(x float64) float64 {
		h := s*x + rHat
		return max(-2*h, 0) + math.Log1p(math.Exp(-2*math.Abs(h)))
	}, fieldBreaks(qHat, rHat)...)
	return weights + rHat*o.away - qHat*o.V/2 + p.alpha*p.patterns(o).Log(o.Overlap)
}

// point is the point of given conjugates.
func (p planted) point(qHat, rHat float64) PlantedPoint {
	o := overlapsOf(qHat, rHat)
	return PlantedPoint{
		RSPoint: RSPoint{Alpha: p.alpha, Kappa: p.kappa, Q: o.Q, QHat: qHat, D: o.V / 2, Entropy: p.freeEntropy(o, qHat, rHat)},
		R:       o.r, RHat: rHat, away: o.away, spread: o.spread,
	}
}
