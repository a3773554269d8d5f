package bp_test

import (
	"fmt"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// BenchmarkSweepCommittee is [BenchmarkSweep] for committees of about 1000 weights
// at α = ½, early in focusing BP, where the sums of units are Gaussian, and late,
// where few weights are free.
func BenchmarkSweepCommittee(b *testing.B) {
	for _, c := range []struct {
		n, hidden int
		layout    string
	}{{1001, 1, model.Tree}, {999, 3, model.Tree}, {333, 3, model.Full}, {999, 9, model.Tree}} {
		s := model.NewCommittee()
		s.N, s.Hidden, s.Layout = c.n, c.hidden, c.layout
		m := s.Model().(*model.Architecture)
		patterns, err := instances.Random{Size: instances.Size{P: m.Dim() / 2}}.Patterns(c.n, 1, 0)
		if err != nil {
			b.Fatal(err)
		}
		g, err := m.Graph(patterns, factorgraph.Accurate)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(c.layout, c.hidden), func(b *testing.B) { benchmarkStates(b, g, m.Dim()*patterns.P) })
	}
}

// BenchmarkSweepSymmetric is [BenchmarkSweepCommittee] for the symmetric perceptron
// of margin 1.
func BenchmarkSweepSymmetric(b *testing.B) {
	m := model.NewSymmetric(1001, 1)
	patterns, err := instances.Random{Size: instances.Size{P: m.N}}.Patterns(m.N, 1, 0)
	if err != nil {
		b.Fatal(err)
	}
	g, err := m.Graph(patterns, factorgraph.Accurate)
	if err != nil {
		b.Fatal(err)
	}
	benchmarkStates(b, g, m.N*patterns.P)
}

// benchmarkStates times sweeps early and late in focusing BP.
func benchmarkStates(b *testing.B, g *factorgraph.Graph, edges int) {
	for name, gamma := range map[string]float64{"early": 0.3, "late": 1.3} {
		b.Run(name, func(b *testing.B) {
			everyTier(b, func(b *testing.B) {
				s := sweeper{state: bp.NewState(g, nil), edges: edges, field: factorgraph.NewReplicas(20, gamma)}
				s.state.Start(factorgraph.Noise{Size: 0.1}.Start, instances.Stream(1, "start"))
				passing := bp.DefaultFocusing().Passing
				for _, at := range []float64{0.3, 0.5, 0.7, 0.9, 1.1, 1.3} {
					if at <= gamma {
						s.state.Converge(b.Context(), passing, factorgraph.NewReplicas(20, at))
					}
				}
				b.ResetTimer()
				s.benchmark(b, 2)
			})
		})
	}
}
