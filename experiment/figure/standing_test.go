package figure

import (
	"testing"

	"fbp/results"
)

// A config without a figure draws what it measures: tables against their coordinate,
// numbers of a sample against the key that is swept.
func TestStanding(t *testing.T) {
	error := results.Layout{Table: "generalization", Values: []string{"test_error", "teacher_overlap"}}
	flips := results.Layout{Table: "robustness", At: []string{results.Of, "eta"}, Values: []string{"error"}}
	spectrum := results.Layout{Table: "hessian", At: []string{"beta", "rank"}, Optional: []string{"beta"}, Values: []string{"eigenvalue"}}
	if f := Standing([]results.Layout{error}, nil); f != nil {
		t.Errorf("nothing is swept: %+v", f)
	}
	f := Standing([]results.Layout{error, flips, spectrum}, []string{"alpha", "n"})
	if f == nil || len(f.Panels) != 3 || f.Columns != 2 {
		t.Fatalf("%+v, want three panels", f)
	}
	if s := f.Panels[0].Series[0]; s != (Series{Table: "summary", X: "alpha", Y: "test_error", YBar: "test_error_sem"}) {
		t.Errorf("%+v", s)
	}
	if s := f.Panels[1].Series; len(s) != 2 || s[1] != (Series{Table: "robustness", Of: "replicas", Label: "replicas", X: "eta", Y: "error", YBar: "error_sem"}) {
		t.Errorf("%+v", s)
	}
	if s := f.Panels[2].Series[0]; s.X != "rank" || s.Y != "eigenvalue" {
		t.Errorf("%+v", s)
	}
}
