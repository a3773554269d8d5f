package bp

import (
	"math"
	"slices"

	"fbp/model"
)

// mostMagnified is the largest sum |w_0| + |w_1| + … of the weights of an extrapolation,
// by which it magnifies the errors of the points. It is 2^k − 1 for k points at equal
// distances.
const mostMagnified = 80

// points are the last points y(x_1), y(x_2), … of a curve in many dimensions. The next is extrapolated by
// the polynomial through the newest k of them, in Lagrange's form,
//
//	y(x) = Σ_a w_a y(x_a),   w_a = Π_{b≠a} (x − x_b)/(x_a − x_b).
type points struct {
	at     []float64   // x_1, x_2, …, the newest last
	values [][]float64 // y of each; one more than are extrapolated from, to choose k by
	next   []float64   // scratch
	w      []float64   // scratch
}

// newPoints are none, of so many dimensions, of which at most so many are extrapolated from.
func newPoints(dimensions, most int) points {
	p := points{at: make([]float64, 0, most+1), values: make([][]float64, most+1), next: make([]float64, dimensions), w: make([]float64, most)}
	for k := range p.values {
		p.values[k] = make([]float64, dimensions)
	}
	return p
}

// add makes room for the point at x, which is to be filled in. One at the x of the newest
// replaces it.
func (p *points) add(x float64) (y []float64) {
	n := len(p.at)
	switch {
	case n > 0 && p.at[n-1] == x:
		return p.values[n-1]
	case n == len(p.values):
		n--
		oldest := p.values[0]
		copy(p.values, p.values[1:])
		p.values[n] = oldest
		copy(p.at, p.at[1:])
	}
	p.at = append(p.at[:n], x)
	return p.values[n]
}

// extrapolate is the point at x, nil if the newest point is the best guess. The first coordinates
// choose how many points it is extrapolated from. It is valid until the next call.
func (p *points) extrapolate(x float64, coordinates int) []float64 {
	k := p.number(coordinates)
	if k < 2 {
		return nil
	}
	weights, sound := p.weights(x, k, 0)
	if !sound {
		return nil
	}
	p.mix(p.next, weights, 0)
	return p.next
}

// number is the k to extrapolate from: the one that would have given the coordinates of the newest
// point best from those before it, and one more if these were all there are.
func (p *points) number(coordinates int) int {
	n := len(p.at)
	if n < 2 {
		return n
	}
	best, least, newest := 1, math.Inf(1), p.values[n-1]
	for k := 1; k < min(n, len(p.values)); k++ {
		weights, sound := p.weights(p.at[n-1], k, 1)
		if !sound {
			continue
		}
		guess := p.next[:coordinates]
		p.mix(guess, weights, 1)
		square := 0.0
		for i, y := range guess {
			d := y - newest[i]
			square = math.FMA(d, d, square)
		}
		if square < least {
			best, least = k, square
		}
	}
	if best == n-1 && n < len(p.values) {
		best++
	}
	return best
}

// weights are w_a at x of the newest k points, skip of them left out, and whether they
// magnify errors little enough: those of equal x do not. They are valid until the next call.
func (p *points) weights(x float64, k, skip int) (w []float64, sound bool) {
	w = p.w[:k]
	n := len(p.at) - skip
	at, magnified := p.at[n-k:n], 0.0
	for a, of := range at {
		w[a] = 1
		for b, other := range at {
			if a != b {
				w[a] *= (x - other) / (of - other)
			}
		}
		magnified += math.Abs(w[a])
	}
	return w, magnified <= mostMagnified // not so if NaN
}

// mix writes Σ_a w_a y(x_a) of the newest points, skip of them left out, to the coordinates y.
func (p *points) mix(y, weights []float64, skip int) {
	n := len(p.at) - skip
	clear(y)
	for a, point := range p.values[n-len(weights) : n] {
		for i, of := range point[:len(y)] {
			y[i] = math.FMA(weights[a], of, y[i])
		}
	}
}

// carry moves the points to or from a checkpoint.
func (p *points) carry(c *model.Carrier) {
	n := len(p.at)
	if c.Int(&n); n < 0 || n > len(p.values) {
		c.Refuse("a checkpoint with %d fixed points of a family, want at most %d", n, len(p.values))
		return
	}
	p.at = slices.Grow(p.at[:0], n)[:n]
	c.Floats(p.at)
	for _, y := range p.values[:n] {
		c.Floats(y)
	}
}
