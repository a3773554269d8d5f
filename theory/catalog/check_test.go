package catalog

import (
	"context"
	"math"
	"strings"
	"testing"

	"fbp/internal/values"
)

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
