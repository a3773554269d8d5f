package catalog

import (
	"errors"
	"fmt"
	"math"

	"fbp/internal/traits"
	"fbp/internal/values"
	"fbp/loss"
	"fbp/theory"
	"fbp/theory/crossentropy"
)

var (
	gammaParam = Param{Name: "gamma", Default: "1", Words: []string{"inf"}, Within: Interval{From: 0.01, To: 1000},
		Help: "γ of the loss, the norm of the weights, from 0.01 to 1000, or inf: max(−x, 0)"}
	betaParam = Param{Name: "beta", Default: "star", Words: []string{"inf", "entropy", "instability", "star"}, Within: Interval{To: 1e12, Open: true},
		Help: "inverse temperature β, up to 1e12, or inf, entropy, instability, star: their smaller"}
)

// The words of betaParam.
const (
	betaInf = iota
	betaEntropy
	betaInstability
	betaStar
)

// crossEntropyOnes is what these theories are about.
var crossEntropyOnes = Traits{"network": traits.Perceptron, "weights": "binary", "activation": "linear", "hidden": "1", "kappa": "0"}

var crossEntropyEntry = Entry{
	Name:    "cross-entropy",
	Params:  []Param{loadParam, gammaParam, betaParam},
	Fixed:   crossEntropyOnes,
	Beside:  map[string]string{"entropy": "entropy", "q": "q", "energy": "energy", "error_rate": "error_rate"},
	Columns: []string{"alpha", "gamma", "beta", "q", "q_hat", "energy", "entropy", "stability", "error_rate"},
	start: each(func(_ variant, at []float64) (answer, error) {
		p, note, err := minimum(at[0], at[1], at[2])
		if err != nil {
			return failure(err, at[0], at[1], named(at[2]))
		}
		a := answer{[]float64{at[0], at[1], p.Beta, p.Q, p.QHat, p.Energy, p.Entropy, p.Stability, p.ErrorRate}, StatusOK, note}
		if math.IsInf(at[1], 1) && math.IsInf(p.Beta, 1) && p.Q < 1 && p.Entropy < 0 {
			a.status = StatusBeyond
		}
		return a, nil
	}),
}

// named is the value of a parameter as a cell: a word has none.
func named(x float64) float64 {
	if _, is := values.WordOf(x); is && !math.IsInf(x, 1) {
		return math.NaN()
	}
	return x
}

// minimum is the saddle point at a number or word of betaParam.
func minimum(alpha, gamma, beta float64) (p crossentropy.Point, note string, err error) {
	if !gammaParam.Within.Holds(gamma) && !math.IsInf(gamma, 1) {
		return p, "", fmt.Errorf("gamma = %v: want %s: %w", gamma, gammaParam.Within.Want("gamma"), theory.ErrDomain)
	}
	l := loss.CrossEntropy{Gamma: gamma}
	word, is := values.WordOf(beta)
	if !is {
		p, err = crossentropy.At(l, alpha, beta)
		return p, "", err
	}
	switch word {
	case betaEntropy:
		p, err = crossentropy.EntropyVanishes(l, alpha)
	case betaInstability:
		p, err = crossentropy.Instability(l, alpha)
	case betaStar:
		p, err = crossentropy.Star(l, alpha)
	default:
		p, err = crossentropy.Zero(l, alpha)
	}
	switch {
	case errors.Is(err, crossentropy.ErrNever):
		note = "many solutions without any loss"
	case err == nil && math.IsInf(p.Beta, 1) && p.Q == 1:
		if note = fmt.Sprintf("dq = %.12g", p.DQ); math.IsInf(p.DQ, 1) {
			note = "dq is too large for a number"
		}
	}
	return p, note, err
}
