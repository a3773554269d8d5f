package deviations

import (
	"errors"
	"math"
	"testing"

	"fbp/gauss"
	"fbp/internal/slow"
)

// majority is the probability that two of three units or more are right, as printed.
func majority(h [3]float64, r float64) float64 {
	var p [3]float64
	for i := range h {
		p[i] = math.Erfc(-h[i]/r/math.Sqrt2) / 2
	}
	return p[0]*p[1] + p[0]*p[2] + p[1]*p[2] - 2*p[0]*p[1]*p[2]
}

// TestThreeBracket: ln P(majority) with its derivatives, by differences.
func TestThreeBracket(t *testing.T) {
	k := threeUnits{q1: 0.7, r: math.Sqrt(0.3)}
	for _, h := range [][3]float64{{0.3, -0.2, -0.9}, {1, 0.9, 0.8}, {-0.1, -0.2, -0.25}, {2, -1, -1}} {
		b := k.at(h)
		if want := math.Log(majority(h, k.r)); math.Abs(b.log-want) > 1e-12 {
			t.Errorf("%v: %v, want %v", h, b.log, want)
		}
		for i := range h {
			const e = 1e-5
			up, down := h, h
			up[i] += e
			down[i] -= e
			a, c := k.at(up), k.at(down)
			if d := (a.log - c.log) / (2 * e); math.Abs(d-b.y[i]) > 1e-8 {
				t.Errorf("%v: ∂%d = %v, by differences %v", h, i, b.y[i], d)
			}
			for j := range i + 1 {
				if d := (a.y[j] - c.y[j]) / (2 * e); math.Abs(d-b.yy[i][j]) > 1e-7 {
					t.Errorf("%v: ∂%d∂%d = %v, by differences %v", h, i, j, b.yy[i][j], d)
				}
			}
		}
	}
}

// TestThreeHighest: the maximum is the highest of many climbs from points on a lattice of
// starts; where z2 = z3 it jumps, with the same height on both sides.
//
// Check: large deviations of K = 3 sign units, y = ∞ | the highest of 27 ascents at each of about 1000 points;
// flat in δ; a plain sum over the whole space | 1e-5; the plain sum to 2e-4
func TestThreeHighest(t *testing.T) {
	missed, points, deficit := 0, 0, 0.0
	for _, delta := range []float64{0.3, 3, 30, 1000} {
		for _, q := range []float64{0.6, 0.9} {
			k := threeUnits{q1: q, r: math.Sqrt(1 - q)}
			lone := k.lone(delta)
			for z1 := -1.7; z1 < 2; z1 += 0.6 {
				for z2 := z1; z2 > -2.2; z2 -= 0.47 {
					for z3 := z2; z3 > -2.7; z3 -= 0.53 {
						s := math.Sqrt(q)
						x := [3]float64{s * z1, s * z2, s * z3}
						got, _ := k.highest(x, lone(x[0]), lone(x[1]), lone(x[2]), delta)
						best := got
						for n := range 27 {
							start := x
							for i, m := 0, n; i < 3; i, m = i+1, m/3 {
								start[i] += float64(m%3) / 2 * (lone(x[i]) + 0.3*k.r - x[i])
							}
							v, _ := k.climb(x, start, delta)
							best = max(best, v)
						}
						points++
						if best > got+1e-9 {
							missed++
							deficit += best - got
						}
					}
				}
			}
		}
	}
	// a thousandth of the points may be missed, near where three maxima meet, by little
	if missed > points/300 || deficit/float64(points) > 1e-6 {
		t.Errorf("missed %d of %d points, by %v in the mean", missed, points, deficit/float64(points))
	}
	k := threeUnits{q1: 0.8, r: math.Sqrt(0.2)}
	x := [3]float64{0.4, -0.6, -0.6}
	lone := k.lone(20)
	a, _ := k.climb(x, [3]float64{0.4, lone(-0.6), -0.6}, 20)
	b, _ := k.climb(x, [3]float64{0.4, -0.6, lone(-0.6)}, 20)
	if math.Abs(a-b) > 1e-12 {
		t.Errorf("raising unit 2 or unit 3 at z2 = z3: %v and %v", a, b)
	}
}

// TestThreeUnits: flat in δ, δ = 0 at the q of typical solutions, and limits.
func TestThreeUnits(t *testing.T) {
	slow.Only(t)
	const alpha, q1 = 1, 0.7
	p, err := ThreeUnits(alpha, q1)
	if err != nil {
		t.Fatal(err)
	}
	k := threeUnits{q1: q1, r: math.Sqrt(1 - q1)}
	f := func(delta float64) float64 {
		e, _ := k.patterns(delta)
		return alpha*e + q1/(1-q1+delta)/2
	}
	if slope := (f(p.DQ0+0.01) - f(p.DQ0-0.01)) / 0.02; math.Abs(slope) > 1e-4 || math.Abs(f(p.DQ0)-p.Normalized) > 1e-12 {
		t.Errorf("dF/dδ = %v", slope) // the integrals are good to 1e-6
	}
	// typical solutions
	_, square := k.patterns(0)
	atQ := q1 / ((1 - q1) * (1 - q1) * square)
	typical, err := ThreeUnits(atQ*(1-1e-6), q1)
	if err != nil || math.Abs(typical.DQ0) > 1e-4 {
		t.Errorf("typical: %+v, %v", typical, err)
	}
	logs := 0.0
	const step, most = 0.45, 17
	for i := -most; i <= most; i++ {
		for j := -most; j <= most; j++ {
			for l := -most; l <= most; l++ {
				z := [3]float64{float64(i) * step, float64(j) * step, float64(l) * step}
				if weight := step * step * step * gauss.G(z[0]) * gauss.G(z[1]) * gauss.G(z[2]); weight > 1e-14 {
					s := math.Sqrt(q1)
					logs += weight * math.Log(majority([3]float64{s * z[0], s * z[1], s * z[2]}, k.r))
				}
			}
		}
	}
	if want := atQ*logs + q1/(1-q1)/2; math.Abs(typical.Normalized-want) > 1e-5 {
		t.Errorf("typical: %v, want %v", typical.Normalized, want)
	}
	if _, err := ThreeUnits(2*atQ, q1); !errors.Is(err, ErrBelowTypical) {
		t.Errorf("below q: %v", err)
	}
}

func BenchmarkThreeUnits(b *testing.B) {
	for b.Loop() {
		if _, err := ThreeUnits(1, 0.9); err != nil {
			b.Fatal(err)
		}
	}
}

// There is no step where a derivative is no number.
func TestAscentOfNoNumbers(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1)} {
		if step := ascent([3][3]float64{{x}}, 1, [3]float64{1, 1, 1}); step != [3]float64{} {
			t.Error(step)
		}
	}
}
