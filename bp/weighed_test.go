package bp_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/enumeration"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// weighed is what the messages of a perceptron say under the power b, with the parts of the stabilities between edges.
func weighed(t testing.TB, m *model.Architecture, p *instances.Patterns, b float64, how factorgraph.Accuracy, edges []float64) (bp.Weighed, bp.Averages) {
	t.Helper()
	of := bp.Temperature{Potential: &bp.Potential{Power: b}}
	g, err := of.Graph(m, p, how)
	if err != nil {
		t.Fatal(err)
	}
	s, passing := bp.NewState(g, nil), tight()
	passing.Epsilon, passing.Accuracy = 1e-10, how
	converge(t, s, passing, factorgraph.Free{})
	w, err := of.Weighed(s, m, p, how)
	if err != nil {
		t.Fatal(err)
	}
	averages, err := of.Averages(s, m, p, how, edges)
	if err != nil {
		t.Fatal(err)
	}
	return w, averages
}

// counted is the same by enumeration of all weights.
func counted(m *model.Architecture, p *instances.Patterns, b float64, edges []float64) (w bp.Weighed, shares []float64) {
	z, shares := 0.0, make([]float64, len(edges)-1)
	for k := range uint64(1) << p.N {
		weights, weight, logs := enumeration.Weights(p.N, k), 1.0, 0.0
		stabilities := m.Stabilities(nil, weights, p)
		for _, s := range stabilities {
			weight *= math.Pow(max(0, s-m.Kappa), b)
			logs += math.Log(max(1e-300, s-m.Kappa)) / float64(p.P)
		}
		if weight == 0 || m.Errors(weights, p) > 0 {
			continue
		}
		z, w.MeanLog = z+weight, w.MeanLog+weight*logs
		for _, s := range stabilities {
			for bin := range shares {
				if s >= edges[bin] && s < edges[bin+1] {
					shares[bin] += weight / float64(p.P)
				}
			}
		}
	}
	for bin := range shares {
		shares[bin] /= z
	}
	w.MeanLog /= z
	w.FreeEntropy = math.Log(z) / float64(p.N)
	w.Entropy = w.FreeEntropy - b*w.MeanLog*float64(p.P)/float64(p.N)
	return w, shares
}

// farWeighed is the largest difference of two.
func farWeighed(a, b bp.Weighed) float64 {
	return max(math.Abs(a.Entropy-b.Entropy), math.Abs(a.FreeEntropy-b.FreeEntropy), math.Abs(a.MeanLog-b.MeanLog))
}

// Stabilities of one pattern are those of all weights, to where messages stop; of four there are loops.
func TestStabilitiesUnderAPotential(t *testing.T) {
	edges := []float64{-4, 0, 0.5, 1, 1.5, 4}
	for _, c := range []struct {
		p         int
		b, within float64
	}{{1, 0, 1e-8}, {1, 1, 1e-8}, {1, 2.5, 1e-8}, {4, 0, 0.05}, {4, 1, 0.05}} {
		p := newProblem(t, 15, c.p, 0, 0)
		got, averages := weighed(t, p.perceptron, p.patterns, c.b, factorgraph.Exact, edges)
		want, shares := counted(p.perceptron, p.patterns, c.b, edges)
		if c.b == 0 {
			got.MeanLog = averages.MeanLog
		}
		if d := farWeighed(got, want); d > c.within || math.Abs(averages.MeanLog-want.MeanLog) > c.within {
			t.Errorf("P %d, b %v: %+v, mean_log_s %v, enumeration %+v", c.p, c.b, got, averages.MeanLog, want)
		}
		for bin, share := range averages.Shares {
			if !scalar.EqualWithinAbs(share, shares[bin], c.within) {
				t.Errorf("P %d, b %v: share %v of bin %d, enumeration %v", c.p, c.b, share, bin, shares[bin])
			}
		}
	}
}

// Of one pattern of 15 normal inputs the sum is not quite Gaussian: differences of mean_log_s are 0.03 at b = 2.
// The free entropy is exact there, as half the second moment of the sum is.
func TestRealInputsUnderAPotential(t *testing.T) {
	for _, b := range []float64{0.5, 1, 2} {
		for sample := range 3 {
			p, m := gaussianInputs(15, 1, sample), model.NewPerceptron(15, 0)
			got, _ := weighed(t, m, p, b, factorgraph.Accurate, []float64{0, 1})
			want, _ := counted(m, p, b, []float64{0, 1})
			if d := farWeighed(got, want); d > 0.05 || b == 2 && math.Abs(got.FreeEntropy-want.FreeEntropy) > 1e-9 {
				t.Errorf("b %v: %+v, enumeration %+v", b, got, want)
			}
		}
	}
}

// The stability of one pattern on the sphere has the density (1 − s²/N)^{(N−3)/2}: messages take it for
// normal, which moves the entropy of all N weights and mean_log_s by terms of order 1/N.
func TestSphereUnderAPotential(t *testing.T) {
	const n, steps = 101, 200_000
	for _, c := range []struct{ b, kappa float64 }{{1, 0}, {2, -0.5}, {1.5, 0.5}} {
		m, p := spherical(t, n, 1, 1, 0)
		m = m.WithMargin(c.kappa)
		got, _ := weighed(t, m, p, c.b, factorgraph.Accurate, []float64{0, 1})
		all, z, logs := 0.0, 0.0, 0.0
		root := math.Sqrt(n)
		for k := range steps {
			s := root * (2*(float64(k)+0.5)/steps - 1)
			density := math.Pow(1-s*s/n, (n-3)/2)
			all += density
			if s > c.kappa {
				z += density * math.Pow(s-c.kappa, c.b)
				logs += density * math.Pow(s-c.kappa, c.b) * math.Log(s-c.kappa)
			}
		}
		want := bp.Weighed{FreeEntropy: math.Log(z/all) / n, MeanLog: logs / z}
		want.Entropy = want.FreeEntropy - c.b*want.MeanLog/n
		if math.Abs(got.Entropy-want.Entropy)*n > 1.5/n || math.Abs(got.FreeEntropy-want.FreeEntropy)*n > 1.5/n || math.Abs(got.MeanLog-want.MeanLog) > 1.5/n {
			t.Errorf("b %v, κ %v: %+v, quadrature %+v", c.b, c.kappa, got, want)
		}
	}
}
