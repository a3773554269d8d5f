package parisi

import (
	"fmt"
	"testing"
	"time"

	"fbp/theory"
)

func TestZZ(t *testing.T) {
	for _, pt := range [][2]float64{{-1.6, 36}, {-1.9, 90}, {-1.7, 52}, {-1.65, 44}, {-1.5, 19},{-1.5, 20},{-1.5,22},{-1.5,25},{-1.5,28},{-1.5,34},{-1.4,20},{-1.4,17},{-1.3,14},{-1.3,17}} {
		kappa := pt[0]
		c, _, _ := instability(spherical(theory.Linear), kappa)
		c.Farthest = .1
		t0 := time.Now()
		s, err := c.At(pt[1])
		if err != nil {
			fmt.Println(pt, err)
			continue
		}
		fmt.Println(pt, s.Entropy, "qm", s.Levels[0].Q, s.Levels[0].X, "gap", s.GapEnd, s.MeanOverlap, err, time.Since(t0), "replicons", s.Levels[0].Replicon, s.Levels[1].Replicon, s.Levels[16].Replicon, "x", s.Levels[1].X, s.Levels[2].X, "qM", s.Levels[16].Q)
	}
}
