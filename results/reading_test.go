package results

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestNumberJSON(t *testing.T) {
	list := []Number{0, Number(math.Copysign(0, -1)), 1, -2.5, 2001, 0.1, 1e6, 1e-7, 5e-324, math.MaxFloat64,
		Number(math.Inf(1)), Number(math.Inf(-1))}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	var back []Number
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if math.Float64bits(float64(back[i])) != math.Float64bits(float64(list[i])) {
			t.Errorf("%v came back as %v from %s", list[i], back[i], text)
		}
	}
	if _, err := json.Marshal(Number(math.NaN())); err == nil {
		t.Error("NaN was written")
	}
	for _, bad := range []string{`null`, `"nan"`, `"NaN"`, `"Inf"`, `"1"`, `1e999`, `true`, `[]`} {
		var x Number
		if err := json.Unmarshal([]byte(bad), &x); err == nil {
			t.Errorf("%s was read as %v", bad, x)
		}
	}
}

func focusing(step, q float64) Reading {
	return Reading{"focusing", []Quantity{{"step", step}, {"gamma", math.Inf(1)}}, []Quantity{{"q", q}}}
}

func TestRecorder(t *testing.T) {
	var r Recorder
	r.Emit(focusing(0, 0.32))
	r.Emit(Reading{"outcome", nil, []Quantity{{"errors", 3}}})
	r.Emit(focusing(1, 0.34))
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	inf := Number(math.Inf(1))
	want := map[string]*Rows{
		"focusing": {[]string{"step", "gamma"}, []string{"q"}, [][]Number{{0, inf, 0.32}, {1, inf, 0.34}}},
		"outcome":  {[]string{}, []string{"errors"}, [][]Number{{3}}},
	}
	if got := r.Readings(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	var none Recorder
	if none.Readings() == nil || none.Err() != nil {
		t.Error("a recorder without readings is not empty")
	}
}

func TestRecorderRefuses(t *testing.T) {
	q := func(name string) []Quantity { return []Quantity{{name, 1}} }
	for _, test := range []struct {
		name, want string
		reading    Reading
	}{
		{"NaN value", "q is NaN at step = 7, gamma = inf", focusing(7, math.NaN())},
		{"NaN coordinate", "step is NaN", focusing(math.NaN(), 1)},
		{"other value", "a reading of step gamma | s in a table of step gamma | q",
			Reading{"focusing", focusing(0, 0).At, q("s")}},
		{"key as value", "a table of", Reading{"focusing", q("step"), []Quantity{{"gamma", 1}, {"q", 1}}}},
		{"no table", "name of its table", Reading{"", nil, q("q")}},
		{"no columns", "no columns", Reading{"new", nil, nil}},
		{"two columns of one name", `two columns "q"`, Reading{"new", q("q"), q("q")}},
		{"tab in a name", "cannot be the name", Reading{"new", nil, q("a\tb")}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var r Recorder
			r.Emit(focusing(0, 0.5))
			r.Emit(test.reading)
			r.Emit(Reading{"", nil, nil}) // a later error must not cover the first
			if r.Err() == nil || !strings.Contains(r.Err().Error(), test.want) {
				t.Errorf("error %v, want one with %q", r.Err(), test.want)
			}
			if n := len(r.Readings()["focusing"].Rows); n != 1 || len(r.Readings()) != 1 {
				t.Errorf("the refused reading was recorded: %d rows, %d tables", n, len(r.Readings()))
			}
		})
	}
}

// The first reading of a table that no layout admits, or without a unit, panics; those that one admits, with
// the coordinate of replicas or without optional ones, are recorded.
func TestRecorderChecksLayouts(t *testing.T) {
	layouts := []Layout{{Table: "focusing", At: []string{"step", "gamma"}, Values: []string{"q"}, Optional: []string{"gamma"}, Units: Units{"step": "1", "gamma": "1", "q": "1"}},
		{Table: "unknown", Values: []string{"q"}, Units: Units{"step": "1"}},
		{Table: "open", Values: []string{"q"}, Open: true, Units: Units{"q": "1"}}}
	for name, r := range map[string]Reading{
		"table":      {"other", []Quantity{{"step", 0}, {"gamma", 1}}, []Quantity{{"q", 0}}},
		"value":      {"focusing", []Quantity{{"step", 0}, {"gamma", 1}}, []Quantity{{"q", 0}, {"errors", 1}}},
		"coordinate": {"focusing", []Quantity{{"step", 0}, {"rho", 1}}, []Quantity{{"q", 0}}},
		"missing":    {"focusing", []Quantity{{"gamma", 1}}, []Quantity{{"q", 0}}},
		"unit":       {"unknown", nil, []Quantity{{"q", 0}}},
	} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, "a reading of table") {
					t.Errorf("%s: %q", name, text)
				}
			}()
			(&Recorder{Layouts: layouts}).Emit(r)
		}()
	}
	for _, r := range []Reading{
		focusing(0, 0.5),
		{"focusing", []Quantity{{"step", 0}}, []Quantity{{"q", 0}}},
		{"focusing", []Quantity{{Of, 1}, {"step", 0}, {"gamma", 1}}, []Quantity{{"q", 0}}},
		{"open", nil, []Quantity{{"q", 0}, {"of_a_file", 0}}},
	} {
		rec := &Recorder{Layouts: layouts}
		if rec.Emit(r); rec.Err() != nil {
			t.Error(rec.Err())
		}
	}
}
