package catalog

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"fbp/internal/slow"
	"fbp/internal/values"
	"fbp/theory"
)

// bounded are theories whose functions leave the ranges of their parameters to Check.
var bounded = []string{"capacity", "sampling", "sampling-thresholds", "sampling-path", "cross-overlap", "path", "barrier", "parisi", "parisi-gaps"}

// What Check lets pass is in the domain of the theory, what it refuses is not:
// at the ends of every interval and just beyond them.
func TestCheckKnowsTheDomain(t *testing.T) {
	for _, e := range All() {
		if takesLong[e.Name] || e.Name == "star" {
			continue
		}
		for _, p := range e.Params {
			for _, x := range slow.Some(2, []float64{-1e-9, -31, 0, 0.5, 31, 0.5 + 1e-9, -1, 1e-9, 2}) {
				r := Request{Values: map[string][]float64{p.Name: {x}}}
				for _, other := range e.Params {
					if other.Name != p.Name && other.Default == "" {
						r.Values[other.Name] = []float64{0.3}
					}
				}
				refused := e.Check(r)
				var err error
				if refused == nil || !slices.Contains(bounded, e.Name) {
					_, err = e.start(e.selections(nil)[0])(pointOf(t, e, r))
				} else {
					err = theory.ErrDomain
				}
				if refused == nil && errors.Is(err, theory.ErrDomain) {
					t.Errorf("%s: %s = %v passes, but %v", e.Name, p.Name, x, err)
				}
				if refused != nil && !errors.Is(err, theory.ErrDomain) {
					t.Errorf("%s: %v, but has a row", e.Name, refused)
				}
				if refused != nil && (strings.Count(refused.Error(), "\n") > 0 || !strings.Contains(refused.Error(), p.Name+" = ")) {
					t.Errorf("%s: message %q", e.Name, refused)
				}
			}
		}
	}
}

// pointOf is the first point of a request, whether Check lets it pass or not.
func pointOf(t *testing.T, e Entry, r Request) (at []float64) {
	t.Helper()
	for _, p := range e.Params {
		list, given := r.Values[p.Name]
		if !given {
			var err error
			if list, err = values.Parse(p.Default, p.Words...); err != nil {
				t.Fatal(err)
			}
		}
		at = append(at, list[0])
	}
	return at
}

func TestCheckRefuses(t *testing.T) {
	e, err := Find("franz-parisi")
	if err != nil {
		t.Fatal(err)
	}
	good := map[string][]float64{"alpha": {0.5}, "d": {0.1}}
	for want, r := range map[string]Request{
		"wants d":                 {Values: map[string][]float64{"alpha": {0.5}}},
		"no parameter \"beta\"":   {Values: map[string][]float64{"alpha": {0.5}, "d": {0.1}, "beta": {1}}},
		"want 0 < d ≤ 0.5":        {Values: map[string][]float64{"alpha": {0.5}, "d": {0.1, 0.6}}},
		"more than 1000000":       {Values: map[string][]float64{"alpha": points("0.1:0.2:2000"), "d": points("0.1:0.2:2000")}},
		"want finite kappa":       {Values: map[string][]float64{"alpha": {0.5}, "d": {0.1}, "kappa": {math.Inf(1)}}},
		"finite alpha, 0 < alpha": {Values: map[string][]float64{"alpha": {-1}, "d": {0.1}}},
	} {
		for _, err := range []error{e.Check(r), second(e.Table(context.Background(), r))} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %q", err, want)
			}
		}
	}
	ofTeacher := map[string][]string{"labels": {teacher}}
	if err := e.Check(Request{Values: good, Words: ofTeacher}); err != nil {
		t.Error(err)
	}
	ofTeacher["weights"] = []string{"spherical"}
	if err := e.Check(Request{Values: good, Words: ofTeacher}); err == nil || !strings.Contains(err.Error(), "weights = \"spherical\": want binary with labels of a teacher") {
		t.Error(err)
	}
	if err := e.Check(Request{Values: good}); err != nil {
		t.Error(err)
	}
}

func second[T any](_ T, err error) error { return err }

// points are the values that a flag would give.
func points(text string) []float64 {
	list, err := values.Parse(text)
	if err != nil {
		panic(err)
	}
	return list
}
