//go:build slow

package deviations

import (
	"math"
	"testing"

	"fbp/gauss"
	"fbp/instances"
	"fbp/theory"
)

// TestFiniteUnits: by how much the stabilities of a tree with 33 sign units differ from
// those for many, at the same overlaps. The fields of its units are drawn one by one, and
// the number of its positive votes is counted, so that nothing but the overlap q0, that
// of many units, is approximated; without the pull, which draws fields where the replicas
// are right, 8000 of them in each average still leave the mean 0.01 too low. The points
// of docs/gallery.md, PRL 123, 170602, Fig. 3, are compared with it.
func TestFiniteUnits(t *testing.T) {
	const (
		units, alpha, q1, y = 33, 0.4, 0.85, 20
		outer, inner        = 16000, 50
	)
	c := theory.Committee{Weights: theory.Binary, Activation: theory.Sign}
	p, err := Of(c, alpha, q1, y)
	if err != nil {
		t.Fatal(err)
	}
	rng := instances.Stream(1, "fields")
	normal := func() float64 { return gauss.Deviate(rng.Uint64()) }
	var density [units + 1]float64 // of the number of positive votes
	for range outer {
		var field, votes [units]float64
		whole := 0.0 // the field of the sum of all votes
		for l := range field {
			field[l] = math.Sqrt(p.Q0) * normal()
			whole += (2*gauss.H(-field[l]/math.Sqrt(1-p.Q0)) - 1) / math.Sqrt(units)
		}
		pulled := pull(c, p, whole) // to where the replicas are right: drawn about there
		var sum [units + 1]float64
		norm := 0.0
		for range inner {
			log := -pulled * pulled / 2 // of the weight that takes it back
			for l := range votes {
				z := normal()
				log -= z * pulled / math.Sqrt(units)
				votes[l] = gauss.H(-(field[l] + math.Sqrt(q1-p.Q0)*(z+pulled/math.Sqrt(units))) / math.Sqrt(1-q1))
			}
			count := counted(votes[:])
			right := 0.0
			for _, x := range count[units/2+1:] {
				right += x
			}
			norm += math.Exp(log) * math.Pow(right, y)
			for k, x := range count[units/2+1:] {
				sum[units/2+1+k] += x * math.Exp(log) * math.Pow(right, y-1)
			}
		}
		for k, x := range sum {
			density[k] += x / norm / outer
		}
	}
	many, err := DenseStabilities(c, alpha, q1, y)
	if err != nil {
		t.Fatal(err)
	}
	mean, manyMean, width := 0.0, 0.0, 2/math.Sqrt(units)
	for k, x := range density {
		xi := float64(2*k-units) / math.Sqrt(units)
		bin := 0.0 // of many units: the integral over the bin
		for j := range 1000 {
			bin += many.Density(xi+width*((float64(j)+0.5)/1000-0.5)) / 1000
		}
		mean, manyMean = mean+xi*x, manyMean+xi*bin*width
		if xi > 0 && xi < 3 {
			t.Logf("Ξ = %.3f: density %.4f, of many units %.4f", xi, x/width, bin)
		}
	}
	t.Logf("mean %.4f, of many units %.4f", mean, manyMean)
	if math.Abs(mean-1.101) > 0.006 || math.Abs(manyMean-1.119) > 0.001 { // three errors of 16 000 fields
		t.Errorf("mean %.4f, want 1.101; of many units %.4f, want 1.119", mean, manyMean)
	}
}

// pull is how far the fields of many units move together, in their standard deviations,
// for y replicas to be right: the maximum of y ln H − z²/2.
func pull(c theory.Committee, p Point, field float64) (best float64) {
	own := c.Activation.Effective(theory.Overlap{Q: p.Q1, V: 1 - p.Q1})
	both := c.Activation.Effective(theory.Overlap{Q: p.Q0, V: 1 - p.Q0})
	top := math.Inf(-1)
	for z := 0.0; z < 10; z += 0.05 {
		if v := p.Y*gauss.LogH(-(field+math.Sqrt(both.V-own.V)*z)/math.Sqrt(own.V)) - z*z/2; v > top {
			top, best = v, z
		}
	}
	return best
}

// counted is the distribution of the number of votes, given the probability of each.
func counted(votes []float64) []float64 {
	count := make([]float64, len(votes)+1)
	count[0] = 1
	for n, p := range votes {
		for k := n + 1; k > 0; k-- {
			count[k] = count[k]*(1-p) + count[k-1]*p
		}
		count[0] *= 1 - p
	}
	return count
}
