package catalog

import (
	"math"

	"fbp/loss"
	"fbp/theory/crossentropy"
)

var crossEntropyFPEntry = Entry{
	Name:    "cross-entropy-franz-parisi",
	Params:  []Param{loadParam, gammaParam, betaParam, distanceParam},
	Fixed:   crossEntropyOnes,
	Beside:  map[string]string{"distance": "d", "entropy": "entropy"},
	Columns: []string{"alpha", "gamma", "beta", "d", "entropy", "normalized", "q", "p", "t"},
	start: sharing(3, func(_ variant, at []float64) surrounded { return surround(at[0], at[1], at[2]) }, func(s surrounded, at []float64) (answer, error) {
		if s.err != nil {
			return s.failure(at)
		}
		p, err := s.At(at[3])
		known := []float64{at[0], at[1], s.Point.Beta, at[3], math.NaN(), math.NaN(), s.Point.Q}
		return answered(err, known, at[0], at[1], s.Point.Beta, at[3], p.Entropy, p.Entropy-p.Bound, s.Point.Q, p.P, p.T0)
	}),
}

// surrounded is what the distances from the same configurations share.
type surrounded struct {
	crossentropy.Surroundings
	frozen bool // q = 1
	err    error
}

func surround(alpha, gamma, beta float64) (s surrounded) {
	p, _, err := minimum(alpha, gamma, beta)
	if err != nil {
		return surrounded{err: err}
	}
	s.frozen = p.Q == 1
	s.Surroundings, s.err = crossentropy.Around(loss.CrossEntropy{Gamma: gamma}, p)
	return s
}

// failure is the row of a point without configurations to surround.
func (s surrounded) failure(at []float64) (answer, error) {
	known := []float64{at[0], at[1], named(at[2]), at[3]}
	if s.frozen {
		return answer{known, StatusNoSolution, "q = 1 at zero temperature: want a finite beta"}, nil
	}
	return failure(s.err, known...)
}

var crossEntropyOptimumEntry = Entry{
	Name:    "cross-entropy-optimum",
	Params:  []Param{loadParam, distanceParam},
	Fixed:   crossEntropyOnes,
	Columns: []string{"alpha", "d", "gamma", "beta", "normalized"},
	start: each(func(_ variant, at []float64) (answer, error) {
		o, err := crossentropy.BestGamma(at[0], at[1])
		return answered(err, at, o.Alpha, o.D, o.Gamma, o.Beta, o.Normalized)
	}),
}
