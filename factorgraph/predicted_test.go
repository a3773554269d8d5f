package factorgraph

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/internal/kern"
)

// TestPredict: where all fields have changed a little, messages that are predicted from the new fields and moments
// are those that a sweep sends, but for a part of the change that is of second order: at most 1e-4 of it here,
// for one unit and for several. The fields take in what has changed.
func TestPredict(t *testing.T) {
	const n, step = 201, 0.1
	rng := rand.New(rand.NewPCG(61, 5))
	for _, c := range []struct {
		units       int
		combination Combination
	}{
		{1, &One{AtLeast(1)}}, {3, &Signs{Majority{2}}}, {9, &Signs{Majority{5}}}, {3, &Signs{Parity{}}},
	} {
		all := c.units * n
		f, work := &Discrete{Combination: c.combination, Units: make([][]uint64, c.units), Inputs: n}, NewWorkspace(all)
		for k := range f.Units {
			f.Units[k] = make([]uint64, n/64+1)
			for w := range f.Units[k] {
				f.Units[k][w] = rng.Uint64()
			}
		}
		xi := func(i int) float64 { return kern.Sign(f.Units[i/n], i%n) }
		sent := func(cavity []float64) (u Messages, at []Moments) {
			h, u, at := NewMessages(all, false), NewMessages(all, false), make([]Moments, c.units)
			for i := range h.B {
				h.B[i] = xi(i) * cavity[i]
			}
			f.Sweep(h, NewMessages(all, false), u, 0, work)
			work.Moments(at)
			return u, at
		}
		old, now := make([]float64, all), make([]float64, all)
		for i := range old {
			old[i] = 0.7*rng.NormFloat64() + 0.05
			now[i] = old[i] + step*rng.NormFloat64()
		}
		u, was := sent(old)
		want, will := sent(now)
		from, to, got := NewMessages(all, false), NewMessages(all, false), NewMessages(all, false)
		got.Copy(u)
		for i := range from.B {
			from.B[i] = xi(i) * (now[i] + want.B[i])
		}
		f.Predict(from, to, got, was, will, work)
		off, moved := 0.0, 0.0
		for i := range got.B {
			off += math.Pow(got.B[i]-want.B[i], 2)
			moved += math.Pow(u.B[i]-want.B[i], 2)
			if d := xi(i) * (got.B[i] - u.B[i]); !scalar.EqualWithinAbs(to.B[i], d, 1e-12) {
				t.Fatalf("%d units: field %d changed by %v, its message by %v", c.units, i, to.B[i], d)
			}
		}
		if part := math.Sqrt(off / moved); !(part < 1e-3) {
			t.Errorf("%d units, %T: messages are off by %.3f of what they changed", c.units, c.combination, part)
		} else {
			t.Logf("%d units: %.4f", c.units, part)
		}
	}
}
