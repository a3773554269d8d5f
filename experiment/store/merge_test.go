package store

import (
	"testing"

	"fbp/results"
)

// A record with fewer faults is better.
func TestBetterRecord(t *testing.T) {
	order := []*results.Record{
		{Status: results.Limit},
		{Status: results.Solved, Reasons: map[string]string{"census": "no"}},
		{Status: results.Solved, Reasons: map[string]string{"census": "no", "poll": "no"}},
		{Status: results.Failed},
	}
	for i := range order[1:] {
		if !(rank(order[i]) < rank(order[i+1])) {
			t.Errorf("record %d is not better than the next", i)
		}
	}
}
