package dynamics_test

import (
	"testing"

	"fbp/dynamics"
)

// BenchmarkEpoch is an epoch of each solver at K = 9, N = 999, P = 1000, per weight,
// pattern and replica.
func BenchmarkEpoch(b *testing.B) {
	const epochs = 20
	lal, elal, descent := dynamics.NewLeastAction(), dynamics.NewLeastAction(), dynamics.NewCrossEntropy()
	elal.Replicas = 20
	lal.MaxEpochs, elal.MaxEpochs, descent.MaxEpochs = epochs, epochs, epochs
	for name, s := range map[string]solver{"lal": lal, "elal": elal, "descent": descent} {
		b.Run(name, func(b *testing.B) {
			s := completed(b, s)
			p := problem(b, committee(999, 9, "tree"), 1000, 0)
			edges := 999 * 1000 * epochs
			if name == "elal" {
				edges *= 20
			}
			for b.Loop() {
				solved(b, s, p)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*edges), "ns/edge")
		})
	}
}
