package theory

import (
	"context"
	"testing"
)

// BenchmarkFigure3 computes the eight curves of PRL 127, 278301, Fig. 3, 60 points
// each and d_c: six over the panel, two over the inset; one after the other.
func BenchmarkFigure3(b *testing.B) {
	panel, inset := points("1e-4:0.01:20:log,0.0125:0.3:40"), points("1e-6:2e-4:20:log,2.2e-4:0.01:40")
	for b.Loop() {
		for _, r := range []map[string][]float64{
			{"alpha": {0.5}, "kappa-ref": {0, 0.02, 0.03, 0.04, 0.1, Max}, "d": panel},
			{"alpha": {0.5}, "kappa-ref": {0.02, 0.03}, "d": inset},
		} {
			if _, err := franzParisiEntry.Table(context.Background(), Request{Values: r, Jobs: 1}); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkThresholds(b *testing.B) {
	for b.Loop() {
		if _, err := FPThresholds(0.5, 0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAlphaU(b *testing.B) {
	for b.Loop() {
		if _, _, err := AlphaU(0); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPlanted is a point, a pair of thresholds and α'_u with a teacher.
func BenchmarkPlanted(b *testing.B) {
	b.Run("point", func(b *testing.B) {
		c := mustPlanted(b, 0.5, 0.2, 0)
		for i := 0; b.Loop(); i++ {
			c.must(b, 0.001+0.45*float64(i%50)/50)
		}
	})
	b.Run("thresholds", func(b *testing.B) {
		for b.Loop() {
			if _, err := FPThresholdsPlanted(0.5, 0); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("alpha_u", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := AlphaUPlanted(0); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkOneStep is a point with one step of replica symmetry breaking.
func BenchmarkOneStep(b *testing.B) {
	c := mustFP(b, 0.5, 0.1, 0)
	for i := 0; b.Loop(); i++ {
		if _, err := c.OneStep(0.01+0.4*float64(i%10)/10, 0.5); err != nil {
			b.Fatal(err)
		}
	}
}
