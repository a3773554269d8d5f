// Package assignment solves the assignment problem: which of n items goes to which of n
// places so that the scores of all add up to the most.
//
// Place in the flow: measurements match hidden units of two networks with it.
package assignment

import "math"

// Best is the permutation π that maximises Σ_k score[k][π(k)], found by shortest
// augmenting paths (the Hungarian algorithm) in O(n³). The scores are finite, n rows of n.
// Among permutations of equal sums one is taken by a rule that depends on nothing but the
// scores. Sums and differences are rounded, so that the total may be less than the largest
// by an order of 1e-15 n of the largest score.
//
// Source: Kuhn, Naval Research Logistics Quarterly 2, 83 (1955), in the form with
// potentials of rows and columns; not opened, derived anew: potentials keep
// row[k] + column[j] ≤ −score[k][j], with equality for assigned pairs.
func Best(score [][]float64) []int {
	n := len(score)
	s := &search{score: score, row: make([]float64, n), column: make([]float64, n), owner: make([]int, n),
		slack: make([]float64, n), before: make([]int, n), seen: make([]bool, n)}
	for j := range s.owner {
		s.owner[j] = free
	}
	for k := range score {
		s.assign(k)
	}
	best := make([]int, n)
	for j, k := range s.owner {
		best[k] = j
	}
	return best
}

// free marks a column without a row, and the row that a path begins with.
const free = -1

// search is an assignment of the rows so far.
type search struct {
	score       [][]float64
	row, column []float64 // potentials
	owner       []int     // the row of a column
	slack       []float64 // of columns: the shortest path to them from those seen
	before      []int     // the column before, on that path
	seen        []bool
}

// assign gives row k a column; rows on the shortest path to a free one move on.
func (s *search) assign(k int) {
	for j := range s.slack {
		s.slack[j], s.before[j], s.seen[j] = math.Inf(1), free, false
	}
	at := free // the column whose row looks for another; free: k itself
	for row := k; ; row = s.owner[at] {
		nearest, least := free, math.Inf(1)
		for j, seen := range s.seen {
			if seen {
				continue
			}
			if x := -s.score[row][j] - s.row[row] - s.column[j]; x < s.slack[j] {
				s.slack[j], s.before[j] = x, at
			}
			if s.slack[j] < least {
				nearest, least = j, s.slack[j]
			}
		}
		s.shift(k, least)
		at = nearest
		if s.seen[at] = true; s.owner[at] == free {
			break
		}
	}
	for at != free {
		from := s.before[at]
		s.owner[at] = k
		if from != free {
			s.owner[at] = s.owner[from]
		}
		at = from
	}
}

// shift moves the potentials of what was seen so that the nearest column has no slack.
func (s *search) shift(k int, by float64) {
	s.row[k] += by
	for j, seen := range s.seen {
		if seen {
			s.row[s.owner[j]] += by
			s.column[j] -= by
		} else {
			s.slack[j] -= by
		}
	}
}
