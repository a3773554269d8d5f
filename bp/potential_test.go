package bp_test

import (
	"math"
	"math/bits"
	"strings"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/model"
)

// powered is what enumeration of all 2^N weights says of the measure Π (Δ − κ)^b.
type powered struct{ entropy, free, meanLog, q float64 }

func (p problem) powered(b float64) powered {
	n := p.patterns.N
	z, logs, m := 0.0, 0.0, make([]float64, n)
	for w := range uint64(1) << n {
		weight, total := 1.0, 0.0
		for mu := range p.patterns.P {
			sum := n - 2*bits.OnesCount64((w^p.patterns.Row(mu)[0])&(1<<n-1))
			s := float64(sum)/math.Sqrt(float64(n)) - p.perceptron.Kappa
			weight *= math.Pow(max(s, 0), b)
			total -= math.Log(max(s, 1e-300))
		}
		z, logs = z+weight, logs+weight*total
		for i := range m {
			m[i] += weight * (1 - 2*float64(w>>i&1))
		}
	}
	logs /= z
	of := powered{free: math.Log(z) / float64(n), meanLog: logs / float64(p.patterns.P)}
	of.entropy = of.free + b*logs/float64(n)
	for _, x := range m {
		of.q += x / z * x / z / float64(n)
	}
	return of
}

func poweredOf(t testing.TB, s *model.Solution) powered {
	return powered{number(t, s, "entropy"), number(t, s, "free_entropy"), -number(t, s, "mean_log_s"), number(t, s, "q")}
}

// far is the largest difference of two.
func (p powered) far(o powered) float64 {
	return max(math.Abs(p.entropy-o.entropy), math.Abs(p.free-o.free), math.Abs(p.meanLog-o.meanLog), math.Abs(p.q-o.q))
}

// Of one pattern exact messages are exact: what remains is where they stop, and the
// difference by the power, of 1e-10.
func TestPotentialOfOnePatternIsEnumeration(t *testing.T) {
	for _, b := range []float64{0.5, 1, 2, 3.5} {
		for _, kappa := range []float64{0, 0.3} {
			p := newProblem(t, 15, 1, 0, kappa)
			got := poweredOf(t, plainOn(t, p.perceptron, 1, 0, func(plain *bp.Plain) {
				plain.Potential, plain.Accuracy, plain.Epsilon = &bp.Potential{Power: b}, factorgraph.Exact, 1e-14
			}))
			if want := p.powered(b); got.far(want) > 1e-8 {
				t.Errorf("b = %v, κ = %v: %+v, want %+v", b, kappa, got, want)
			}
		}
	}
}

// Replica symmetric at b = 1 and α = 0.3 and 0.5, as theory/sampling has it; among instances of
// N = 1001 q and ⟨ln s⟩ scatter by 0.015 and 0.02.
func TestPotentialIsTheReplicaSymmetric(t *testing.T) {
	p := newProblem(t, 1001, 300, 0, 0)
	want := powered{entropy: 0.4098366455, free: 0.4098366455 - 0.3*0.1705375487, meanLog: 0.1705375487, q: 0.3787768222}
	var by [2]powered
	for k, how := range []factorgraph.Accuracy{factorgraph.Accurate, factorgraph.AMP} {
		by[k] = poweredOf(t, plainOn(t, p.perceptron, 300, 0, func(plain *bp.Plain) {
			plain.Potential, plain.Accuracy = &bp.Potential{Power: 1}, how
		}))
		if by[k].far(want) > 0.05 {
			t.Errorf("%v: %+v, want %+v", how, by[k], want)
		}
	}
	more := newProblem(t, 1001, 500, 0, 0)
	got := poweredOf(t, plainOn(t, more.perceptron, 500, 0, func(plain *bp.Plain) {
		plain.Potential, plain.Accuracy = &bp.Potential{Power: 1}, factorgraph.AMP
	}))
	want = powered{entropy: 0.2288384779, free: 0.2288384779 - 0.5*0.3428536324, meanLog: 0.3428536324, q: 0.5671999525}
	if got.far(want) > 0.05 {
		t.Errorf("α = 0.5: %+v, want %+v", got, want)
	}
	if by[0].far(by[1]) > 1e-3 { // messages of nodes differ from those of edges by terms of order 1/N
		t.Errorf("%+v of edges, %+v of nodes", by[0], by[1])
	}
}

func TestPotentialExcludesBeta(t *testing.T) {
	for want, b := range map[string]bp.Temperature{
		"beta":  {Beta: with(1), Loss: bp.Hinge, Potential: &bp.Potential{Power: 1}},
		"power": {Potential: &bp.Potential{Power: math.NaN()}},
	} {
		if err := b.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v", err)
		}
	}
}
