package results_test

import (
	"reflect"
	"testing"

	"fbp/results"
)

// TestSchema emits what it declares: a recorder with its layout takes its reading, columns of others
// stand before, and the layout that these come from stays as it was.
func TestSchema(t *testing.T) {
	type state struct{ d, s float64 }
	s := results.Schema[state]{Table: "t",
		At:     results.Columns[state]{{"d", "1: distance", func(s state) float64 { return s.d }}},
		Values: results.Columns[state]{{"s", "nats: entropy", func(s state) float64 { return s.s }}}}
	others := results.Layout{At: []string{"step"}, Units: results.Units{"step": "1: number"}, Sized: true}
	got := s.Layout(others)
	want := results.Layout{Table: "t", At: []string{"step", "d"}, Values: []string{"s"}, Sized: true,
		Units: results.Units{"step": "1: number", "d": "1: distance", "s": "nats: entropy"}}
	if !reflect.DeepEqual(got, want) || len(others.Units) != 1 {
		t.Errorf("%+v of %+v, want %+v", got, others, want)
	}
	r := results.Recorder{Layouts: []results.Layout{s.Layout(results.Layout{})}}
	r.Emit(s.Reading(state{0.5, 0.25}))
	if x, ok := r.Readings()["t"].Value("s", map[string]float64{"d": 0.5}); r.Err() != nil || !ok || x != 0.25 {
		t.Errorf("%v, %v, %v", x, ok, r.Err())
	}
}
