package figure

import (
	"testing"

	"fbp/experiment/plan"
	"fbp/results"
)

// A config without a figure draws what it measures: tables against their coordinate,
// numbers of a sample against the key that is swept.
func TestStanding(t *testing.T) {
	error := results.Layout{Table: "generalization", Values: []string{"test_error", "teacher_overlap"}}
	flips := results.Layout{Table: "robustness", At: []string{results.Of, "eta"}, Values: []string{"error"}}
	spectrum := results.Layout{Table: "hessian", At: []string{"beta", "rank"}, Optional: []string{"beta"}, Values: []string{"eigenvalue"}}
	if f := Standing(plan.Drawable{Measured: []results.Layout{error}}); f != nil {
		t.Errorf("nothing is swept: %+v", f)
	}
	f := Standing(plan.Drawable{Measured: []results.Layout{error, flips, spectrum}, Swept: []string{"alpha", "n"}})
	if f == nil || len(f.Panels) != 3 || f.Columns != 2 {
		t.Fatalf("%+v, want three panels", f)
	}
	if s := f.Panels[0].Series[0]; s != (Drawn{Table: "summary", X: "alpha", Y: "test_error", YBar: "test_error_sem"}) {
		t.Errorf("%+v", s)
	}
	if s := f.Panels[1].Series; len(s) != 2 || s[1] != (Drawn{Table: "robustness", Of: "replicas", Label: "replicas", X: "eta", Y: "error", YBar: "error_sem"}) {
		t.Errorf("%+v", s)
	}
	if s := f.Panels[2].Series[0]; s.X != "rank" || s.Y != "eigenvalue" {
		t.Errorf("%+v", s)
	}
}

// Searches that have epochs, of which nothing is measured, show their success against α, if
// it is swept, and their errors.
func TestStandingOfSearches(t *testing.T) {
	epochs := results.Layout{Table: "training", At: []string{"epoch"}, Values: []string{"loss", "errors"}}
	steps := results.Layout{Table: "focusing", At: []string{"step"}, Values: []string{"errors"}}
	f := Standing(plan.Drawable{Searched: []results.Layout{steps, epochs}, Swept: []string{"alpha"}, Success: true})
	if f == nil || len(f.Panels) != 2 || f.Columns != 2 {
		t.Fatalf("%+v, want two panels", f)
	}
	if s := f.Panels[0].Series[0]; s.Table != "success" || s.X != "alpha" || s.Y != "probability" || s.YLow != "probability_low" {
		t.Errorf("%+v", s)
	}
	if s := f.Panels[1].Series[0]; s.Table != "training" || s.X != "epoch" || s.Y != "errors" {
		t.Errorf("%+v", s)
	}
	if f = Standing(plan.Drawable{Searched: []results.Layout{epochs}, Swept: []string{"rate"}}); f == nil || len(f.Panels) != 1 || f.Columns != 1 {
		t.Errorf("%+v, want one panel", f)
	}
	if f = Standing(plan.Drawable{Searched: []results.Layout{steps}, Swept: []string{"alpha"}, Success: true}); f != nil {
		t.Errorf("steps are no epochs: %+v", f)
	}
}
