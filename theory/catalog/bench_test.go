package catalog

import (
	"context"
	"testing"
)

// BenchmarkFigure3 computes the eight curves of PRL 127, 278301, Fig. 3, 60 points
// each and d_c: six over the panel, two over the inset; one after the other.
func BenchmarkFigure3(b *testing.B) {
	panel, inset := points("1e-4:0.01:20:log,0.0125:0.3:40"), points("1e-6:2e-4:20:log,2.2e-4:0.01:40")
	e, err := Find("franz-parisi")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for _, r := range []map[string][]float64{
			{"alpha": {0.5}, "kappa-ref": {0, 0.02, 0.03, 0.04, 0.1, Max}, "d": panel},
			{"alpha": {0.5}, "kappa-ref": {0.02, 0.03}, "d": inset},
		} {
			if _, err := e.Table(context.Background(), Request{Values: r, Jobs: 1}); err != nil {
				b.Fatal(err)
			}
		}
	}
}
