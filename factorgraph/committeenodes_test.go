package factorgraph

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
)

// TestCommitteeOutputs: the derivatives by the mean of each unit are those of ln Z, by
// differences (five points of step 1e-3, for whose second derivative 1e-8 is rounding),
// and that is the ln Z of the formulas.
func TestCommitteeOutputs(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	for range 200 {
		units, n := 2*(1+rng.IntN(4)), 101
		var row Unitwise = &Rectified{make([][]uint64, units), n, halves(units), rng.NormFloat64()}
		if rng.IntN(2) == 0 {
			units++
			row = &Committee{Majority{1 + rng.IntN(units)}, make([][]uint64, units), n}
		}
		at, out, work := make([]moments, units), make([]Output, units), NewWorkspace(0)
		for k := range at {
			v := 2 + 40*rng.Float64()
			at[k] = moments{2 * math.Sqrt(v) * rng.NormFloat64(), v}
		}
		logZ := func(k int, shift float64) float64 {
			at[k].omega += shift
			row.outputs(out, at, work)
			at[k].omega -= shift
			return out[k].LogZ
		}
		for k := range at {
			const h = 1e-3
			a, b, c, d, e := logZ(k, -2*h), logZ(k, -h), logZ(k, 0), logZ(k, h), logZ(k, 2*h)
			got := out
			row.outputs(got, at, work)
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
	var rows []Unitwise
	var signs [count][][]uint64
	for mu := range count {
		signs[mu] = shared([]uint64{rng.Uint64(), rng.Uint64(), rng.Uint64(), rng.Uint64()}, units, n, false)
		rows = append(rows, &Committee{Majority{2}, signs[mu], n})
	}
	f := NewCommitteeNodes(rows, units)
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
