package assignment_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fbp/assignment"
)

// total is the sum of the scores of a permutation.
func total(score [][]float64, perm []int) (sum float64) {
	for k, j := range perm {
		sum += score[k][j]
	}
	return sum
}

// most is the largest sum of all permutations of the rows from k on.
func most(score [][]float64, k int, used []bool) float64 {
	if k == len(score) {
		return 0
	}
	best := math.Inf(-1)
	for j := range used {
		if !used[j] {
			used[j] = true
			best = max(best, score[k][j]+most(score, k+1, used))
			used[j] = false
		}
	}
	return best
}

// Best is a permutation, with the largest sum of all of them: real scores, and integers
// with many ties, of either sign.
func TestBestByEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for trial := range 3000 {
		n := trial % 8
		score := make([][]float64, n)
		for k := range score {
			score[k] = make([]float64, n)
			for j := range score[k] {
				if score[k][j] = rng.NormFloat64(); trial%2 == 0 {
					score[k][j] = float64(rng.IntN(5) - 2)
				}
			}
		}
		perm := assignment.Best(score)
		sorted := slices.Sorted(slices.Values(perm))
		for k := range sorted {
			if sorted[k] != k {
				t.Fatalf("%v is no permutation", perm)
			}
		}
		if got, want := total(score, perm), most(score, 0, make([]bool, n)); len(perm) != n || math.Abs(got-want) > 1e-12 {
			t.Fatalf("n = %d: %v, want %v", n, got, want)
		}
	}
}

// A permutation of a hundred items is found among noise.
func TestBestFindsPermutation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	want, score := rng.Perm(100), make([][]float64, 100)
	for k := range score {
		score[k] = make([]float64, 100)
		for j := range score[k] {
			score[k][j] = 0.5 * rng.Float64()
		}
		score[k][want[k]]++
	}
	if got := assignment.Best(score); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func ExampleBest() {
	fmt.Println(assignment.Best([][]float64{{3, 2}, {3, 0}}))
	// Output: [1 0]
}
