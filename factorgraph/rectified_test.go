package factorgraph

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/internal/kern"
)

// halves are the weights of a second layer of ReLU units, +1 for the first half.
func halves(units int) []int {
	c := ones(units)
	for k := units / 2; k < units; k++ {
		c[k] = -1
	}
	return c
}

// relu is mean and variance of max(0, λ) as the textbooks have them.
func relu(omega, v float64) (mean, variance float64) {
	a, root := omega/math.Sqrt(v), math.Sqrt(v)
	p, g := 0.5*math.Erfc(-a/math.Sqrt2), math.Exp(-a*a/2)/math.Sqrt(2*math.Pi)
	mean = omega*p + root*g
	return mean, (omega*omega+v)*p + omega*root*g - mean*mean
}

// TestRectify: mean and variance are those of the textbook where these do not cancel,
// and of a unit that is on or off for certain.
func TestRectify(t *testing.T) {
	for _, v := range []float64{1e-3, 0.7, 12, 300} {
		for a := -4.0; a <= 4; a += 0.25 {
			omega := a * math.Sqrt(v)
			mean, variance := relu(omega, v)
			got := rectify(moments{omega, v})
			if !scalar.EqualWithinAbs(got.omega, mean, 1e-13*math.Sqrt(v)) || !scalar.EqualWithinAbs(got.v, variance, 1e-13*v) {
				t.Errorf("ω %v V %v: %+v, want %v and %v", omega, v, got, mean, variance)
			}
		}
	}
	for _, c := range [][2]moments{{{9, 1e-12}, {9, 1e-12}}, {{-9, 1e-12}, {0, 0}}, {{40, 1}, {40, 1}}, {{-40, 1}, {0, 0}}} {
		if got := rectify(c[0]); !(math.Abs(got.omega-c[1].omega) < 1e-300 && math.Abs(got.v-c[1].v) < 1e-300) {
			t.Errorf("%+v: %+v, want %+v", c[0], got, c[1])
		}
	}
}

// gaussianRectified is a row of ReLU units with a Gaussian output whatever its
// variance, edge by edge.
func gaussianRectified(u []float64, f *Rectified, units [][]uint64, inputs int, m, v []float64) (logZ float64) {
	sums, mean, variance := make([]moments, len(units)), 0.0, 0.0
	for k := range sums {
		for j := range inputs {
			sums[k].omega += kern.Sign(units[k], j) * m[k*inputs+j]
			sums[k].v += v[k*inputs+j]
		}
		a, b := relu(sums[k].omega, sums[k].v)
		mean, variance = mean+float64(f.Second[k])*a, variance+b
	}
	tail := func(x float64) float64 { return math.Log(0.5 * math.Erfc(x/math.Sqrt2)) }
	for k, at := range sums {
		c := float64(f.Second[k])
		a, b := relu(at.omega, at.v)
		for j := range inputs {
			i, xi := k*inputs+j, kern.Sign(units[k], j)
			var logs [2]float64
			for w, one := range []float64{1, -1} {
				x, y := relu(at.omega-xi*m[i]+xi*one, at.v-v[i])
				logs[w] = tail((f.Threshold - mean - c*(x-a)) / math.Sqrt(variance+y-b))
			}
			u[i] = 0.5 * (logs[0] - logs[1])
		}
	}
	return tail((f.Threshold - mean) / math.Sqrt(variance))
}

// someRow makes a row of units with n inputs each, of which a number are free enough that
// its sums have variance v; the fields are those of magnetisations m.
func someRow(rng *rand.Rand, units, n int, v, lean float64) (signs [][]uint64, h, u Messages, m, vs []float64) {
	h, u = NewMessages(units*n, false), NewMessages(units*n, false)
	m, vs = make([]float64, units*n), make([]float64, units*n)
	for k := range units {
		signs = append(signs, make([]uint64, n/64+1))
		for w := range signs[k] {
			signs[k][w] = rng.Uint64()
		}
		along := 0.5 + lean*rng.NormFloat64()/math.Sqrt(float64(n))
		for j, x := range fields(rng, n, v) {
			i := k*n + j
			x = math.Copysign(x, along-rng.Float64())
			u.B[i] = 0.1 * rng.NormFloat64()
			h.B[i] = kern.Sign(signs[k], j) * (x + u.B[i])
			m[i], vs[i] = kern.Sign(signs[k], j)*math.Tanh(x), math.Pow(math.Cosh(x), -2)
		}
	}
	return signs, h, u, m, vs
}

// TestRectifiedRow: a sweep of the row is that of the formula edge by edge where D is
// Gaussian, and that of exact messages where it has few values, a threshold between two
// of them leaving no ties. The interpolation errs by up to 3e-9.
func TestRectifiedRow(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	worst := map[float64]float64{}
	for trial := range 120 {
		units, n := []int{2, 4, 10}[rng.IntN(3)], []int{50, 167}[rng.IntN(2)]
		v, few := []float64{0.2, 0.8, 2, 3.5, 9, 25, 60}[rng.IntN(7)], true
		if v > 0.9*float64(n) {
			continue
		}
		signs, h, u, m, vs := someRow(rng, units, n, v, 0.5)
		c, work := &Rectified{halves(units), float64(rng.IntN(5)) - 1.5}, NewWorkspace(units*n)
		f, want, tolerance := &Discrete{c, signs, n}, make([]float64, units*n), 1e-11
		f.read(h.B, u.B, work)
		var logZ float64
		switch g := work.rectified.gaussian; {
		case g == 1:
			few, tolerance = false, 1e-8
			logZ = gaussianRectified(want, c, signs, n, m, vs)
		case g == 0:
			exact := &Convolved{c, signs, n, NewSumTable(n)}
			exact.Update(Messages{B: want}, m, vs)
			logZ = exact.LogZ(m, vs)
		default:
			continue
		}
		if logZ < -30 {
			continue
		}
		free := logZ
		for i := range h.B {
			free += math.Log(2 * math.Cosh(math.Atanh(m[i])))
		}
		if got := f.FreeEntropy(h, u, work); !scalar.EqualWithinAbsOrRel(got, free, 1e-8, 1e-8) {
			t.Errorf("trial %d few %v K %d V %v: free entropy %v, want %v", trial, few, units, v, got, free)
		}
		sums := NewMessages(units*n, false)
		sums.Copy(h)
		f.Sweep(h, sums, u, 0, work)
		for i := range want {
			k, j := i/n, i%n
			xi := kern.Sign(signs[k], j)
			d := math.Abs(xi*u.B[i]-want[i]) / max(1, math.Abs(want[i]))
			if worst[v] = max(worst[v], d); !(d < tolerance) {
				t.Fatalf("trial %d few %v K %d n %d V %v ω %+v: message %d %v, want %v", trial, few, units, n, v, work.at, i, xi*u.B[i], want[i])
			}
		}
	}
	t.Logf("errors by V: %v", worst)
}

// TestRectifiedTies: messages and ln Z are those of enumeration, a tie counting half.
func TestRectifiedTies(t *testing.T) {
	rng, seen := rand.New(rand.NewPCG(43, 44)), 0
	for _, c := range []struct{ units, n int }{{2, 3}, {2, 4}, {4, 3}, {2, 6}} {
		for _, threshold := range []float64{0, 1, -2, 0.5} {
			weights := c.units * c.n
			signs := shared([]uint64{rng.Uint64()}, c.units, c.n, false)
			m, _ := magnetizations(rng, weights)
			for i := range m {
				m[i] = math.Tanh(4 * math.Atanh(m[i])) // few are free
			}
			row := &Rectified{halves(c.units), threshold}
			f := &Discrete{row, signs, c.n}
			up, down, all := make([]float64, weights), make([]float64, weights), 0.0
			for w := range uint64(1) << weights {
				p, d := 1.0, 0
				for k := range c.units {
					sum := 0.0
					for j := range c.n {
						wi := kern.Sign([]uint64{w}, k*c.n+j)
						p *= 0.5 * (1 + m[k*c.n+j]*wi)
						sum += wi * kern.Sign(signs[k], j)
					}
					d += row.Second[k] * max(0, int(sum))
				}
				worth := 0.0
				if float64(d) > threshold {
					worth = 1
				} else if float64(d) == threshold {
					worth = 0.5
				}
				all += p * worth
				for i := range m {
					if w>>i&1 == 0 {
						up[i] += p * worth / (0.5 * (1 + m[i]))
					} else {
						down[i] += p * worth / (0.5 * (1 - m[i]))
					}
				}
			}
			h, u, work := NewMessages(weights, false), NewMessages(weights, false), NewWorkspace(weights)
			for i := range m {
				h.B[i] = math.Atanh(m[i])
			}
			if f.read(h.B, u.B, work); work.rectified.gaussian > 0 {
				continue // not on the lattice
			}
			seen++
			logs := math.Log(all)
			for i := range m {
				logs += math.Log(2 * math.Cosh(h.B[i]))
			}
			if got := f.FreeEntropy(h, u, work); !scalar.EqualWithinAbs(got, logs, 1e-11) {
				t.Errorf("%+v θ %v: free entropy %v, enumeration %v", c, threshold, got, logs)
			}
			f.Sweep(h, NewMessages(weights, false), u, 0, work)
			for i := range u.B {
				got, want := kern.Sign(signs[i/c.n], i%c.n)*u.B[i], 0.5*math.Log(up[i]/down[i])
				if !scalar.EqualWithinAbs(got, want, 1e-11) && math.Abs(want) < 30 {
					t.Errorf("%+v θ %v: message %d = %v, enumeration %v", c, threshold, i, got, want)
				}
			}
		}
	}
	if seen < 12 {
		t.Errorf("compared %d rows", seen)
	}
}
