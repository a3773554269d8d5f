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

// learnsReal tells whether a combination has a pull on real weights.
func learnsReal(c Combination) bool {
	one, ok := c.(*One)
	if !ok {
		_, ok = c.(*Signs)
		return ok
	}
	_, ok = one.Channel.(HalfLine)
	return ok
}

// TestReal: the messages of real inputs are, for binary weights, those of the definition:
// half the difference of ln Z with the weight at +1 and at −1; for real weights the
// derivatives of ln Z by the mean of the sum without the weight, by differences. No
// second call of either allocates.
func TestReal(t *testing.T) {
	const n = 17
	rng := rand.New(rand.NewPCG(61, 62))
	for _, c := range combinations {
		ok := learnsReal(c.Combination)
		var units [][]float64
		for range c.units {
			x := make([]float64, n)
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			units = append(units, x)
		}
		f := NewReal(c.Combination, units, NewWorkspace(0))
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

// TestScaleOfReal: inputs and thresholds in other units are the same pattern, for powers of
// two bit by bit; units of sign may have units of their own. The difference elsewhere is
// rounding of the inputs, which large messages magnify.
func TestScaleOfReal(t *testing.T) {
	const n = 17
	rng := rand.New(rand.NewPCG(65, 66))
	work := NewWorkspace(0)
	for _, c := range combinations {
		_, signs := c.Combination.(*Signs)
		units := make([][]float64, c.units)
		for k := range units {
			for range n {
				units[k] = append(units[k], rng.NormFloat64())
			}
		}
		m, v := magnetizations(rng, c.units*n)
		for i := range v { // nearly frozen, where a floor of the variance shows
			if i%n > 2 {
				m[i], v[i] = math.Copysign(1, m[i]), 1e-15
			}
		}
		of := func(scale func(k int) float64) (u []float64, logZ float64) {
			scaled := make([][]float64, c.units)
			for k, x := range units {
				for _, x := range x {
					scaled[k] = append(scaled[k], x*scale(k))
				}
			}
			f := NewReal(c.over(func(x float64) float64 { return x * scale(0) }), scaled, work)
			b := NewMessages(c.units*n, false)
			f.Update(b, m, v)
			return b.B, f.LogZ(m, v)
		}
		want, wantZ := of(func(int) float64 { return 1 })
		same := func(what string, exact bool, scale func(k int) float64) {
			got, gotZ := of(scale)
			for i := range got {
				if got[i] != want[i] && (exact || !scalar.EqualWithinAbsOrRel(got[i], want[i], 1e-9, 1e-9)) || !scalar.EqualWithinAbsOrRel(gotZ, wantZ, 1e-9, 1e-9) {
					t.Fatalf("%T%+v, %s: message %d = %v, want %v; ln Z = %v, want %v", c.Combination, c.Combination, what, i, got[i], want[i], gotZ, wantZ)
				}
			}
		}
		for _, factor := range []float64{0x1p-900, 0x1p-40, 0.5, 0x1p30, 0x1p900} {
			same("a power of two", true, func(int) float64 { return factor })
		}
		for _, factor := range []float64{1e-290, 1e-150, 1e-8, 3, 1e8, 1e150, 1e290} {
			same("other units", false, func(int) float64 { return factor })
		}
		if signs {
			same("units of their own", true, func(k int) float64 { return []float64{0x1p-60, 1, 0x1p70}[k%3] })
		}
	}
}

// TestScale: the scale of ±1 is 1, and nothing overflows or vanishes.
func TestScale(t *testing.T) {
	for _, test := range []struct {
		x    []float64
		want float64
	}{
		{[]float64{1, -1, 1}, 1}, {[]float64{0, 0}, 0}, {nil, 0}, {[]float64{0, 3, 0, -3}, 2}, {[]float64{-3, 3}, 2},
		{[]float64{math.MaxFloat64, math.MaxFloat64}, 0x1p1023}, {[]float64{5e-324, 0}, 0x1p-1022}, {[]float64{1e-200, -1e-200, 1e-200}, 0x1p-665},
	} {
		if got := Scale(test.x); got != test.want {
			t.Errorf("Scale(%v) = %v, want %v", test.x, got, test.want)
		}
	}
	if math.Ilogb(1e-200) != -665 {
		t.Error("1e-200 lies between other powers of two")
	}
}
