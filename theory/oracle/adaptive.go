package oracle

import "math"

// Integrals are ∫ f from the first of the ends to the last, by Gauss and Legendre's rule of
// five points on each piece between ends and on its halves, which are halved again wherever
// the two differ: package math alone, and no knowledge of where f bends. A piece is left
// where every integral that steers, one of the first ones, changes by less than the
// tolerance of itself. Ends are best where f has peaks, kinks and jumps.
func Integrals(f func(x float64) [5]float64, steer int, tolerance float64, ends ...float64) (sum [5]float64) {
	type piece struct {
		a, b  float64
		value [5]float64
		depth int
	}
	var open []piece
	var scale [5]float64
	for i := range len(ends) - 1 {
		p := piece{ends[i], ends[i+1], gauss5(f, ends[i], ends[i+1]), 0}
		open = append(open, p)
		for k, v := range p.value {
			scale[k] += math.Abs(v)
		}
	}
	for len(open) > 0 {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		middle := (p.a + p.b) / 2
		left, right := gauss5(f, p.a, middle), gauss5(f, middle, p.b)
		good := true
		for k := range steer {
			change := math.Abs(left[k] + right[k] - p.value[k])
			good = good && !(change > tolerance*scale[k]) // NaN ends it
			scale[k] = max(scale[k], math.Abs(sum[k]))
		}
		if good && p.depth >= 2 || !(p.a < middle && middle < p.b) {
			for k := range sum {
				sum[k] += left[k] + right[k]
			}
			continue
		}
		open = append(open, piece{middle, p.b, right, p.depth + 1}, piece{p.a, middle, left, p.depth + 1})
	}
	return sum
}

func gauss5(f func(x float64) [5]float64, a, b float64) (sum [5]float64) {
	const (
		x1, x2     = 0.5384693101056831, 0.9061798459386640
		w0, w1, w2 = 0.5688888888888889, 0.4786286704993665, 0.2369268850561891
	)
	middle, half := (a+b)/2, (b-a)/2
	for _, p := range [...][2]float64{{-x2, w2}, {-x1, w1}, {0, w0}, {x1, w1}, {x2, w2}} {
		for k, v := range f(middle + half*p[0]) {
			sum[k] += half * p[1] * v
		}
	}
	return sum
}
