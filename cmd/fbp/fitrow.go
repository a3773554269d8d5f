package main

import (
	"fmt"
	"math"
	"slices"

	"fbp/experiment/config"
	"fbp/fitting"
	"fbp/results"
)

// successRow is a row at a place.
type successRow struct {
	table  successTable
	where  string
	cells  []results.Value
	column map[string]int
}

// load is P/N, where the plan of the run or a column p tells it.
func (r successRow) load(n, alpha float64) (load float64, known bool, err error) {
	weights := n
	if w, has, err := r.number("weights", 1, math.MaxInt64); err != nil {
		return 0, false, err
	} else if has {
		weights = w
	}
	if load := r.table.load(n, weights, alpha); !math.IsNaN(load) {
		return load, true, nil
	}
	p, has, err := r.number("p", 0, math.MaxInt64)
	if err != nil || !has {
		return 0, false, err
	}
	// α may be rounded to two digits, and P to a whole number.
	if want := alpha * weights; math.Abs(p-want) > 1+0.02*want {
		return 0, false, &config.Error{Where: r.where, Key: "p", Value: r.cells[r.column["p"]].String(),
			Want: fmt.Sprintf("alpha = %g of %g weights are %.4g patterns: want p = P, the number of patterns, and where weights are not n, their number as weights", alpha, weights, want)}
	}
	if p != math.Trunc(p) {
		return 0, false, &config.Error{Where: r.where, Key: "p", Value: r.cells[r.column["p"]].String(), Want: "want a whole number of patterns"}
	}
	return p / weights, true, nil
}

// point is what a row says: N, and how often searches at α found a solution. Several
// searches of a sample count as the number of independent ones that their interval is
// Wilson's of.
func (r successRow) point() (n float64, p fitting.Point, err error) {
	need := func(name string, low, high float64) (x float64) {
		if err != nil {
			return 0
		}
		var has bool
		if x, has, err = r.number(name, low, high); err == nil && !has {
			err = &config.Error{Where: r.where, Key: name, Want: "is empty or nan: want a number"}
		}
		return x
	}
	n, p.X = need("n", 1, math.MaxInt64), need("alpha", 0, math.MaxFloat64)
	if p.Trials = need("samples", 0, math.MaxInt64); err == nil && p.Trials > 0 {
		p.Solved = need("solved", 0, p.Trials)
	}
	if err != nil {
		return n, p, err
	}
	var found [3]float64
	for i, name := range []string{"probability", "probability_low", "probability_high"} {
		x, has, err := r.number(name, 0, 1)
		if err != nil || !has {
			return n, p, err
		}
		found[i] = x
	}
	if worth, ok := results.WilsonTrials(found[0], found[1], found[2]); ok && worth < p.Trials*(1-1e-9) {
		p.Solved, p.Trials = found[0]*worth, worth
	}
	return n, p, nil
}

// counts are the columns of numbers of something.
var counts = []string{"n", "weights", "samples", "solved"}

// number is that of a column of the row, if it has one; one that is outside its range is an error.
func (r successRow) number(name string, low, high float64) (x float64, has bool, err error) {
	k, has := r.column[name]
	if !has || r.cells[k] == results.Missing {
		return 0, false, nil
	}
	x, has = r.cells[k].Float()
	kind := "finite"
	if slices.Contains(counts, name) && x != math.Trunc(x) {
		kind, has = "whole", false
	}
	if has && x >= low && x <= high {
		return x, true, nil
	}
	want := fmt.Sprintf("want a %s number >= %g", kind, low)
	if high < math.MaxInt64 || has && x > low && x < math.Inf(1) {
		want += fmt.Sprintf(" and <= %g", high)
	}
	return 0, false, &config.Error{Where: r.where, Key: name, Value: r.cells[k].String(), Want: want}
}
