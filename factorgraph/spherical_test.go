package factorgraph

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/internal/kern"
)

// votesOf is the logarithm of the expected factor of a pattern whose units have
// Gaussian sums of means omega and variances v, by enumeration.
func votesOf(o Votes, omega, v []float64) float64 {
	p, q := make([]float64, len(omega)), make([]float64, len(omega))
	for k := range p {
		z := omega[k] / math.Sqrt(2*v[k])
		p[k], q[k] = 0.5*math.Erfc(-z), 0.5*math.Erfc(z)
	}
	return math.Log(enumerated(o, p, q))
}

// sphericalRow is a pattern on random fields and messages of a committee.
func sphericalRow(rng *rand.Rand, units, n int, c Combination, lean float64) (f *Gaussian, h, u Messages) {
	f = &Gaussian{Combination: c, Inputs: n}
	for range units {
		f.Units = append(f.Units, []uint64{rng.Uint64()})
	}
	h, u = NewMessages(units*n, true), NewMessages(units*n, true)
	for i := range h.A {
		xi := kern.Sign(f.Units[i/n], i%n)
		u.A[i], u.B[i] = 0.05*rng.NormFloat64(), 0.3*rng.NormFloat64()
		h.A[i] = 1 + 3*rng.Float64() + u.A[i]
		h.B[i] = rng.NormFloat64() + xi*(lean+u.B[i])
	}
	return f, h, u
}

// TestSphericalMessages: the messages of a pattern are the derivatives of the
// logarithm of its own average, B the first by the mean of the sum without the weight,
// A minus the second, by differences of an enumeration of votes: for one unit and
// several, for patterns that are learned, undecided, and far from learned.
//
// Check: messages of spherical weights | derivatives of an enumeration of votes, by differences | 1e-6 (B),
// 1e-4 (A)
func TestSphericalMessages(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 15))
	for _, c := range []struct {
		units int
		Combination
	}{
		{1, &Signs{Majority{1}}}, {3, &Signs{Majority{2}}}, {5, &Signs{Majority{3}}}, {3, &Signs{Majority{3}}},
		{1, &Signs{Parity{}}}, {2, &Signs{Parity{}}}, {5, &Signs{Parity{}}},
		{1, &One{HalfLine{1.3}}}, {1, &One{HalfLine{-2.2}}},
	} {
		logZOf := func(omega, v []float64) float64 {
			if one, ok := c.Combination.(*One); ok {
				return math.Log(0.5 * math.Erfc((one.Channel.(HalfLine).Theta-omega[0])/math.Sqrt(2*v[0])))
			}
			return votesOf(c.Combination.(*Signs).Votes, omega, v)
		}
		for _, lean := range []float64{-1, 0, 0.7} {
			const n = 13
			units := c.units
			f, h, u := sphericalRow(rng, units, n, c.Combination, lean)
			omega, v := make([]float64, units), make([]float64, units)
			mean := func(i int) (s, variance float64) {
				variance = 1 / (h.A[i] - u.A[i])
				return (kern.Sign(f.Units[i/n], i%n)*h.B[i] - u.B[i]) * variance, variance
			}
			for i := range h.A {
				s, variance := mean(i)
				omega[i/n], v[i/n] = omega[i/n]+s, v[i/n]+variance
			}
			got, sums := NewMessages(units*n, true), NewMessages(units*n, true)
			got.Copy(u)
			sums.Copy(h)
			f.Sweep(h, sums, got, 0, NewWorkspace(units*n))
			for i := range h.A {
				k, xi := i/n, kern.Sign(f.Units[i/n], i%n)
				s, variance := mean(i)
				full, fullV := omega[k], v[k]
				at := func(x float64) float64 {
					omega[k], v[k] = full-s+x, fullV-variance
					return logZOf(omega, v)
				}
				const step = 1e-3
				up, mid, down := at(step), at(0), at(-step)
				omega[k], v[k] = full, fullV
				if want := (up - down) / (2 * step); !scalar.EqualWithinAbsOrRel(got.B[i], want, 1e-7, 1e-6) {
					t.Fatalf("K = %d, lean %v: B of weight %d = %v, differences %v", units, lean, i, got.B[i], want)
				}
				if want := -(up - 2*mid + down) / (step * step); !scalar.EqualWithinAbsOrRel(got.A[i], want, 1e-6, 1e-4) {
					t.Fatalf("K = %d, lean %v: A of weight %d = %v, differences %v", units, lean, i, got.A[i], want)
				}
				if want := h.A[i] + got.A[i] - u.A[i]; !scalar.EqualWithinAbs(sums.A[i], want, 1e-14) {
					t.Fatalf("field A of weight %d = %v, want %v", i, sums.A[i], want)
				}
				if want := h.B[i] + xi*(got.B[i]-u.B[i]); !scalar.EqualWithinAbs(sums.B[i], want, 1e-14) {
					t.Fatalf("field B of weight %d = %v, want %v", i, sums.B[i], want)
				}
			}
			logZ, free := logZOf(omega, v), 0.0
			for i := range h.A {
				a, b := h.A[i]-u.A[i], h.B[i]-kern.Sign(f.Units[i/n], i%n)*u.B[i]
				free += 0.5*math.Log(2*math.Pi/a) + b*b/(2*a)
			}
			if got := f.FreeEntropy(h, u, NewWorkspace(units*n)); !scalar.EqualWithinAbs(got, logZ+free, 1e-11) {
				t.Errorf("K = %d, lean %v: free entropy %v, want %v", units, lean, got, logZ+free)
			}
		}
	}
}

// TestPull: r(z) is the derivative of ln(Sure + Swing Φ(z)), and −z − 1/z … far on the
// left where the unit has to vote +1.
func TestPull(t *testing.T) {
	for _, sure := range []float64{0, 1e-300, 1e-12, 0.3, 1} {
		c := Vote{Sure: sure, Swing: 1 - sure, Ratio: math.Log(sure / (1 - sure))}
		for z := -37.0; z < 9; z += 0.37 {
			want := (1 - sure) * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) / (sure + (1-sure)*0.5*math.Erfc(-z/math.Sqrt2))
			if sure == 0 && z < -30 { // the series of the Mills ratio
				want = -z / (1 - 1/(z*z)*(1-3/(z*z)))
			}
			if got := c.pull(z); !scalar.EqualWithinAbsOrRel(got, want, 1e-300, 2e-5) || sure > 1e-200 && !scalar.EqualWithinAbsOrRel(got, want, 1e-290, 1e-12) {
				t.Errorf("Sure = %v: r(%v) = %v, want %v", sure, z, got, want)
			}
		}
	}
}

// TestNormalize: the multipliers meet the norms, from either side, where precisions
// without them are negative, and of a centre; and there are none of what is no number.
func TestNormalize(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 15))
	p := Spherical{3, 21}
	for _, scale := range []float64{0.01, 1, 30} {
		h, chi := NewMessages(63, true), make([]float64, 3)
		for i := range h.A {
			h.A[i], h.B[i] = scale*(rng.Float64()-0.2), scale*rng.NormFloat64()
		}
		before := NewMessages(63, true)
		before.Copy(h)
		if !p.Normalize(chi, h) {
			t.Fatalf("scale %v: no multipliers", scale)
		}
		for k := range 3 {
			sum := 0.0
			for i := 21 * k; i < 21*(k+1); i++ {
				m := h.B[i] / h.A[i]
				sum += 1/h.A[i] + m*m
				if !scalar.EqualWithinAbs(h.A[i]-before.A[i], chi[k], 1e-12*(1+scale)) {
					t.Fatalf("scale %v: field changed by %v, the multiplier by %v", scale, h.A[i]-before.A[i], chi[k])
				}
			}
			if !scalar.EqualWithinRel(sum, 21, 1e-12) {
				t.Errorf("scale %v: norm %v of 21", scale, sum)
			}
		}
	}
	h, chi := NewMessages(63, true), make([]float64, 3)
	if h.B[7] = math.NaN(); p.Normalize(chi, h) {
		t.Error("a norm of what is not a number")
	}
}

// TestElasticReplicas: the pull of y−1 replicas is what is left of their Gaussian and
// the centre's, integrated out one after the other; at λ = 0 there is none.
func TestElasticReplicas(t *testing.T) {
	const n, y, lambda = 5, 4.0, 2.5
	rng := rand.New(rand.NewPCG(3, 15))
	h, e, u := NewMessages(n, true), NewMessages(n, true), NewMessages(n, true)
	for i := range n {
		h.A[i], h.B[i] = 1+rng.Float64(), rng.NormFloat64()
		e.A[i], e.B[i] = 0.3*rng.Float64(), rng.NormFloat64()
	}
	f := ElasticReplicas{Y: y, Lambda: lambda, Each: n}
	f.Pull(u, h, e)
	seen := NewMessages(n, true)
	for i := range n {
		a, b := h.A[i]-e.A[i], h.B[i]-e.B[i]
		seen.A[i], seen.B[i] = lambda-lambda*lambda/(a+lambda), lambda*b/(a+lambda)
	}
	chi, norm := f.Multiplier(seen), 0.0
	for i := range n {
		a, b := y*seen.A[i]+chi, y*seen.B[i]
		norm += 1/a + b*b/(a*a)
		a, b = (y-1)*seen.A[i]+chi, (y-1)*seen.B[i]
		if !scalar.EqualWithinAbs(u.A[i], lambda-lambda*lambda/(a+lambda), 1e-12) || !scalar.EqualWithinAbs(u.B[i], lambda*b/(a+lambda), 1e-12) {
			t.Errorf("pull (%v, %v), want (%v, %v)", u.A[i], u.B[i], lambda-lambda*lambda/(a+lambda), lambda*b/(a+lambda))
		}
	}
	if !scalar.EqualWithinAbs(norm, n, 1e-12) {
		t.Errorf("the centre has norm %v of %d", norm, n)
	}
	ElasticReplicas{Y: y, Each: n}.Pull(u, h, e)
	for i := range n {
		if u.A[i] != 0 || u.B[i] != 0 {
			t.Errorf("λ = 0 pulls by (%v, %v)", u.A[i], u.B[i])
		}
	}
}
