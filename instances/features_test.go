package instances

import (
	"math"
	"slices"
	"testing"

	"fbp/gauss"
)

// The definition, a feature at a time, from the same streams.
func TestFeaturesByDefinition(t *testing.T) {
	for _, f := range []*Features{
		{Function: "sign", Projection: GaussianInputs, Inputs: BinaryInputs, Teacher: BinaryInputs},
		{Function: "erf", Projection: BinaryInputs, Inputs: GaussianInputs, Teacher: GaussianInputs},
		{Function: "relu", Projection: GaussianInputs, Inputs: GaussianInputs, Teacher: BinaryInputs},
		{Function: "tanh", Projection: BinaryInputs, Inputs: BinaryInputs, Teacher: GaussianInputs},
	} {
		f.D, f.Size = 7, Size{P: 40, Test: 5}
		d, err := f.Data(t.Context(), inputsOnly(11), 3, 2)
		if err != nil {
			t.Fatal(err)
		}
		numbers := func(kind string, n, p int, purpose string, keys ...any) *Patterns {
			x, rng := make([]float64, n*p), Stream(3, purpose, keys...)
			signs := NewPatterns(n, p)
			if kind == BinaryInputs {
				signs.draw(rng)
				return signs
			}
			for k := range x {
				x[k] = gauss.Deviate(rng.Uint64())
			}
			return NewRealPatterns(n, x)
		}
		teacher := numbers(f.Teacher, 7, 1, "teacher", "features", 7, 40, 2)
		dot := func(a, b *Patterns, mu int) (sum float64) {
			for k := range 7 {
				sum += a.At(0, k) * b.At(mu, k)
			}
			return sum
		}
		for set, of := range map[string]*Patterns{"patterns": d.Train, "test": d.Test} {
			x := numbers(f.Inputs, 7, of.P, set, "features", 7, 40, 2)
			for mu := range of.P {
				label := math.Copysign(1, dot(teacher, x, mu))
				if of.Label(mu) != label {
					t.Fatalf("%s: label %d of %s is %v", f.Function, mu, set, of.Label(mu))
				}
				for i := range 11 {
					u := dot(numbers(f.Projection, 7, 1, "projection", "features", 7, 2, i), x, mu) / math.Sqrt(7)
					want := map[string]float64{
						"sign": math.Copysign(1, u), "erf": math.Erf(u) / math.Sqrt(2/math.Pi*math.Asin(2./3)),
						"relu": (max(u, 0) - 1/math.Sqrt(2*math.Pi)) / math.Sqrt(0.5-0.5/math.Pi), "tanh": math.Tanh(u) / math.Sqrt(1-0.60570550960215883),
					}[f.Function]
					if got := of.At(mu, i) * label; math.Abs(got-want) > 1e-12 {
						t.Fatalf("%s: feature %d of %s %d is %v, want %v", f.Function, i, set, mu, got, want)
					}
				}
			}
		}
	}
}

// More features begin like fewer, with the same labels.
func TestFeaturesOfAnyNumber(t *testing.T) {
	f := NewFeatures()
	f.D, f.AlphaT, f.LabelNoise, f.Test = 21, 2, 0.25, 10
	few, err := f.Data(t.Context(), inputsOnly(15), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	many, err := f.Data(t.Context(), inputsOnly(101), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	if few.Train.P != 42 || !slices.Equal(few.Train.Labels, many.Train.Labels) || !slices.Equal(few.Test.Labels, many.Test.Labels) {
		t.Errorf("%d patterns, labels %v and %v", few.Train.P, few.Train.Labels, many.Train.Labels)
	}
	for mu := range few.Train.P {
		for i := range 15 {
			if few.Train.At(mu, i) != many.Train.At(mu, i) {
				t.Fatalf("feature %d of pattern %d differs", i, mu)
			}
		}
	}
}

// Rows of features have the correlations (2/π) asin(F_i·F_j/D) over many patterns, which is how their
// projection is seen; the labels have noise.
func TestFeaturesCorrelate(t *testing.T) {
	f := NewFeatures()
	f.D, f.P, f.LabelNoise = 101, 20_000, 0.2
	noisy, err := f.Data(t.Context(), inputsOnly(3), 5, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.LabelNoise = 0
	clean, err := f.Data(t.Context(), inputsOnly(3), 5, 0)
	if err != nil {
		t.Fatal(err)
	}
	row := func(i int) []float64 {
		return Ensemble{Inputs: GaussianInputs}.drawn(101, 1, Stream(5, "projection", "features", 101, 0, i)).Real(0)
	}
	sum, wrong := 0.0, 0.0
	for mu := range f.P {
		sum += clean.Train.At(mu, 0) * clean.Train.At(mu, 1)
		if clean.Train.Label(mu) != noisy.Train.Label(mu) {
			wrong++
		}
	}
	cosine := dot(row(0), row(1)) / math.Sqrt(dot(row(0), row(0))*dot(row(1), row(1)))
	if got, want := sum/float64(f.P), 2/math.Pi*math.Asin(cosine); math.Abs(got-want) > 4/math.Sqrt(float64(f.P)) {
		t.Errorf("correlation %v, want %v", got, want)
	}
	if rate := wrong / float64(f.P); math.Abs(rate-0.2) > 4*math.Sqrt(0.16/float64(f.P)) {
		t.Errorf("%v of the labels are wrong, want 0.2", rate)
	}
}

// Ensembles have the moments that they say.
func TestEnsembles(t *testing.T) {
	const n, p = 101, 2000
	for _, e := range []Ensemble{{BinaryInputs, 0}, {BinaryInputs, 0.3}, {GaussianInputs, 0}, {GaussianInputs, -0.5}} {
		d, err := Random{Size: Size{P: p}, Ensemble: e, LabelBias: 0.4}.Data(t.Context(), inputsOnly(n), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		mean, square, labels := 0.0, 0.0, 0.0
		for mu := range p {
			labels += d.Train.Label(mu) / p
			for _, x := range d.Train.Input(make([]float64, n), mu) {
				mean += x / (n * p)
				square += x * x / (n * p)
			}
		}
		if bound := 5 / math.Sqrt(n*p); math.Abs(mean-e.Bias) > bound || math.Abs(square-1) > 2*bound || math.Abs(labels-0.4) > 5/math.Sqrt(p) {
			t.Errorf("%+v: mean %v, mean square %v, mean label %v", e, mean, square, labels)
		}
	}
}
