package bp

import "math"

// mostMagnified is the largest sum |w_0| + |w_1| + … of the weights of an extrapolation,
// by which it magnifies the errors of the points. It is 2^k − 1 for k points at equal
// distances.
const mostMagnified = 80

// family is the last points of a curve, in many dimensions, at positions of one parameter.
type family struct {
	at     []float64   // positions of the points, the newest last
	points [][]float64 // one more than are extrapolated, to choose by
	next   []float64
	w      []float64
}

// newFamily is one whose points are extrapolated from at most so many.
func newFamily(size, most int) family {
	f := family{at: make([]float64, 0, most+1), points: make([][]float64, most+1), next: make([]float64, size), w: make([]float64, most)}
	for k := range f.points {
		f.points[k] = make([]float64, size)
	}
	return f
}

// add makes room for the point at x, which is to be filled in; one at the position of the
// newest replaces it.
func (f *family) add(x float64) (point []float64) {
	n := len(f.at)
	switch {
	case n > 0 && f.at[n-1] == x:
		return f.points[n-1]
	case n == len(f.points):
		n--
		oldest := f.points[0]
		copy(f.points, f.points[1:])
		f.points[n] = oldest
		copy(f.at, f.at[1:])
	}
	f.at = append(f.at[:n], x)
	return f.points[n]
}

// extrapolate is the point at x, of which the first coordinates choose how many points it
// is extrapolated from; nil if the newest point is the best guess. It is valid until the
// next call.
func (f *family) extrapolate(x float64, coordinates int) []float64 {
	k := f.reach(coordinates)
	if k < 2 {
		return nil
	}
	weights, sound := f.weights(x, k, 0)
	if !sound {
		return nil
	}
	f.mix(f.next, weights, 0)
	return f.next
}

// reach is the number of points to extrapolate from: as many as would have foreseen the
// coordinates of the newest best, and one more if these were all there are.
func (f *family) reach(coordinates int) int {
	n := len(f.at)
	if n < 2 {
		return n
	}
	best, least, newest := 1, math.Inf(1), f.points[n-1]
	for k := 1; k < min(n, len(f.points)); k++ {
		weights, sound := f.weights(f.at[n-1], k, 1)
		if !sound {
			continue
		}
		guess := f.next[:coordinates]
		f.mix(guess, weights, 1)
		sum := 0.0
		for i, y := range guess {
			d := y - newest[i]
			sum = math.FMA(d, d, sum)
		}
		if sum < least {
			best, least = k, sum
		}
	}
	if best == n-1 && n < len(f.points) {
		best++
	}
	return best
}

// weights are those of the polynomial through the newest k points but skip, at x, and
// whether they magnify errors little enough: positions that coincide do not. They are valid
// until the next call.
func (f *family) weights(x float64, k, skip int) (w []float64, sound bool) {
	w = f.w[:k]
	n := len(f.at) - skip
	at, magnified := f.at[n-k:n], 0.0
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

// mix writes the weighted sum of the newest points but skip to out.
func (f *family) mix(out, weights []float64, skip int) {
	n := len(f.at) - skip
	clear(out)
	for a, point := range f.points[n-len(weights) : n] {
		for i, y := range point[:len(out)] {
			out[i] = math.FMA(weights[a], y, out[i])
		}
	}
}
