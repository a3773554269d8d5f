package factorgraph

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
)

// combinations are all there are, with their numbers of units.
var combinations = []struct {
	units int
	Combination
}{
	{1, &One{HalfLine{0.7}}}, {1, &One{HalfLine{-3}}}, {1, &One{Band{4.5}}},
	{3, &Signs{Majority{2}}}, {3, &Signs{Majority{3}}}, {5, &Signs{Majority{2}}},
	{1, &Signs{Parity{}}}, {2, &Signs{Parity{}}}, {5, &Signs{Parity{}}},
	{4, &Rectified{halves(4), 0.3}}, {2, &Rectified{[]int{-1, 1}, -2}},
}

// gaussianLogZ is ln Z of a combination of Gaussian sums, from its definition: by
// enumeration of votes, or for ReLU units with the moments of the textbook.
func gaussianLogZ(c Combination, at []moments) float64 {
	tail := func(x float64) float64 { return 0.5 * math.Erfc(x/math.Sqrt2) }
	switch c := c.(type) {
	case *One:
		root := math.Sqrt(at[0].v)
		if band, ok := c.Channel.(Band); ok {
			return math.Log(tail((-band.End-at[0].omega)/root) - tail((band.End-at[0].omega)/root))
		}
		return math.Log(tail((c.Channel.(HalfLine).Theta - at[0].omega) / root))
	case *Signs:
		omega, v := make([]float64, len(at)), make([]float64, len(at))
		for k, a := range at {
			omega[k], v[k] = a.omega, a.v
		}
		return votesOf(c.Votes, omega, v)
	case *Rectified:
		mean, variance := 0.0, 0.0
		for k, a := range at {
			m, s := relu(a.omega, a.v)
			mean, variance = mean+float64(c.Second[k])*m, variance+s
		}
		return math.Log(tail((c.Threshold - mean) / math.Sqrt(variance)))
	}
	panic("no such combination")
}

// TestReal: the messages of real inputs are, for binary weights, those of the definition:
// half the difference of ln Z with the weight at +1 and at −1; for real weights the
// derivatives of ln Z by the mean of the sum without the weight, by differences. No
// second call of either allocates.
func TestReal(t *testing.T) {
	const n = 17
	rng := rand.New(rand.NewPCG(61, 62))
	for _, c := range combinations {
		_, ok := c.among(0, lookedAt(c.Combination, c.units)).(pulling)
		f := &Real{Combination: c.Combination, Work: NewWorkspace(0)}
		for range c.units {
			x := make([]float64, n)
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			f.Units = append(f.Units, x)
		}
		m, v := magnetizations(rng, c.units*n)
		sums := func() []moments {
			at := make([]moments, c.units)
			for i := range m {
				x := f.Units[i/n][i%n]
				at[i/n].omega, at[i/n].v = at[i/n].omega+x*m[i], at[i/n].v+x*x*v[i]
			}
			return at
		}
		if got, want := f.LogZ(m, v), gaussianLogZ(c.Combination, sums()); !scalar.EqualWithinAbs(got, want, 1e-11) {
			t.Errorf("%T%+v: ln Z = %v, want %v", c.Combination, c.Combination, got, want)
		}
		// at is ln Z with weight i out of its sum, and that shifted.
		at := func(i int, shift float64) float64 {
			at, x := sums(), f.Units[i/n][i%n]
			at[i/n].omega += shift - x*m[i]
			at[i/n].v -= x * x * v[i]
			return gaussianLogZ(c.Combination, at)
		}
		for _, two := range []bool{false, true} {
			u := NewMessages(c.units*n, two)
			if two && !ok {
				continue
			}
			if f.Update(u, m, v); testing.AllocsPerRun(3, func() { f.Update(u, m, v) }) > 0 {
				t.Errorf("%T%+v allocates", c.Combination, c.Combination)
			}
			for i := range m {
				x := f.Units[i/n][i%n]
				if !two {
					if want := 0.5 * (at(i, x) - at(i, -x)); !scalar.EqualWithinAbs(u.B[i], want, 1e-10) {
						t.Fatalf("%T%+v: message %d = %v, want %v", c.Combination, c.Combination, i, u.B[i], want)
					}
					continue
				}
				const step = 1e-3
				up, mid, down := at(i, step), at(i, 0), at(i, -step)
				if want := x * (up - down) / (2 * step); !scalar.EqualWithinAbsOrRel(u.B[i], want, 1e-7, 1e-6) {
					t.Fatalf("%T%+v: B of weight %d = %v, differences %v", c.Combination, c.Combination, i, u.B[i], want)
				}
				if want := -x * x * (up - 2*mid + down) / (step * step); !scalar.EqualWithinAbsOrRel(u.A[i], want, 1e-6, 1e-4) {
					t.Fatalf("%T%+v: A of weight %d = %v, differences %v", c.Combination, c.Combination, i, u.A[i], want)
				}
			}
		}
	}
}

// lookedAt is a workspace in which a combination has looked at some sums.
func lookedAt(c Combination, units int) *Workspace {
	work := NewWorkspace(0)
	work.resize(units)
	for k := range work.at {
		work.at[k] = moments{0, 1}
	}
	c.look(work)
	return work
}

// TestNarrow: a sweep in single precision is that in double precision to what single
// precision leaves, whatever pattern combines what sums, be they Gaussian or not.
func TestNarrow(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 64))
	for _, c := range combinations {
		for _, v := range []float64{1, 9, 40} {
			const n = 101
			signs, h, u, _, _ := someRow(rng, c.units, n, v, 0.3)
			f, work := &Discrete{c.Combination, signs, n}, NewWorkspace(c.units*n)
			narrowH, narrowU := make([]float32, c.units*n), make([]float32, c.units*n)
			Narrow(narrowH, h.B)
			Narrow(narrowU, u.B)
			f.Sweep(h, h, u, 0.3, work)
			f.SweepNarrow(narrowH, narrowH, narrowU, 0.3, work)
			for i, want := range u.B {
				if !scalar.EqualWithinAbsOrRel(float64(narrowU[i]), want, 2e-5, 2e-5) {
					t.Fatalf("%T%+v, V = %v: message %d = %v, in double precision %v", c.Combination, c.Combination, v, i, narrowU[i], want)
				}
			}
		}
	}
}
