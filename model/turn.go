package model

import "math/rand/v2"

// Turn turns two weights of a unit on a sphere into each other,
//
//	w_i ← c w_i − s w_j,   w_j ← s w_i + c w_j,   c = (1−t²)/(1+t²),   s = 2t/(1+t²).
//
// t and −t undo each other, and turns leave the measure of the sphere alone: a chain of turns with t uniform in ±T, each accepted by the rule of
// Metropolis, has the measure of that rule.
type Turn struct {
	I, J   int
	wi, wj float64 // the weights afterwards
	di, dj float64 // by how much they change
}

// DrawTurn draws two weights of a unit of so many inputs, and t uniform in ±widest.
func DrawTurn(w []float64, inputs int, widest float64, rng *rand.Rand) Turn {
	i, j := rng.IntN(len(w)), rng.IntN(inputs-1)
	if j += i / inputs * inputs; j >= i {
		j++
	}
	t := float64(widest * (float64(2*rng.Float64()) - 1)) // 2t is t + t to compilers that fuse
	scale := 1 / (1 + float64(t*t))
	cos, sin := (1-float64(t*t))*scale, 2*t*scale
	a := Turn{I: i, J: j, wi: float64(cos*w[i]) - float64(sin*w[j]), wj: float64(sin*w[i]) + float64(cos*w[j])}
	a.di, a.dj = a.wi-w[i], a.wj-w[j]
	return a
}

// Change is by how much Σ w x changes, x being xi and xj at the two weights.
func (t *Turn) Change(xi, xj float64) float64 { return float64(t.di*xi) + float64(t.dj*xj) }

// Make turns the weights.
func (t *Turn) Make(w []float64) { w[t.I], w[t.J] = t.wi, t.wj }

// Widest is a bound T of turns after one of which so many of n were accepted: larger by a factor where that is more than two in
// five, and smaller where it is less.
func Widest(t float64, accepted, n int, factor float64) float64 {
	if 5*accepted < 2*n {
		factor = 1 / factor
	}
	return min(1, t*factor)
}
