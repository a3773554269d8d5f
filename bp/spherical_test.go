package bp_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/lives"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
	"fbp/theory"
)

// spherical is a tree of K units with real weights on P random patterns.
func spherical(t testing.TB, n, hidden, p, sample int) (*model.Architecture, *instances.Patterns) {
	t.Helper()
	patterns, err := instances.Random{Size: instances.Size{P: p}}.Patterns(n, 15, sample)
	if err != nil {
		t.Fatal(err)
	}
	m := model.NewCommittee()
	m.N, m.Hidden, m.Weights = n, hidden, model.SphericalWeights
	return m.Model().(*model.Architecture), patterns
}

func sphericalState(t testing.TB, m *model.Architecture, patterns *instances.Patterns) (*bp.State, *factorgraph.Graph) {
	t.Helper()
	g, err := m.Graph(patterns, factorgraph.Accurate)
	if err != nil {
		t.Fatal(err)
	}
	return bp.NewState(g, nil), g
}

func entropy(t testing.TB, s *bp.State) float64 {
	t.Helper()
	e, err := s.Entropy()
	if err != nil {
		t.Fatalf("entropy %v: %v", e, err)
	}
	return e
}

// plainPassing is that of a fixed point.
func plainPassing() bp.Passing {
	p := bp.DefaultFocusing().Passing
	p.Damping, p.Epsilon, p.MaxSweeps = 0, 1e-8, 1000
	return p
}

// direction is a reference of norm 1 per weight in every unit.
func direction(m *model.Architecture) []float64 {
	w := make([]float64, m.Dim())
	for i := range w {
		w[i] = math.Sin(float64(i*i)) + 0.1
	}
	model.Normalize(m, w)
	return w
}

// TestNoPatterns: without patterns the entropy at distance D of a reference is ½ ln
// D(2−D), to rounding, and that of a replica around the centre too; the plain one is
// 0.
func TestNoPatterns(t *testing.T) {
	m, _ := spherical(t, 99, 3, 1, 0)
	s := bp.NewState(&factorgraph.Graph{N: 99, Prior: factorgraph.Spherical{Units: 3, Each: 33}}, nil)
	converge(t, s, plainPassing(), factorgraph.Free{})
	if got := entropy(t, s); !scalar.EqualWithinAbs(got, 0, 1e-13) {
		t.Errorf("plain entropy %v, want 0", got)
	}
	w, means := direction(m), make([]float64, 99)
	for _, lambda := range []float64{0.01, 1, 50} {
		converge(t, s, plainPassing(), factorgraph.Elastic{Lambda: lambda, Reference: w})
		s.Magnetizations(means)
		d := 1.0
		for i, x := range means {
			d -= x * w[i] / 99
		}
		if got, want := entropy(t, s), 0.5*math.Log(d*(2-d)); !scalar.EqualWithinAbs(got, want, 1e-12) {
			t.Errorf("λ = %v: entropy %v at D = %v, want %v", lambda, got, d, want)
		}
	}
	for _, step := range []bp.Step{{Gamma: 0.5, Y: 10}, {Gamma: 8, Y: 10}, {Gamma: 30, Y: 3}} {
		s.Reset()
		converge(t, s, plainPassing(), factorgraph.ElasticReplicas{Y: step.Y, Lambda: step.Gamma, Each: 33})
		got, err := s.Thermo(step)
		if err != nil {
			t.Fatal(err)
		}
		if d := 1 - got.CenterOverlap; !scalar.EqualWithinAbs(got.LocalEntropy, 0.5*math.Log(d*(2-d)), 1e-9) {
			t.Errorf("%+v: Σ_int = %v at D = %v, want %v", step, got.LocalEntropy, d, 0.5*math.Log(d*(2-d)))
		}
	}
}

// halfSpace is the logarithm of the fraction of the points of a sphere in n dimensions
// at distance D of w that are on the positive side of ξ, cos the cosine of the angle
// between w and ξ: of √(1−t²) √(1−cos²) y + t cos > 0, t = 1 − D, y the coordinate of a
// random direction in n−1 dimensions, whose density is (1−y²)^((n−4)/2).
func halfSpace(n int, cos, d float64) float64 {
	t := 1 - d
	edge := -t * cos / math.Sqrt((1-t*t)*(1-cos*cos))
	above, all := 0.0, 0.0
	const points = 200_000
	for i := range points {
		y := -1 + (2*float64(i)+1)/points
		p := math.Pow(1-y*y, 0.5*float64(n-4))
		if all += p; y > edge {
			above += p
		}
	}
	return math.Log(above / all)
}

// TestOnePatternOnSphere: around a reference on the wrong side of a single pattern the number
// of solutions is that of a quadrature on the sphere. Gaussian messages and a norm on
// average are not quite a sphere: N S is off by about 1/N where the coupling is weak,
// by 6/N at λ = 10, measured at N = 7, 21 and 99; without a reference by 1/(100 N²).
func TestOnePatternOnSphere(t *testing.T) {
	for _, n := range []int{7, 21, 99} {
		m, patterns := spherical(t, n, 1, 1, 0)
		s, _ := sphericalState(t, m, patterns)
		converge(t, s, plainPassing(), factorgraph.Free{})
		if got := float64(n) * entropy(t, s); !scalar.EqualWithinAbs(got, -math.Ln2, 0.02/float64(n*n)) {
			t.Errorf("N = %d: N S = %v, want −ln 2", n, got)
		}
		w, means := direction(m), make([]float64, n)
		if patterns.Dot(0, w) > 0 {
			for i := range w {
				w[i] = -w[i]
			}
		}
		cos := patterns.Dot(0, w) / float64(n)
		for _, lambda := range []float64{0.3, 2, 10} {
			converge(t, s, plainPassing(), factorgraph.Elastic{Lambda: lambda, Reference: w})
			s.Magnetizations(means)
			d := 1.0
			for i, x := range means {
				d -= x * w[i] / float64(n)
			}
			got := float64(n) * (entropy(t, s) - 0.5*math.Log(d*(2-d)))
			if want := halfSpace(n, cos, d); !scalar.EqualWithinAbs(got, want, (0.5+0.6*lambda)/float64(n)) {
				t.Errorf("N = %d, λ = %v: ln of the fraction at D = %.3f is %v, on the sphere %v", n, lambda, d, got, want)
			}
		}
	}
}

// TestReplicaSymmetricEntropy: entropies of plain BP agree with replica symmetry
// within two standard errors: K = 1, 3 and 9, eight samples each.
//
// Check: entropy of spherical weights under plain BP, K = 1, 3 and 9, eight samples each | replica symmetry |
// two standard errors
func TestReplicaSymmetricEntropy(t *testing.T) {
	slow.Only(t)
	for _, c := range []struct {
		hidden, n int
		alpha     float64
	}{{1, 401, 0.5}, {3, 501, 0.5}, {3, 501, 1}, {9, 495, 0.5}} {
		p := int(c.alpha * float64(c.n))
		point, err := theory.Tree{Hidden: c.hidden, Weights: theory.Spherical}.RS(float64(p) / float64(c.n))
		if err != nil {
			t.Fatal(err)
		}
		var values []float64
		for sample := range 8 {
			m, patterns := spherical(t, c.n, c.hidden, p, sample)
			s, _ := sphericalState(t, m, patterns)
			passing := plainPassing()
			passing.Epsilon = 1e-4
			converge(t, s, passing, factorgraph.Free{})
			values = append(values, entropy(t, s))
		}
		sum := results.Summarize(values)
		if math.Abs(sum.Mean-point.Entropy) > 2*sum.Sem {
			t.Errorf("%+v: entropy %.5f ± %.5f, replica symmetry %.5f", c, sum.Mean, sum.Sem, point.Entropy)
		}
	}
}

// TestSlopeIsCoupling: dS/dD = λ around a teacher, and λ → 0 returns the plain entropy
// for any reference. Messages of second order leave 1.5 % at N = 999; the test asks for
// 2 % at N = 501, between D = 0.6 and 0.03.
func TestSlopeIsCoupling(t *testing.T) {
	m, _ := spherical(t, 501, 3, 1, 0)
	d, err := instances.Teacher{Size: instances.Size{P: 250}}.Data(t.Context(), m, 15, 0)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := sphericalState(t, m, d.Train)
	converge(t, s, plainPassing(), factorgraph.Free{})
	plain := entropy(t, s)
	for name, w := range map[string][]float64{"teacher": d.Teacher, "any": direction(m)} {
		converge(t, s, plainPassing(), factorgraph.Elastic{Lambda: 1e-6, Reference: w})
		if got := entropy(t, s); !scalar.EqualWithinAbs(got, plain, 1e-6) {
			t.Errorf("%s: entropy %v at λ = 1e-6, plain %v", name, got, plain)
		}
	}
	means := make([]float64, 501)
	at := func(lambda float64) (distance, e float64) {
		converge(t, s, plainPassing(), factorgraph.Elastic{Lambda: lambda, Reference: d.Teacher})
		s.Magnetizations(means)
		distance = 1
		for i, x := range means {
			distance -= x * d.Teacher[i] / 501
		}
		return distance, entropy(t, s)
	}
	for lambda := 0.25; lambda < 20; lambda *= 2 {
		d1, s1 := at(lambda * 0.99)
		d2, s2 := at(lambda * 1.01)
		if slope := (s2 - s1) / (d2 - d1); !scalar.EqualWithinRel(slope, lambda, 0.02) {
			t.Errorf("D = %.3f: dS/dD = %.4f, λ = %v", d1, slope, lambda)
		}
	}
}

// TestExponential: a geometric progression, its ends as they are given.
func TestExponential(t *testing.T) {
	values := bp.Exponential(40, 0.05, 50).Values()
	if len(values) != 40 || values[0] != 0.05 || values[39] != 50 {
		t.Errorf("%d values from %v to %v", len(values), values[0], values[len(values)-1])
	}
	for k, x := range values[1:] {
		if !scalar.EqualWithinRel(x/values[k], math.Pow(1000, 1.0/39), 1e-12) {
			t.Errorf("ratio %v after value %d", x/values[k], k)
		}
	}
	for _, s := range []bp.Schedule{{Kind: "exponential", Steps: 3, From: 1}, {Kind: "exponential", Steps: 3, To: 1},
		{Kind: "exponential", Steps: 1, From: 1, To: 2}, {Kind: "exponential", Steps: 3, From: 1, To: 2, Cap: 3}, {Kind: "atanh", Steps: 3, Cap: 1, To: 1}} {
		if s.Validate() == nil {
			t.Errorf("%+v is taken", s)
		}
	}
}

// TestSphericalSearch: focusing BP solves a committee of spherical weights that it
// finds on the sphere, replicas and centre draw together, and a search that is
// interrupted at any sweep ends in the same bits.
func TestSphericalSearch(t *testing.T) {
	m, patterns := spherical(t, 99, 3, 99, 0)
	f := bp.NewFocusing(m)
	if f.Y != 10 || f.Damping != 0.7 {
		t.Errorf("defaults %+v", f)
	}
	last := 0.0
	s, err := f.Solve(context.Background(), &model.Problem{Model: m, Data: instances.Learning(patterns)}, nil, func(r results.Reading) {
		for _, v := range r.Values {
			if r.Table == "focusing" && v.Name == "overlap_center" {
				if v.Value < last {
					t.Errorf("overlap with the centre falls from %v to %v", last, v.Value)
				}
				last = v.Value
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if !s.Solved() || m.Errors(s.Weights, patterns) != 0 {
		t.Errorf("%d errors", s.Errors)
	}
	if last < 0.95 {
		t.Errorf("overlap with the centre %v at the end", last)
	}
	norm := 0.0
	for _, x := range s.Weights[:33] {
		norm += x * x
	}
	if !scalar.EqualWithinRel(norm, 33, 1e-12) {
		t.Errorf("norm of a unit %v, want 33", norm)
	}
}

// TestResumedSphericalSearch: a search that is kept at any sweep and goes on in another
// process ends in the same bits.
func TestResumedSphericalSearch(t *testing.T) {
	m, patterns := spherical(t, 45, 3, 30, 1)
	f := bp.NewFocusing(m)
	f.Gamma = bp.Exponential(4, 0.5, 8)
	run := func(ctx context.Context, k *lives.Keeper) (*model.Solution, []results.Reading, error) {
		k.Source, k.Readings = rand.NewPCG(1, 2), nil
		s, err := f.Solve(ctx, &model.Problem{Model: m, Data: instances.Learning(patterns), Keeper: k}, rand.New(k.Source),
			func(r results.Reading) { k.Readings = append(k.Readings, r) })
		return s, k.Readings, err
	}
	whole, readings, err := run(context.Background(), &lives.Keeper{Stop: -1})
	if err != nil {
		t.Fatal(err)
	}
	for _, stop := range []int{1, 7, 40} {
		ctx, die := context.WithCancel(context.Background())
		k := &lives.Keeper{Stop: stop, Die: die}
		if _, _, err := run(ctx, k); !errors.Is(err, context.Canceled) {
			t.Fatalf("sweep %d: %v", stop, err)
		}
		s, again, err := run(context.Background(), k)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(s, whole) || !reflect.DeepEqual(again, readings) {
			t.Errorf("another search after an interruption at sweep %d", stop)
		}
	}
}

// TestSameBitsOnSphere is TestSameBits of real weights.
func TestSameBitsOnSphere(t *testing.T) {
	m, patterns := spherical(t, 99, 3, 60, 2)
	s, g := sphericalState(t, m, patterns)
	passing := bp.NewFocusing(m).Passing
	passing.MaxSweeps, passing.Epsilon = 20, 1e-3
	reference := make([]float64, m.Dim()) // no sines, whose bits go by machine
	for i := range reference {
		reference[i] = float64(i*i%7) - 2.5
	}
	model.Normalize(m, reference)
	hash := sha256.New()
	for _, f := range []factorgraph.Field{factorgraph.Free{}, g.Prior.Coupled(10, 0.7), g.Prior.Coupled(10, 6), factorgraph.Elastic{Lambda: 3, Reference: reference}} {
		if _, err := s.Converge(t.Context(), passing, f); err != nil {
			t.Fatal(err)
		}
		binary.Write(hash, binary.LittleEndian, entropy(t, s))
		binary.Write(hash, binary.LittleEndian, s.H.A)
		binary.Write(hash, binary.LittleEndian, s.H.B)
	}
	if got, want := hex.EncodeToString(hash.Sum(nil)[:8]), "f9648073e7df7811"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
