package deviations

import (
	"math"
	"testing"

	"fbp/gauss"
	"fbp/internal/slow"
)

// TestParity: for K → ∞ it is −α ln 2; for K = 3 it lies above, and between −α ln 2 and
// that of replicas that all have the same chance, −(α/y) ln 2, for q1 → 0 and q1 → 1; two
// replicas have their probability in closed form. Of three units y is a whole number.
//
// Check: parity machines of three units, y = ∞, α = 0.3, q1 = 0.85 and 0.9 (slow) | the patterns' term by a
// separate program, a low-discrepancy sequence | 1.3e-3 of it, which is the error of its mean
func TestParity(t *testing.T) {
	for _, y := range []float64{2, 7.5, math.Inf(1)} {
		if p, err := Parity(math.Inf(1), 0.7, 0.9, y); err != nil || math.Abs(p.Normalized+0.7*math.Ln2) > 1e-15 {
			t.Errorf("K → ∞, y = %v: %+v, %v", y, p, err)
		}
	}
	for _, c := range []struct{ q1, y, want, tolerance float64 }{
		{1e-4, 5, -math.Ln2, 1e-6},
		{1 - 1e-9, 2, -math.Ln2 / 2, 1e-3}, // corrections of order √(1−q1)
		// both right: ¼(1 + c³), c = (2/π) asin q1 the correlation of two signs
		{0.6, 2, math.Log((1+math.Pow(2/math.Pi*math.Asin(0.6), 3))/4) / 2, 1e-8},
	} {
		p, err := Parity(3, 0.3, c.q1, c.y)
		if err != nil || math.Abs(p.Normalized-0.3*c.want) > c.tolerance || p.Q0 != 0 {
			t.Errorf("q1 = %v, y = %v: %+v, %v; want %v", c.q1, c.y, p, err, 0.3*c.want)
		}
	}
	if p, err := Parity(3, 0.3, 0.5, 2.5); err == nil {
		t.Errorf("y = 2.5: %+v", p)
	}
}

// unitsAlone is ∫∏Dz ln (1 + ∏_l s_l)/2, s_l = 1 − 2H(√q1 z_l/√(1−q1)): by a sum over z.
func unitsAlone(q1 float64) (sum float64) {
	const h, reach = 0.2, 6.0
	var s, w []float64
	for z := -reach; z <= reach; z += h {
		s, w = append(s, math.Erf(math.Sqrt(q1/(1-q1)/2)*z)), append(w, h*gauss.G(z))
	}
	for i := range s {
		for j := range s {
			for l := range s {
				sum += w[i] * w[j] * w[l] * math.Log(max((1+s[i]*s[j]*s[l])/2, 1e-16))
			}
		}
	}
	return sum
}

// TestParityMinima: with patterns enough the smallest F lies above q0 = 0, at first between
// 0 and q1 and then at q1, where it is that of replicas without a field in common.
func TestParityMinima(t *testing.T) {
	slow.Only(t)
	p, err := Parity(3, 1, 0.5, 6)
	m := newParity(1, 0.5, 6)
	if err != nil || math.Abs(p.Q0-0.1574) > 1e-3 || math.Abs(p.Normalized+0.60729042) > 1e-7 {
		t.Errorf("%+v, %v", p, err) // by the series in ζ too
	}
	for _, q0 := range []float64{0, p.Q0 - 0.03, p.Q0 + 0.03} {
		if f := m.free(q0); f <= p.Normalized+1e-6 {
			t.Errorf("F = %v at q0 = %v, no minimum of %v at %v", f, q0, p.Normalized, p.Q0)
		}
	}
	const alpha, q1 = 10, 0.5
	apart := (math.Log((1-q1)/(1+q1))/2 + q1/(1-q1)) / 2
	p, err = Parity(3, alpha, q1, 2)
	if want := apart + alpha*unitsAlone(q1); err != nil || math.Abs(p.Normalized-want) > 1e-3 || p.Q0 < 0.499 {
		t.Errorf("%+v, %v; want %v at q0 = q1", p, err, want)
	}
}

// TestParityOfMany: y = ∞ for three units: the bracket has its derivatives and the highest
// maximum; F is above that of fewer replicas, at most 0, and for patterns enough that of
// replicas without a field in common.
func TestParityOfMany(t *testing.T) {
	slow.Only(t)
	k := threeUnits{q1: 0.6, r: math.Sqrt(0.4), product: true}
	for _, h := range [][3]float64{{1, 0.4, -0.3}, {2, 1, 0.5}, {3, 2.5, -2}} {
		b := k.atProduct(h)
		for i := range h {
			up, down := h, h
			up[i] += 1e-5
			down[i] -= 1e-5
			x, y := k.atProduct(up), k.atProduct(down)
			if d := (x.log - y.log) / 2e-5; math.Abs(d-b.y[i]) > 1e-7*(1+math.Abs(d)) {
				t.Errorf("%v: slope %d %v, differences %v", h, i, b.y[i], d)
			}
			for j := range i + 1 {
				if d := (x.y[j] - y.y[j]) / 2e-5; math.Abs(d-b.yy[i][j]) > 1e-6*(1+math.Abs(d)) {
					t.Errorf("%v: curvature %d %d %v, differences %v", h, i, j, b.yy[i][j], d)
				}
			}
		}
	}
	for _, x := range slow.Some(1, [][3]float64{{0.9, 0.6, -0.5}, {0.8, 0.5, -0.1}, {1.5, 0.7, 0.2}}) {
		const delta, step = 0.7, 0.1
		best := math.Inf(-1)
		for a := -1.0; a < 2.5; a += step {
			for b := -1.5; b < 2; b += step {
				for c := -1.5; c < 1.5; c += step {
					d := (a-x[0])*(a-x[0]) + (b-x[1])*(b-x[1]) + (c-x[2])*(c-x[2])
					best = max(best, k.atProduct([3]float64{a, b, c}).log-d/(2*delta))
				}
			}
		}
		if got := k.highestProduct(x, k.lone(delta)(x[2]), delta); got < best-1e-9 || got > best+0.01 {
			t.Errorf("x = %v: maximum %v, on a grid %v", x, got, best)
		}
	}
	many, err := Parity(3, 1, 0.5, math.Inf(1))
	few, err2 := Parity(3, 1, 0.5, 3)
	if err != nil || err2 != nil || !(many.Normalized > few.Normalized && many.Normalized < 0) || math.Abs(many.Normalized+0.43264) > 1e-4 {
		t.Errorf("%+v, %+v, %v, %v", many, few, err, err2)
	}
	if p, _ := Parity(3, 10, 0.5, math.Inf(1)); math.Abs(p.Normalized-(0.5+10*unitsAlone(0.5))) > 1e-3 || p.DQ0 > 1e-2 {
		t.Errorf("%+v, want %v", p, 0.5+10*unitsAlone(0.5))
	}
}

// TestParityOfManyFar: where q1 is near 1 the minimum lies at large δ. The patterns' term at
// q1 = 0.85, D = 0.15 e^8.25 is -0.002949(4) by a separate program, which averages over
// 100 000 points z of a low-discrepancy sequence and climbs along one h at a time; at q1 =
// 0.9, D = 0.1 e^12 it is -1.0222(13)e-4.
func TestParityOfManyFar(t *testing.T) {
	slow.Only(t)
	for _, c := range []struct{ q1, lnD, patterns, within, entropy float64 }{
		{0.85, 8.25, -0.002948852, 4e-6, -1.4499e-4},
		{0.9, 12, -1.02222e-4, 1.3e-7, -3.02e-6},
	} {
		k := threeUnits{q1: c.q1, r: math.Sqrt(1 - c.q1), product: true}
		d := (1 - c.q1) * math.Exp(c.lnD)
		patterns := k.products(d - (1 - c.q1))
		if math.Abs(patterns-c.patterns) > c.within {
			t.Errorf("q1 = %v: patterns cost %v, want %v", c.q1, patterns, c.patterns)
		}
		p, err := Parity(3, 0.3, c.q1, math.Inf(1))
		if f := c.q1/d/2 + 0.3*c.patterns; err != nil || p.Normalized > f+2e-6 || math.Abs(p.Normalized-c.entropy) > 1e-7 {
			t.Errorf("q1 = %v: %+v, %v, want at most %v", c.q1, p, err, f)
		}
	}
}
