package factorgraph

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/internal/kern"
)

// TestCommitteeOutputs: the derivatives by the mean of each unit are those of ln Z, by
// differences (five points of step 1e-3, for whose second derivative 1e-8 is rounding),
// and that is the ln Z of the formulas.
func TestCommitteeOutputs(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	for range 200 {
		units := 2 * (1 + rng.IntN(4))
		var row Combination = &Rectified{halves(units), rng.NormFloat64()}
		if rng.IntN(2) == 0 {
			units++
			row = &Signs{Majority{1 + rng.IntN(units)}}
		} else if rng.IntN(2) == 0 {
			row = &Signs{Parity{}}
		}
		out, work := make([]Output, units), NewWorkspace(0)
		work.resize(units)
		at := work.at
		for k := range at {
			v := 2 + 40*rng.Float64()
			at[k] = moments{2 * math.Sqrt(v) * rng.NormFloat64(), v}
		}
		logZ := func(k int, shift float64) float64 {
			at[k].omega += shift
			row.outputs(out, work)
			at[k].omega -= shift
			return out[k].LogZ
		}
		for k := range at {
			const h = 1e-3
			a, b, c, d, e := logZ(k, -2*h), logZ(k, -h), logZ(k, 0), logZ(k, h), logZ(k, 2*h)
			got := out
			row.outputs(got, work)
			slope := (a - 8*b + 8*d - e) / (12 * h)
			curvature := (-a + 16*b - 30*c + 16*d - e) / (12 * h * h)
			if !scalar.EqualWithinAbs(got[k].Slope, slope, 1e-9) || !scalar.EqualWithinAbs(got[k].Curvature, curvature, 1e-6) {
				t.Errorf("%T of %+v: unit %d %+v, want %v and %v", row, at, k, got[k], slope, curvature)
			}
		}
	}
}

// TestCommitteeNodes: sums and pushes are those of each unit's inputs, and ln Z that of
// the row.
func TestCommitteeNodes(t *testing.T) {
	rng := rand.New(rand.NewPCG(53, 54))
	const units, n, count = 3, 71, 6
	var rows []*Discrete
	var signs [count][][]uint64
	for mu := range count {
		signs[mu] = shared([]uint64{rng.Uint64(), rng.Uint64(), rng.Uint64(), rng.Uint64()}, units, n, false)
		rows = append(rows, &Discrete{&Signs{Majority{2}}, signs[mu], n})
	}
	f := NewNodes(rows, units)
	m, v := magnetizations(rng, units*n)
	sums, h := make([]float64, units*4), make([]float64, units*n)
	f.Dots(sums, m, 1)
	f.Push(h, sums, 1)
	variances, ones, omega := make([]float64, units), make([]float64, units*n), make([]float64, units)
	for j := range 4 {
		u := make([]float64, units*n)
		want := gaussianCommittee(u, Majority{2}, signs[1+j], n, m, v)
		for k := range units {
			sum := 0.0
			variances[k] = 0
			for i := k * n; i < (k+1)*n; i++ {
				xi := 1 - 2*float64(signs[1+j][k][(i-k*n)/64]>>((i-k*n)%64)&1)
				sum += xi * m[i]
				variances[k] += v[i]
				ones[i] += xi * sums[k*4+j]
			}
			omega[k] = sums[k*4+j]
			if !scalar.EqualWithinAbs(sum, omega[k], 1e-12) {
				t.Errorf("factor %d unit %d: sum %v, want %v", 1+j, k, omega[k], sum)
			}
		}
		out := make([]Output, units)
		f.At(out, 1+j, omega, variances)
		if !scalar.EqualWithinAbs(out[0].LogZ, want, 1e-11) {
			t.Errorf("factor %d: ln Z %v, want %v", 1+j, out[0].LogZ, want)
		}
	}
	for i, x := range ones {
		if !scalar.EqualWithinAbs(h[i], x, 1e-11) {
			t.Errorf("field %d: %v, want %v", i, h[i], x)
		}
	}
}

// TestNodes: sums and pushes are those of the patterns, one by one.
func TestNodes(t *testing.T) {
	const n, p = 131, 11
	rng := rand.New(rand.NewPCG(7, 8))
	var rows []*Discrete
	for range p {
		rows = append(rows, &Discrete{&One{AtLeast(1)}, [][]uint64{{rng.Uint64(), rng.Uint64(), rng.Uint64()}}, n})
	}
	f := NewNodes(rows, 1)
	m, _ := magnetizations(rng, n)
	for _, run := range [][2]int{{0, 11}, {3, 4}, {4, 11}, {10, 11}, {2, 8}} {
		count := run[1] - run[0]
		sums, c, h := make([]float64, count), make([]float64, count), make([]float64, n)
		for k := range c {
			c[k] = rng.NormFloat64()
		}
		f.Dots(sums, m, run[0])
		f.Push(h, c, run[0])
		for i := range n {
			for k := range c {
				xi := kern.Sign(rows[run[0]+k].Units[0], i)
				sums[k] -= xi * m[i]
				h[i] -= xi * c[k]
			}
			if !scalar.EqualWithinAbs(h[i], 0, 1e-13) {
				t.Errorf("factors %v: push on weight %d off by %v", run, i, h[i])
			}
		}
		for k, d := range sums {
			if !scalar.EqualWithinAbs(d, 0, 1e-13) {
				t.Errorf("factors %v: sum %d off by %v", run, k, d)
			}
		}
	}
}

// Sums and pushes have the same bits in any number of parts.
func TestNodesOnCores(t *testing.T) {
	const n, p = 4*wordBits + 45, 39
	rng := rand.New(rand.NewPCG(9, 10))
	signs := make([][]uint64, p)
	for mu := range signs {
		for range n/wordBits + 1 {
			signs[mu] = append(signs[mu], rng.Uint64())
		}
	}
	m, _ := magnetizations(rng, n)
	c, h := make([]float64, 30), make([]float64, n)
	for k := range c {
		c[k] = rng.NormFloat64()
	}
	sums := make([]float64, len(c))
	dots(sums, m, 0.25, signs, 5)
	push(h, c, 0.125, signs, 5, 0)
	for parts := 2; parts <= 12; parts++ {
		again, pushed := make([]float64, len(c)), make([]float64, n)
		Divide(parts, len(c), 4, func(lo, hi int) { dots(again[lo:hi], m, 0.25, signs, 5+lo) })
		Divide(parts, n, wordBits, func(lo, hi int) { push(pushed[lo:hi], c, 0.125, signs, 5, lo/wordBits) })
		if !slices.Equal(again, sums) || !slices.Equal(pushed, h) {
			t.Errorf("%d parts have other bits", parts)
		}
	}
	for _, test := range []struct{ cores, n, least, want int }{{0, 100, 10, 1}, {4, 100, 10, 4}, {4, 19, 10, 1}, {4, 30, 10, 3}, {1, 100, 10, 1}} {
		if got := Cores(func() int { return test.cores }).Parts(test.n, test.least); got != test.want {
			t.Errorf("%+v: %d parts", test, got)
		}
	}
	if got := Cores(nil).Parts(1<<30, 1); got != 1 {
		t.Errorf("no cores: %d parts", got)
	}
}
