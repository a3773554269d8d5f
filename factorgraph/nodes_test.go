package factorgraph

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/internal/cores"
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
	c, h := make([]float64, units*4), make([]float64, units*n)
	for j := range c {
		c[j] = rng.NormFloat64()
	}
	for k := range units {
		push := f.Push(k, c, 1)
		push.Add(h[k*n:(k+1)*n], 0)
	}
	variances, ones, g := make([]float64, units), make([]float64, units*n), make([]float64, units*count)
	for k := range variances {
		for _, vi := range f.share(k, v) {
			variances[k] += vi
		}
	}
	out := make([]Output, 4*units)
	f.Outputs(out, m, variances, g, 1)
	for j := range 4 {
		u := make([]float64, units*n)
		want := gaussianCommittee(u, Majority{2}, signs[1+j], n, m, v)
		for i := range ones {
			ones[i] += kern.Sign(signs[1+j][i/n], i%n) * c[i/n*4+j]
		}
		if got := out[j*units].LogZ; !scalar.EqualWithinAbs(got, want, 1e-11) {
			t.Errorf("factor %d: ln Z %v, want %v", 1+j, got, want)
		}
	}
	for i, x := range ones {
		if !scalar.EqualWithinAbs(h[i], x, 1e-11) {
			t.Errorf("field %d: %v, want %v", i, h[i], x)
		}
	}
}

// randomNodes are the patterns of n weights in so many units, with magnetisations and fields.
func randomNodes(rng *rand.Rand, units, n, p int) (f *Nodes, m, h []float64) {
	combination := Combination(&One{AtLeast(1)})
	if units > 1 {
		combination = &Signs{Majority{1 + units/2}}
	}
	var rows []*Discrete
	for range p {
		signs := make([][]uint64, units)
		for k := range signs {
			signs[k] = make([]uint64, (n/units+wordWeights-1)/wordWeights)
			for word := range signs[k] {
				signs[k][word] = rng.Uint64()
			}
		}
		rows = append(rows, &Discrete{combination, signs, n / units})
	}
	m, h = make([]float64, n), make([]float64, n)
	for i := range h {
		h[i] = rng.NormFloat64()
	}
	kern.Magnetize(m, h)
	return NewNodes(rows, units), m, h
}

// normal are normal numbers.
func normal(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for k := range x {
		x[k] = rng.NormFloat64()
	}
	return x
}

// TestNodes: outputs are those of the patterns' sums, and pushes those of the patterns, one
// by one.
func TestNodes(t *testing.T) {
	const n, p, v = 131, 11, 60.0
	rng := rand.New(rand.NewPCG(7, 8))
	f, m, _ := randomNodes(rng, 1, n, p)
	for _, run := range [][2]int{{0, 11}, {3, 4}, {4, 11}, {10, 11}, {2, 8}} {
		count := run[1] - run[0]
		c, g, h, out := normal(rng, count), normal(rng, p), make([]float64, n), make([]Output, count)
		f.Outputs(out, m, []float64{v}, g, run[0])
		push := f.Push(0, c, run[0])
		push.Add(h, 0)
		for k := range c {
			signs, sum := f.units[0][run[0]+k], 0.0
			for i := range n {
				xi := kern.Sign(signs, i)
				sum += xi * m[i]
				h[i] -= xi * c[k]
			}
			want := AtLeast(1).Output(sum-v*g[run[0]+k], v)
			if d := []float64{out[k].LogZ - want.LogZ, out[k].Slope - want.Slope, out[k].Curvature - want.Curvature}; !(math.Abs(d[0])+math.Abs(d[1])+math.Abs(d[2]) < 1e-12) {
				t.Errorf("factors %v: outputs %d off by %v", run, k, d)
			}
		}
		for i, d := range h {
			if !scalar.EqualWithinAbs(d, 0, 1e-13) {
				t.Errorf("factors %v: push on weight %d off by %v", run, i, d)
			}
		}
	}
}

// shift adds a number to each field, once.
func shift(h, by []float64) Prepare {
	return func(lo, hi int) {
		for i := lo; i < hi; i++ {
			h[i] += by[i]
		}
	}
}

// Moments, outputs, slopes and pushes have the same bits in any number of parts, of one unit
// and of several, whose weights are no multiple of a block.
func TestNodesOnCores(t *testing.T) {
	for _, units := range []int{1, 3} {
		const p = 239 // several times what is read ahead
		n := units * (5*kern.MagnetizeBlock + 45)
		rng := rand.New(rand.NewPCG(9, 10))
		f, m, h := randomNodes(rng, units, n, p)
		f.makeScratch(12)
		push := f.Push(0, normal(rng, units*30), 5)
		g, by, v, each := normal(rng, units*p), normal(rng, n), make([]float64, units), n/units
		for k := range v {
			v[k] = 50 + float64(k)
		}
		run := func(parts int) []float64 {
			h, g := slices.Clone(h), slices.Clone(g)
			e := WeightBlocks{make([]float64, n), h, make([]float64, 6*units), each, 6, shift(h, by)}
			cores.Divide(parts, len(e.variances), 1, e, WeightBlocks.compute)
			o := patternBlock{f, make([]Output, units*233), m, v, g, 5, make([]float64, units*233), 0.7}
			f.totals.Store(nil)
			cores.Divide(parts, 233, 4, o, patternBlock.compute)
			pushed := make([]float64, each)
			cores.Divide(parts, each, wordWeights, pushed, func(h []float64, _, lo, hi int) { push.Add(h[lo:hi], lo) })
			all := slices.Concat(h, e.m, e.variances, pushed, g, o.change)
			for _, one := range o.out {
				all = append(all, one.LogZ, one.Slope, one.Curvature)
			}
			return all
		}
		want := run(1)
		for parts := 2; parts <= 12; parts++ {
			if !slices.Equal(run(parts), want) {
				t.Errorf("%d units: %d parts have other bits", units, parts)
			}
		}
	}
}

// The variances of the units are those of one call each, of fields that were prepared once.
func TestMoments(t *testing.T) {
	for _, units := range []int{1, 3} {
		n := units * (20*kern.MagnetizeBlock + 45)
		rng := rand.New(rand.NewPCG(11, 12))
		f, _, h := randomNodes(rng, units, n, 1)
		f.Cores = func() int { return 3 }
		by, m, want, v := normal(rng, n), make([]float64, n), make([]float64, n), make([]float64, units)
		prepared := slices.Clone(h)
		f.Moments(m, v, prepared, shift(prepared, by))
		for i := range h {
			h[i] += by[i]
		}
		for k, vk := range v {
			if vk != kern.Magnetize(f.share(k, want), f.share(k, h)) {
				t.Errorf("%d units: variance %v of unit %d, want that of one call", units, vk, k)
			}
		}
		if !slices.Equal(m, want) {
			t.Errorf("%d units: other magnetisations than of one call", units)
		}
	}
}

// UpdateSlopes has the outputs of Outputs, toward which slopes go by the gain.
func TestUpdateSlopes(t *testing.T) {
	const units, n, p, from, count, gain = 3, 3 * 71, 11, 4, 6, 0.3
	rng := rand.New(rand.NewPCG(13, 14))
	f, m, _ := randomNodes(rng, units, n, p)
	v, g := []float64{50, 60, 70}, normal(rng, units*p)
	out, want, d, before := make([]Output, units*count), make([]Output, units*count), make([]float64, units*count), slices.Clone(g)
	f.Outputs(want, m, v, g, from)
	f.UpdateSlopes(out, d, m, v, g, from, gain)
	if !slices.Equal(out, want) {
		t.Error("other outputs than of Outputs")
	}
	for k := range units {
		for mu := range p {
			change := 0.0
			if j := mu - from; j >= 0 && j < count {
				change = gain * (want[j*units+k].Slope - before[k*p+mu])
				if !scalar.EqualWithinAbs(d[k*count+j], change, 1e-15) {
					t.Errorf("unit %d, pattern %d: a change of %v, want %v", k, mu, d[k*count+j], change)
				}
			}
			if !scalar.EqualWithinAbs(g[k*p+mu], before[k*p+mu]+change, 1e-14) {
				t.Errorf("unit %d, pattern %d: slope %v, want %v", k, mu, g[k*p+mu], before[k*p+mu]+change)
			}
		}
	}
}

// Pieces of weights begin with a block, or a word of signs, and are about an eighth of a share.
func TestPieces(t *testing.T) {
	for _, test := range []struct{ n, cores, parts, unit int }{{28001, 1, 1, 3072}, {28001, 2, 2, 1536}, {100001, 2, 2, 6144}, {28001, 20, 20, 192}, {3001, 64, 28, 64}} {
		f := Nodes{Cores: func() int { return test.cores }}
		if parts, unit := f.Pieces(test.n, 10_000); parts != test.parts || unit != test.unit {
			t.Errorf("%+v: %d parts, multiples of %d", test, parts, unit)
		}
	}
}
