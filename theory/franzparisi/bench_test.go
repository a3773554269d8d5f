package franzparisi

import (
	"testing"

	"fbp/theory"
)

func BenchmarkThresholds(b *testing.B) {
	for b.Loop() {
		if _, err := FindThresholds(0.5, 0); err != nil {
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
			_, err := ThresholdsOf(theory.Labels{Planted: true}, 0.5, 0)
			if err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("alpha_u", func(b *testing.B) {
		for b.Loop() {
			_, _, err := AlphaUOf(theory.Labels{Planted: true}, 0)
			if err != nil {
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
