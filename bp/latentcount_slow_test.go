//go:build slow

package bp

import (
	"math"
	"math/rand/v2"
	"testing"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// The fraction of the weights at a distance d = 0.05 from a solution of focusing BP that are solutions too, on erf features, is that
// of counts: k weights are turned at random, two million times. Messages minus counts, of ln f/N between −0.029 and −0.040: plain −0.0090(12),
// latent 0.0003(5) in the five of eight instances that have ten such solutions or more.
func TestLatentCounted(t *testing.T) {
	const n, k, tries = 301, 15, 2_000_000
	f, net := instances.NewFeatures(), model.NewPerceptron(n, 0)
	f.D, f.P, f.Function = 67, 201, "erf"
	rng := instances.Stream(1, "counts")
	var plain, latent []float64
	for sample := range 8 {
		data, err := f.Data(t.Context(), net, 1, sample)
		if err != nil {
			t.Fatal(err)
		}
		search := NewFocusing(net)
		search.Accuracy, search.Damping = factorgraph.ByLatent, 0.8
		stream := func(purpose string) *rand.Rand { return instances.Stream(1, purpose) }
		found, err := search.Solve(t.Context(), &model.Problem{Model: net, Data: data, Stream: stream}, stream("search"), func(results.Reading) {})
		if err != nil || !found.Learned() {
			t.Fatal(sample, err)
		}
		w := make([]float64, n)
		for i, x := range found.Weights {
			w[i] = float64(x)
		}
		hits := solvedAround(data.Train, w, k, tries, rng)
		if hits < 10 {
			continue // the logarithm of so few is off
		}
		count := math.Log(float64(hits)/tries) / n
		d := float64(k) / n
		bound := -d*math.Log(d) - (1-d)*math.Log(1-d)
		for how, list := range map[factorgraph.Accuracy]*[]float64{factorgraph.Accurate: &plain, factorgraph.ByLatent: &latent} {
			*list = append(*list, entropyAround(t, net, data.Train, w, d, how)-bound-count)
		}
		t.Logf("%d: %d hits, ln f/N %.4f, plain %.4f, latent %.4f", sample, hits, count, plain[len(plain)-1], latent[len(latent)-1])
	}
	p, perr := meanOf(plain)
	l, lerr := meanOf(latent)
	t.Logf("plain %.4f(%.4f), latent %.4f(%.4f)", p, perr, l, lerr)
	if len(plain) < 4 || math.Abs(l) > 0.001+3*lerr || p > -0.003 || p > -3*perr {
		t.Errorf("messages minus counts: plain %.4f(%.4f), latent %.4f(%.4f)", p, perr, l, lerr)
	}
}

// solvedAround is how often weights are a solution when k of them are turned.
func solvedAround(p *instances.Patterns, w []float64, k, tries int, rng *rand.Rand) (hits int) {
	fields, order := make([]float64, p.P), make([]int, p.N)
	for mu := range fields {
		fields[mu] = p.Dot(mu, w)
	}
	column := make([][]float64, p.P) // twice what a weight adds
	for mu := range column {
		column[mu] = make([]float64, p.N)
		for i := range column[mu] {
			column[mu][i] = 2 * w[i] * p.At(mu, i)
		}
	}
	for i := range order {
		order[i] = i
	}
next:
	for range tries {
		for i := range k {
			j := i + rng.IntN(p.N-i)
			order[i], order[j] = order[j], order[i]
		}
		for mu, field := range fields {
			for _, i := range order[:k] {
				field -= column[mu][i]
			}
			if field <= 0 {
				continue next
			}
		}
		hits++
	}
	return hits
}

// entropyAround is the local entropy at a distance from w: biased BP, with the field that leads there.
func entropyAround(t *testing.T, net *model.Architecture, p *instances.Patterns, w []float64, d float64, how factorgraph.Accuracy) float64 {
	t.Helper()
	g, err := net.Graph(p, how)
	if err != nil {
		t.Fatal(err)
	}
	pass := DefaultFocusing().Passing
	pass.Accuracy, pass.Damping, pass.Epsilon, pass.MaxSweeps = how, 0.5, 1e-8, 2000
	s, m := NewState(g, nil), make([]float64, p.N)
	low, high := 0.0, 4.0
	for range 30 {
		rho := (low + high) / 2
		if out, err := s.Converge(t.Context(), pass, factorgraph.Bias{Rho: rho, Reference: w}); err != nil || !out.Converged {
			t.Fatal(rho, out, err)
		}
		along := 0.0
		s.Magnetizations(m)
		for i, x := range m {
			along += x * w[i] / float64(p.N)
		}
		if (1-along)/2 > d {
			low = rho
		} else {
			high = rho
		}
	}
	rho := (low + high) / 2
	return s.FreeEntropy() - rho*(1-2*d)
}
