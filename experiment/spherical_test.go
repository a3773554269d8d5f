package experiment

import (
	"math"
	"math/rand/v2"
	"testing"

	"fbp/bp"
	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
	"fbp/theory"
	"fbp/theory/franzparisi"
)

// TestSphericalPerceptron: entropy and q of plain BP are those of replica symmetry, at
// margins of either sign, within four standard errors of six samples, and 2/N.
func TestSphericalPerceptron(t *testing.T) {
	slow.Only(t)
	const n, samples = 301, 6
	for _, c := range []struct{ alpha, kappa float64 }{{0.5, 0}, {1, 0}, {1, -0.5}, {2, -0.5}, {0.5, 0.5}} {
		m := model.NewSphericalPerceptron(n, c.kappa)
		var entropies, overlaps []float64
		p := int(c.alpha * n)
		for sample := range samples {
			d, err := instances.Random{Size: instances.Size{P: p}}.Data(t.Context(), m, 3, sample)
			if err != nil {
				t.Fatal(err)
			}
			s, err := bp.NewPlain(m).Solve(t.Context(), &model.Problem{Model: m, Data: d}, nil, func(results.Reading) {})
			if err != nil || s.Outcome != results.Converged {
				t.Fatalf("%+v: %+v, %v", c, s, err)
			}
			entropy, _ := s.Number("entropy")
			q, _ := s.Number("q")
			entropies, overlaps = append(entropies, entropy), append(overlaps, q)
		}
		want, err := theory.Committee{Weights: theory.Spherical}.RS(float64(p)/n, c.kappa)
		if err != nil {
			t.Fatal(err)
		}
		for name, x := range map[string]struct {
			got  []float64
			want float64
		}{"entropy": {entropies, want.Entropy}, "q": {overlaps, want.Q}} {
			mean, sem := meanOf(x.got)
			if t.Logf("%+v: %s %.4f ± %.4f, replicas %.4f", c, name, mean, sem, x.want); math.Abs(mean-x.want) > 4*sem+2.0/n {
				t.Errorf("%+v: %s %v ± %v, replicas %v", c, name, mean, sem, x.want)
			}
		}
	}
}

// meanOf is the mean and its standard error.
func meanOf(x []float64) (mean, sem float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sem += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(sem / float64(len(x)*(len(x)-1)))
}

// typicalWeights is a random solution on the sphere: great circles through the present
// weights in random directions, on each of which a uniform point of the solutions is
// drawn by rejection from arcs that shrink around the present one.
func typicalWeights(m *model.Architecture, d *instances.Data, w []float64, steps int, rng *rand.Rand) []float64 {
	n, p := m.N, d.Train.P
	root := math.Sqrt(float64(n))
	along := func(x []float64) []float64 {
		s := make([]float64, p)
		for mu := range s {
			s[mu] = d.Train.Dot(mu, x) / root
		}
		return s
	}
	v := make([]float64, n)
	a := along(w)
	for range steps {
		dot, square := 0.0, 0.0
		for i := range v {
			v[i] = gauss.Deviate(rng.Uint64())
			dot += v[i] * w[i] / float64(n)
		}
		for i := range v {
			v[i] -= dot * w[i]
			square += v[i] * v[i]
		}
		for i := range v {
			v[i] *= root / math.Sqrt(square)
		}
		b := along(v)
		lo, hi := -math.Pi, math.Pi
		for {
			x := lo + (hi-lo)*rng.Float64()
			c, s, ok := math.Cos(x), math.Sin(x), true
			for mu := range a {
				if c*a[mu]+s*b[mu] <= m.Kappa {
					ok = false
					break
				}
			}
			if ok {
				for i := range w {
					w[i] = c*w[i] + s*v[i]
				}
				for mu := range a {
					a[mu] = c*a[mu] + s*b[mu]
				}
				break
			}
			if x < 0 {
				lo = x
			} else {
				hi = x
			}
		}
	}
	return w
}

// TestSphericalFranzParisi: the entropy around typical solutions of the spherical
// perceptron is that of Franz and Parisi, with a margin of either sign: within four
// standard errors of four samples, and 2/N. Typical solutions are drawn from a chain that
// starts at one of LAL.
func TestSphericalFranzParisi(t *testing.T) {
	slow.Only(t)
	const n, samples = 201, 4
	for _, c := range slow.Some(1, []struct{ alpha, kappa float64 }{{1, -0.5}, {0.5, 0}}) {
		m := model.NewSphericalPerceptron(n, c.kappa)
		curve, err := franzparisi.OfCommittee(theory.Committee{Weights: theory.Spherical}, float64(int(c.alpha*n))/n, c.kappa, c.kappa)
		if err != nil {
			t.Fatal(err)
		}
		differences := map[float64][]float64{}
		for sample := range samples {
			d, err := instances.Random{Size: instances.Size{P: int(c.alpha * n)}}.Data(t.Context(), m, 4, sample)
			if err != nil {
				t.Fatal(err)
			}
			rng := instances.Stream(4, "chain", sample)
			p := &model.Problem{Model: m, Data: d, Stream: func(purpose string) *rand.Rand { return instances.Stream(4, purpose, sample) }}
			algorithm := Standard().Algorithms["lal"](m)
			if completed, ok := algorithm.(interface{ Complete(func(string) bool) }); ok {
				completed.Complete(func(string) bool { return false })
			}
			s, err := algorithm.Solve(t.Context(), p, rng, func(results.Reading) {})
			if err != nil || !s.Solved() {
				t.Fatalf("%+v, %v", s, err)
			}
			s.Weights = typicalWeights(m, d, s.Weights, 4000, rng)
			if m.Errors(s.Weights, d.Train) != 0 {
				t.Fatal("the chain left the solutions")
			}
			l := measure.NewLocalEntropy(m, nil)
			l.Lambda = bp.Schedule{List: []float64{0.5, 2, 6}}
			err = l.Measure(t.Context(), p, []*model.Solution{s}, rng, func(r results.Reading) {
				if r.Table != "local_entropy" {
					return
				}
				lambda, distance, entropy := r.At[0].Value, r.Values[0].Value, r.Values[1].Value
				point, err := curve.At(distance / 2) // (1 − t)/2
				if err != nil {
					t.Fatal(err)
				}
				differences[lambda] = append(differences[lambda], entropy-point.Entropy)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for lambda, x := range differences {
			mean, sem := meanOf(x)
			if t.Logf("%+v, λ = %v: %.4f ± %.4f above theory", c, lambda, mean, sem); math.Abs(mean) > 4*sem+2.0/n {
				t.Errorf("%+v, λ = %v: %v ± %v above theory", c, lambda, mean, sem)
			}
		}
	}
}
