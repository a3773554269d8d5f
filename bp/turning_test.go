package bp

import (
	"math"
	"math/rand/v2"
	"testing"

	"fbp/gauss"
	"fbp/instances"
	"fbp/model"
)

// The sweeps at the end on a sphere draw from the measure under the field: means of the weights, of the least stability and of h·w are those of
// independent uniform directions that learn, each with its weight, within five standard errors.
//
// Check: the last sweeps of `"localization"` on a sphere, N = 4 | uniform directions, weighed | five standard errors
func TestTurningDraws(t *testing.T) {
	const n, patterns, draws, kappa = 4, 3, 2000, -0.4
	m := model.NewSphericalPerceptron(n, kappa)
	p, err := instances.Random{Size: instances.Size{P: patterns}}.Patterns(n, 5, 0)
	if err != nil {
		t.Fatal(err)
	}
	h := []float64{0.9, -0.4, 0.3, 1.2}
	look := func(w []float64) (x [n + 2]float64, solved bool) {
		copy(x[:], w)
		x[n] = math.Inf(1)
		for i, y := range w {
			x[n+1] += h[i] * y
		}
		for mu := range patterns {
			x[n] = min(x[n], p.Dot(mu, w)/math.Sqrt(n)-kappa)
		}
		return x, x[n] > 0
	}
	for _, b := range []float64{0, 1.5} {
		rng := rand.New(rand.NewPCG(3, 4))
		var want, square, got, spread [n + 2]float64
		norm, norm2 := 0.0, 0.0
		direction := func() []float64 {
			w := make([]float64, n)
			for i := range w {
				w[i] = gauss.Deviate(rng.Uint64())
			}
			model.Normalize(m, w)
			return w
		}
		for range 200_000 {
			w := direction()
			x, solved := look(w)
			if !solved {
				continue
			}
			weight := math.Exp(x[n+1])
			for mu := range patterns {
				weight *= math.Pow(p.Dot(mu, w)/math.Sqrt(n)-kappa, b)
			}
			norm, norm2 = norm+weight, norm2+weight*weight
			for k, y := range x {
				want[k] += weight * y
				square[k] += weight * y * y
			}
		}
		for range draws {
			w := direction()
			for _, solved := look(w); !solved; _, solved = look(w) {
				w = direction()
			}
			newTurning(p, kappa, b, w, h).run(m, 60, rng)
			x, solved := look(w)
			if !solved {
				t.Fatal("an error")
			}
			for k, y := range x {
				got[k] += y / draws
				spread[k] += y * y / draws
			}
		}
		for k := range want {
			mean := want[k] / norm
			variance := square[k]/norm - mean*mean
			sem := math.Sqrt(variance*norm2/norm/norm + (spread[k]-got[k]*got[k])/draws)
			if !(math.Abs(got[k]-mean) < 5*sem) {
				t.Errorf("b = %v, number %d: %v, want %v(%v)", b, k, got[k], mean, sem)
			}
		}
	}
}
