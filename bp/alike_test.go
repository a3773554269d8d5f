package bp

import (
	"testing"

	"fbp/instances"
)

// TestAlike: few random patterns are like each other as rarely as many are. Of χ² with P − 1
// degrees of freedom the mean is above 1 + 3√(2/(P−1)) in 0.8 to 2.2 % of the cases, for P up to 19,
// and above 2 in 16 % for P = 2. Patterns of which 0.7 of the inputs are 1 are alike at any P.
func TestAlike(t *testing.T) {
	const samples = 1000
	for _, size := range []int{2, 3, 5, 11} {
		random, biased := 0, 0
		for sample := range samples {
			p, err := instances.Random{Size: instances.Size{P: size}}.Patterns(2001, 1, sample)
			if err != nil {
				t.Fatal(err)
			}
			if alike(p) {
				random++
			}
			if sample >= 20 {
				continue
			}
			rng := instances.Stream(int64(sample), "biased")
			for mu := range p.P {
				for i := range p.N {
					p.Set(mu, i, rng.Float64() < 0.3)
				}
			}
			if alike(p) {
				biased++
			}
		}
		if random > samples*35/1000 { // 2.2 % and 2.8 standard deviations
			t.Errorf("P = %d: %d of %d samples are alike", size, random, samples)
		}
		if biased != 20 {
			t.Errorf("P = %d: %d of 20 biased samples are alike", size, biased)
		}
	}
}
