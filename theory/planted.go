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

	away, spread float64 // 1 − R and q − R² near the teacher, where differences have no digits left; else 0
}

// GibbsError is the probability arccos(R)/π that a typical solution errs on a new
// pattern (Györgyi, PRA 41, 7097 (1990)): the fields of solution and teacher are
// Gaussian with correlation R.
func (p PlantedPoint) GibbsError() float64 {
	if p.away > 0 {
		return 2 * math.Asin(math.Sqrt(p.away/2)) / math.Pi
	}
	return math.Acos(p.R) / math.Pi
}

// BayesError is the probability arccos(R/√q)/π that the vote of all solutions errs
// on a new pattern: R/√q is the overlap of their mean with the teacher. 1/2
// without patterns.
func (p PlantedPoint) BayesError() float64 {
	if p.Q == 0 {
		return 0.5
	}
	if p.away > 0 {
		return math.Asin(math.Sqrt(p.spread/p.Q)) / math.Pi
	}
	return math.Acos(min(p.R/math.Sqrt(p.Q), 1)) / math.Pi
}

// SignsError is the probability arccos(R')/π that the signs of the mean weights err on
// a new pattern. A mean weight has the sign of √q̂ x + R̂, so that R' = 1 −
// 2H(R̂/√q̂).
func (p PlantedPoint) SignsError() float64 {
	if p.QHat == 0 {
		return 0.5
	}
	if p.away > 0 {
		return 2 * math.Asin(math.Sqrt(gauss.H(p.RHat/math.Sqrt(p.QHat)))) / math.Pi
	}
	return math.Acos(1-2*gauss.H(p.RHat/math.Sqrt(p.QHat))) / math.Pi
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
		return PlantedPoint{RSPoint: RSPoint{Alpha: alpha, Kappa: kappa, Entropy: math.Ln2 + alpha*gauss.LogH(kappa), D: 0.5}}, nil
	}
	// The plain iteration from no knowledge of the teacher rises monotonically
	// to the solution of smallest R; Newton's steps end it.
	first := gauss.Mills(kappa)
	x := []float64{math.Log(alpha * first * first), math.Log(math.Sqrt(2/math.Pi) * alpha * first)}
	s := saddle.Problem{Next: p.next, Warmup: 12, Far: func(x []float64) bool { return x[0] > 20 || x[1] > 20 }}
	if _, ok := s.Solve(x); !ok {
		return fail(ErrNoConvergence)
	}
	qHat, rHat := math.Exp(x[0]), math.Exp(x[1])
	o, r := plantedOverlaps(qHat, rHat)
	return PlantedPoint{
		RSPoint: RSPoint{Alpha: alpha, Kappa: kappa, Q: o.Q, QHat: qHat, D: o.V / 2, Entropy: p.freeEntropy(o, r, qHat, rHat)},
		R:       r, RHat: rHat,
	}, nil
}

type planted struct{ alpha, kappa float64 }

// next maps (ln q̂, ln R̂) to its image by way of q and R.
func (p planted) next(x, image []float64) bool {
	o, r := plantedOverlaps(math.Exp(x[0]), math.Exp(x[1]))
	if !(o.V > 0 && r > 0) {
		return false
	}
	qHat, rHat := p.fields(o, r)
	image[0], image[1] = math.Log(qHat), math.Log(rHat)
	return true
}

// fields are q̂ and R̂ of given overlaps.
func (p planted) fields(o Overlap, r float64) (qHat, rHat float64) {
	sd, narrow := math.Sqrt(o.V), math.Sqrt(max(o.Q-r*r, 0))
	rHat = gauss.Sqrt2OverPi * p.alpha * gauss.Average(func(y float64) float64 {
		return gauss.Mills((p.kappa-narrow*y)/sd) / sd
	}, gauss.Around(p.kappa/narrow, sd/narrow)...)
	return p.alpha * p.field(r, o.Q-r*r).Force(o), rHat
}

// field is the patterns at an overlap R with the teacher, and q − R².
func (p planted) field(r, spread float64) rs.Field {
	return rs.Field{Margin: p.kappa, Channel: Satisfied{}, Steep: r / math.Sqrt(max(spread, 1e-300))}
}

// plantedOverlaps are q and R of weights in fields √q̂ x + R̂.
func plantedOverlaps(qHat, rHat float64) (Overlap, float64) {
	s := math.Sqrt(qHat)
	breaks := gauss.Around(-rHat/s, 1/s)
	var o Overlap
	o.V = gauss.Average(func(x float64) float64 { return gauss.Sech2(s*x + rHat) }, breaks...)
	o.Q = gauss.Average(func(x float64) float64 { m := gauss.Tanh(s*x + rHat); return m * m }, breaks...)
	return o, gauss.Average(func(x float64) float64 { return gauss.Tanh(s*x + rHat) }, breaks...)
}

// freeEntropy is φ as a function of its four order parameters.
func (p planted) freeEntropy(o Overlap, r, qHat, rHat float64) float64 {
	s := math.Sqrt(qHat)
	weights := gauss.Average(func(x float64) float64 { return gauss.Log2Cosh(s*x + rHat) }, gauss.Around(-rHat/s, 1/s)...)
	return weights - qHat*o.V/2 - r*rHat + p.alpha*p.field(r, o.Q-r*r).Log(o)
}
