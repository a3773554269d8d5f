package factorgraph

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/internal/kern"
)

// enumerate returns, for independent weights of magnetisation m, the
// probability that Σ ξ_i w_i > θ, given w_i = +1 and given w_i = −1 for every i,
// and without condition.
func enumerate(signs uint64, m []float64, theta float64) (up, down []float64, all float64) {
	n := len(m)
	up, down = make([]float64, n), make([]float64, n)
	for w := range uint64(1) << n {
		if float64(n-2*bits.OnesCount64((w^signs)&(1<<n-1))) <= theta {
			continue
		}
		p := 1.0
		for i := range n {
			p *= 0.5 * (1 + m[i]*kern.Sign([]uint64{w}, i))
		}
		all += p
		for i := range n {
			if w>>i&1 == 0 {
				up[i] += p / (0.5 * (1 + m[i]))
			} else {
				down[i] += p / (0.5 * (1 - m[i]))
			}
		}
	}
	return up, down, all
}

// least is the smallest sum of n signs above θ.
func least(n int, theta float64) int { return 2*int(math.Floor(0.5*(theta+float64(n)))) + 2 - n }

func magnetizations(rng *rand.Rand, n int) (m, v []float64) {
	m, v = make([]float64, n), make([]float64, n)
	for i := range m {
		m[i] = math.Tanh(rng.NormFloat64())
		v[i] = 1 - m[i]*m[i]
	}
	return m, v
}

// TestBand: the exact messages of a band are those of both half-lines' difference,
// and Gaussian ones approach them as N grows.
func TestBand(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for _, n := range []int{9, 101, 501} {
		signs := make([]uint64, n/64+1)
		m, v := make([]float64, n), make([]float64, n)
		for i := range m {
			m[i] = math.Tanh(0.4 * rng.NormFloat64())
			v[i] = 1 - m[i]*m[i]
		}
		most := int(math.Sqrt(float64(n)))/2*2 + 1
		table := NewSumTable(n)
		z := math.Exp(convolved(AtLeast(-most), signs, n, table).LogZ(m, v)) - math.Exp(convolved(AtLeast(most+2), signs, n, table).LogZ(m, v))
		band := convolved(AtMost(most), signs, n, table)
		if got := band.LogZ(m, v); !scalar.EqualWithinAbs(got, math.Log(z), 1e-12) {
			t.Errorf("N = %d: ln Z = %v, of two half-lines %v", n, got, math.Log(z))
		}
		exact, gaussian, worst := NewMessages(n, false), NewMessages(n, false), 0.0
		band.Update(exact, m, v)
		(&dense{AtMost(most), signs, n}).Update(gaussian, m, v)
		for i := range m {
			worst = max(worst, math.Abs(exact.B[i]-gaussian.B[i]))
		}
		if worst > 0.3/float64(n) {
			t.Errorf("N = %d: messages differ by %.1e", n, worst)
		}
	}
}

// TestExact: messages and ln Z of the dynamic programming are those of
// enumeration, to rounding, odd and even N, with and without margin.
//
// Check: exact messages | enumeration of 2^N sums, N ≤ 11 | 1e-12
func TestExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 5, 8, 11} {
		for _, theta := range []float64{-1.5, 0, 0.9, 2} {
			if theta >= float64(n) {
				continue
			}
			signs := rng.Uint64() & (1<<n - 1)
			m, v := magnetizations(rng, n)
			f := convolved(AtLeast(least(n, theta)), []uint64{signs}, n, NewSumTable(n))
			b := make([]float64, n)
			f.Update(Messages{B: b}, m, v)
			up, down, all := enumerate(signs, m, theta)
			for i := range b {
				if math.Min(up[i], down[i]) < 1e-12 {
					continue // a forced weight: the message is a cut-off infinity
				}
				if want := 0.5 * math.Log(up[i]/down[i]); !scalar.EqualWithinAbs(b[i], want, 1e-12) {
					t.Errorf("n %d θ %v: message %d = %v, enumeration %v", n, theta, i, b[i], want)
				}
			}
			if got := f.LogZ(m, v); !scalar.EqualWithinAbs(got, math.Log(all), 1e-12) {
				t.Errorf("n %d θ %v: ln Z = %v, enumeration %v", n, theta, got, math.Log(all))
			}
		}
	}
}

// TestForced: a weight that alone decides gets a large finite message.
func TestForced(t *testing.T) {
	f := convolved(AtLeast(1), []uint64{0}, 1, NewSumTable(1))
	b := []float64{0}
	f.Update(Messages{B: b}, []float64{0.2}, []float64{0.96})
	if !(b[0] > 100) || math.IsInf(b[0], 0) {
		t.Errorf("message %v", b[0])
	}
}

// TestGaussianApproaches: the Gaussian message is the exact one up to the
// central limit theorem's O(1/N): twice the weights, half the error.
func TestGaussianApproaches(t *testing.T) {
	worst := func(n int) float64 {
		rng := rand.New(rand.NewPCG(3, 4))
		m, v := make([]float64, n), make([]float64, n)
		signs := make([]uint64, n/64+1)
		for i := range m {
			m[i] = math.Tanh(0.4 * rng.NormFloat64())
			v[i] = 1 - m[i]*m[i]
		}
		exact, gaussian := make([]float64, n), make([]float64, n)
		convolved(AtLeast(1), signs, n, NewSumTable(n)).Update(Messages{B: exact}, m, v)
		(&dense{AtLeast(1), signs, n}).Update(Messages{B: gaussian}, m, v)
		d := 0.0
		for i := range m {
			d = max(d, math.Abs(exact[i]/gaussian[i]-1))
		}
		return d
	}
	at101, at401 := worst(101), worst(401)
	if at101 > 0.01 || at401 > 0.4*at101 {
		t.Errorf("relative difference %.2e at N = 101, %.2e at 401", at101, at401)
	}
}

// TestRowPolynomial: a sweep of the fast row equals the formula edge by edge to
// 1e-9, at row variances of every degree and below all of them, for both channels.
//
// Check: row polynomial of messages | the formula, edge by edge | 1e-9
func TestRowPolynomial(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const n = 2001
	channels := []Channel{AtLeast(least(n, 0.3*math.Sqrt(n))), AtMost(45), AtMost(5)}
	for _, c := range tempered(n, 8) {
		if c.Weight(0) > 0 {
			channels = append(channels, c.Tabulated)
		}
	}
	for k, c := range channels {
		for _, spread := range []float64{0.3, 1.2, 4, 12, 60} {
			signs := make([]uint64, n/64+1)
			for k := range signs {
				signs[k] = rng.Uint64()
			}
			h, gauged, plain := NewMessages(n, false), NewMessages(n, false), NewMessages(n, false)
			fast, slow := NewMessages(n, false), NewMessages(n, false)
			for i := range h.B {
				h.B[i] = spread * rng.NormFloat64()
				gauged.B[i] = 0.1 * rng.NormFloat64()
				plain.B[i] = kern.Sign(signs, i) * gauged.B[i]
			}
			f, work := &Discrete{&One{c}, [][]uint64{signs}, n}, NewWorkspace(n)
			edgewise := Edgewise{&dense{c, signs, n}, Binary{}}
			fast.Copy(h)
			slow.Copy(h)
			if got, want := f.FreeEntropy(h, gauged, work), edgewise.FreeEntropy(h, plain, work); !scalar.EqualWithinRel(got, want, 1e-12) {
				t.Errorf("channel %d, spread %v: free entropy %v, edge by edge %v", k, spread, got, want)
			}
			f.Sweep(h, fast, gauged, 0.3, work)
			edgewise.Sweep(h, slow, plain, 0.3, work)
			for i := range h.B {
				a, b := kern.Sign(signs, i)*gauged.B[i], plain.B[i]
				if !scalar.EqualWithinAbsOrRel(a, b, 1e-9, 1e-9) || !scalar.EqualWithinAbsOrRel(fast.B[i], slow.B[i], 1e-9, 1e-9) {
					t.Fatalf("channel %d, spread %v edge %d: %v, edge by edge %v", k, spread, i, a, b)
				}
			}
		}
	}
}

// TestFewFree: "accurate" messages and ln Z against "exact" ones at N = 501, from
// rows of variance 120 down to frozen ones. Where the flips are
// counted both are the same but for rounding. Above, the Gaussian sum misses the
// skewness of so few flips, and is worst at V of about 16, where it takes over.
//
// Check: rows with few free weights, N = 501, V from 10⁻³ to 120 | `exact` messages | 1e-9 for V < 8; Gaussian
// sum: at most 0.06 at V = 18, 0.003 at V = 120
func TestFewFree(t *testing.T) {
	const n = 501
	rng := rand.New(rand.NewPCG(9, 10))
	table := NewSumTable(n)
	for _, row := range []struct{ v, tolerance float64 }{
		{1e-3, 1e-9}, {0.05, 1e-9}, {0.3, 1e-9}, {1, 1e-9}, {3, 1e-9}, {7.9, 1e-9}, {10, 0.03}, {14, 0.06}, {18, 0.08}, {30, 0.03}, {60, 0.02}, {120, 0.01},
	} {
		worst := 0.0
		for trial := range 12 {
			signs := make([]uint64, n/64+1)
			for k := range signs {
				signs[k] = rng.Uint64()
			}
			need := []int{-40, -10, -4, -1, 0, 2}[trial%6] // flips
			x, m, v := fields(rng, n, row.v), make([]float64, n), make([]float64, n)
			sum := 0
			for i, xi := range x {
				sum += int(math.Copysign(1, xi))
				m[i] = kern.Sign(signs, i) * math.Tanh(xi)
				v[i] = 1 / (math.Cosh(xi) * math.Cosh(xi))
			}
			exact, accurate := make([]float64, n), make([]float64, n)
			e, a := convolved(AtLeast(sum+2*need), signs, n, table), &dense{AtLeast(sum + 2*need), signs, n}
			e.Update(Messages{B: exact}, m, v)
			a.Update(Messages{B: accurate}, m, v)
			for i, want := range exact {
				worst = max(worst, math.Abs(accurate[i]-want)/max(1, math.Abs(want)))
			}
			worst = max(worst, math.Abs(a.LogZ(m, v)-e.LogZ(m, v)))
		}
		if t.Logf("V = %-6g error %.1e", row.v, worst); !(worst <= row.tolerance) {
			t.Errorf("V = %g: error %.1e, want at most %g", row.v, worst, row.tolerance)
		}
	}
}

// fields draws gauged cavity fields with Σ sech² = v, no weight frozen beyond
// what the exact factor's moments can tell.
func fields(rng *rand.Rand, n int, v float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = math.Copysign(1+rng.Float64(), rng.Float64()-0.45)
	}
	lo, hi := 0.0, 10.0
	for range 60 {
		mid, total := 0.5*(lo+hi), 0.0
		for _, xi := range x {
			total += math.Pow(math.Cosh(mid*xi), -2)
		}
		if total > v {
			lo = mid
		} else {
			hi = mid
		}
	}
	for i := range x {
		x[i] *= lo
	}
	return x
}

// TestOutput: slope and curvature are the derivatives of ln Z.
func TestOutput(t *testing.T) {
	channels := []Channel{AtLeast(4), AtMost(5), AtMost(30)}
	for _, c := range tempered(201, 0.3, 80) {
		channels = append(channels, c.Tabulated)
	}
	for k, f := range channels {
		for _, omega := range []float64{-40, -5, 0, 3, 20} {
			const v, step = 60, 1e-4
			at := func(k float64) Output { return f.Output(omega+k*step, v) }
			slope := (at(1).LogZ - at(-1).LogZ) / (2 * step)
			curvature := (at(1).Slope - at(-1).Slope) / (2 * step)
			if got := at(0); !scalar.EqualWithinAbs(got.Slope, slope, 1e-8) || !scalar.EqualWithinAbs(got.Curvature, curvature, 1e-8) {
				t.Errorf("channel %d, ω %v: %+v, differences %v, %v", k, omega, got, slope, curvature)
			}
		}
	}
}

// convolved is a pattern seen through a channel with nothing approximated.
func convolved(c Channel, signs []uint64, n int, table *SumTable) *Convolved {
	return &Convolved{&One{c}, [][]uint64{signs}, n, table}
}

// dense is the definition of a [Discrete] row of one unit, edge by edge.
type dense struct {
	Channel
	Signs []uint64
	N     int
}

func (f *dense) Update(b Messages, m, v []float64) {
	omega, variance := f.sums(m, v)
	few, gaussian := new(kern.Flips), kern.Gaussianity(variance)
	few.LoadMoments(m, v, f.Signs)
	few.Messages(b.B, f.Channel)
	message, s := make([]float64, 1), make([]float64, 1)
	for i := range b.B {
		xi := kern.Sign(f.Signs, i)
		s[0] = xi * m[i]
		f.Messages(message, s, omega, variance)
		b.B[i] = xi * mix(gaussian, message[0], b.B[i])
	}
}

func (f *dense) LogZ(m, v []float64) float64 {
	omega, variance := f.sums(m, v)
	few := new(kern.Flips)
	few.LoadMoments(m, v, f.Signs)
	switch {
	case variance >= kern.GaussianAbove:
		return f.Output(omega, variance).LogZ
	case f.Idle(omega, variance):
		return 0
	}
	return mix(kern.Gaussianity(variance), f.Output(omega, variance).LogZ, few.LogZ(f.Channel))
}

func (f *dense) sums(m, v []float64) (omega, variance float64) {
	for i, mi := range m {
		omega += kern.Sign(f.Signs, i) * mi
		variance += v[i]
	}
	return omega, variance
}
