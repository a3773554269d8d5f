package measure

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// freeModels are models with units that can be exchanged or turned, by name.
func freeModels() map[string]model.Model {
	committee := func(layout, activation, output, weights string, n, hidden int) model.Model {
		c := model.NewCommittee()
		c.N, c.Hidden, c.Layout, c.Activation, c.Output, c.Weights = n, hidden, layout, activation, output, weights
		return c.Model()
	}
	return map[string]model.Model{
		"full signs":    committee(model.Full, model.SignUnits, model.MajorityOutput, model.BinaryWeights, 21, 5),
		"spherical":     committee(model.Full, model.SignUnits, model.MajorityOutput, model.SphericalWeights, 21, 3),
		"full ReLU":     committee(model.Full, model.ReLUUnits, model.MajorityOutput, model.BinaryWeights, 21, 6),
		"full parity":   committee(model.Full, model.SignUnits, model.ParityOutput, model.BinaryWeights, 21, 5),
		"parity tree":   committee(model.Tree, model.SignUnits, model.ParityOutput, model.BinaryWeights, 28, 4),
		"trees of sign": committee(model.Tree, model.SignUnits, model.MajorityOutput, model.BinaryWeights, 21, 3),
		"layers":        &model.BinaryMLP{N: 21, Layers: []int{5, 3}},
	}
}

// moves are all that a layer can do: every exchange within groups, and every sign.
func moves(f model.Freedom) (all []placed) {
	group := func(k int) int {
		if f.Groups == 0 {
			return k
		}
		return k * f.Groups / f.Units
	}
	var next func(so placed, negative int)
	next = func(so placed, negative int) {
		k := len(so)
		if k == f.Units {
			if f.Signs != model.EvenSigns || negative%2 == 0 {
				all = append(all, slices.Clone(so))
			}
			return
		}
		for j := range f.Units {
			if group(j) != group(k) || slices.ContainsFunc(so, func(u turned) bool { return u.from == j }) {
				continue
			}
			next(append(so, turned{j, 1}), negative)
			if f.Signs != model.NoSigns {
				next(append(so, turned{j, -1}), negative+1)
			}
		}
	}
	next(nil, 0)
	return all
}

// The match of a layer is the best of all moves.
func TestMatchByEnumeration(t *testing.T) {
	rng := instances.Stream(1, "match")
	for _, f := range []model.Freedom{
		{Groups: 1}, {Groups: 2}, {Groups: 1, Signs: model.AnySigns}, {Groups: 1, Signs: model.EvenSigns}, {Signs: model.EvenSigns}, {Signs: model.AnySigns},
	} {
		for n := 2; n <= 4; n += 2 {
			f.Units = n
			all := moves(f)
			for trial := range 200 {
				q := make([][]float64, n)
				for k := range q {
					q[k] = make([]float64, n)
					for j := range q[k] {
						if q[k][j] = rng.Float64() - 0.5; trial%2 == 0 {
							q[k][j] = float64(rng.IntN(5) - 2)
						}
					}
				}
				sum := func(m placed) (x float64) {
					for k, u := range m {
						x += u.sign * q[k][u.from]
					}
					return x
				}
				most := math.Inf(-1)
				for _, m := range all {
					most = max(most, sum(m))
				}
				got := match(f, q)
				if !slices.ContainsFunc(all, func(m placed) bool { return slices.Equal(m, got) }) || math.Abs(sum(got)-most) > 1e-12 {
					t.Fatalf("%+v: %v of %v gives %v, want %v", f, got, q, sum(got), most)
				}
			}
		}
	}
}

// More units with an even number of signs than have their subsets gone through come
// within twice the smallest |Q| of the sum of |Q|.
func TestMatchEvenOfMany(t *testing.T) {
	rng, n := instances.Stream(1, "even"), mostOfSubsets+3
	for range 50 {
		q := make([][]float64, n)
		for k := range q {
			q[k] = make([]float64, n)
			for j := range q[k] {
				q[k][j] = rng.Float64() - 0.5
			}
		}
		f := model.Freedom{Layer: model.Layer{Units: n, Inputs: 1}, Groups: 1, Signs: model.EvenSigns}
		got := match(f, q)
		f.Signs = model.AnySigns
		bound, sum, least, odd := 0.0, 0.0, math.Inf(1), false
		for k, u := range match(f, q) {
			bound, least = bound+math.Abs(q[k][u.from]), min(least, math.Abs(q[k][u.from]))
		}
		for k, u := range got {
			sum, odd = sum+u.sign*q[k][u.from], odd != (u.sign < 0)
		}
		if odd || sum < bound-2*least-1e-12 {
			t.Errorf("sum %v, the bound is %v and the smallest %v; odd: %v", sum, bound, least, odd)
		}
	}
}

// A scrambled copy of a network is found again: overlap 1 in every layer, with the same
// outputs; one with a fraction f of the weights flipped has the overlap 1 − 2f. Whatever
// is matched stays the network that it was.
func TestMatchedCopies(t *testing.T) {
	for name, m := range freeModels() {
		rng := instances.Stream(1, "copies", name)
		layers := m.Freedom()
		p, err := (instances.Random{Size: instances.Size{P: 70}}).Data(t.Context(), m, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		stabilities := func(w []float64) []float64 { return m.Stabilities(nil, w, p.Train) }
		same := func(a, b []float64) bool {
			return !slices.ContainsFunc(stabilities(b), func(x float64) bool { a = append(a[1:], a[0]); return math.Abs(x-a[len(a)-1]) > 1e-9 })
		}
		a, b := randomWeights(m, rng), randomWeights(m, rng)
		copied, at := slices.Clone(a), 0
		for l, f := range layers {
			if f.Some() {
				all := moves(f)
				place := all[rng.IntN(len(all))]
				own := copied[at : at+f.Weights()]
				old := slices.Clone(own)
				for k, u := range place {
					for i := range f.Inputs {
						own[k*f.Inputs+i] = u.sign * old[u.from*f.Inputs+i]
					}
				}
				if f.Read {
					place.follow(copied[at+f.Weights():][:layers[l+1].Weights()])
				}
			}
			at += f.Weights()
		}
		if !same(stabilities(a), copied) {
			t.Fatalf("%s: a copy is another network", name)
		}
		if got := matched(layers, a, copied); !slices.Equal(got, a) {
			t.Errorf("%s: a copy is not found again", name)
		}
		near := matched(layers, a, b)
		if !same(stabilities(b), near) {
			t.Errorf("%s: matched, it is another network", name)
		}
		plain, best := byLayer(layers, a, b), byLayer(layers, a, near)
		if layers[0].Some() && best[0] < plain[0] {
			t.Errorf("%s: overlap %v of the first layer without, %v with a match", name, plain[0], best[0])
		}
		flipped, every := slices.Clone(copied), 20
		for i := 0; i < len(flipped); i += every {
			flipped[i] = -flipped[i]
		}
		if got, want := cosine(a, matched(layers, a, flipped)), cosine(copied, flipped); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: overlap %v with a flipped copy, want %v", name, got, want)
		}
	}
}

// Overlaps of random networks after matching, at the widths of the physics note: about
// 0.09 in the first layer of 783 inputs and 101 units, and 0.26 in the second (another
// program); 0 for trees of sign units.
func TestOverlapOfRandomNetworks(t *testing.T) {
	compare := func(m model.Model) (q, random []float64) {
		rng := instances.Stream(1, "random")
		a, b := randomWeights(m, rng), randomWeights(m, rng)
		err := (&Overlaps{}).Measure(context.Background(), &model.Problem{Model: m}, []*model.Solution{{Weights: a}, {Weights: b}}, rng,
			func(r results.Reading) {
				if r.Table == "overlaps" {
					q, random = append(q, r.Values[0].Value), append(random, r.Values[1].Value)
				}
			})
		if err != nil {
			t.Fatal(err)
		}
		return q, random
	}
	q, random := compare(&model.BinaryMLP{N: 783, Layers: []int{101, 101}})
	for l, want := range []float64{0.09, 0.26, 0} {
		if tolerance := []float64{0.01, 0.02, 0.35}[l]; math.Abs(q[l]-want) > tolerance || math.Abs(random[l]-want) > tolerance { // the last: of 101 signs
			t.Errorf("layer %d: overlaps %v and %v, want %v", l+1, q[l], random[l], want)
		}
	}
	if _, random := compare(freeModels()["trees of sign"]); random[0] != 0 {
		t.Errorf("overlap %v of random trees", random[0])
	}
	wide := model.NewCommittee()
	wide.N, wide.Hidden, wide.Layout = 21, mostMatched+2, model.Full
	if (&Overlaps{}).Check(wide.Model()) == nil {
		t.Error("a layer that takes too long is not refused")
	}
}

// The local energy around a perceptron with one pattern is the probability that a sum of
// signs with some of them flipped is negative, counted here; at none it is the training
// error, and at all it is that of the opposite weights.
func TestLocalEnergyCounts(t *testing.T) {
	m := model.NewPerceptron(9, 0)
	p := instances.NewPatterns(9, 1)
	w := []float64{1, 1, 1, 1, 1, 1, 1, -1, -1} // sum 5
	e := &LocalEnergy{Flips: []float64{0, 3. / 9, 1}, Trials: 40000}
	want := []float64{0, 35. / 84, 1} // three of the seven: 5 − 6 < 0
	k := 0
	err := e.Measure(t.Context(), &model.Problem{Model: m, Data: instances.Learning(p)}, []*model.Solution{{Weights: w}}, rand.New(rand.NewPCG(1, 2)),
		func(r results.Reading) {
			if k == 3 {
				if got, mean := r.Values[0].Value, (35./84+1)/3; math.Abs(got-mean) > 0.01 {
					t.Errorf("mean error %v, want %v", got, mean)
				}
			} else if got := r.Values[0].Value; math.Abs(got-want[k]) > 0.01 { // four standard deviations
				t.Errorf("error %v at %v, want %v", got, r.At[0].Value, want[k])
			}
			k++
		})
	if err != nil || k != 4 {
		t.Errorf("%d readings, %v", k, err)
	}
	spherical := model.NewSphericalPerceptron(9, 0)
	if NewLocalEnergy().Check(spherical) == nil || NewLocalEnergy().Check(m) != nil || (&LocalEnergy{Trials: 1}).Validate() == nil {
		t.Error("real weights, or no fractions, are not refused")
	}
}
