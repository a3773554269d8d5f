package config

import (
	"reflect"
	"testing"
)

type limit struct {
	Word   string   `oneof:"median"`
	Number *float64 `min:"0" max:"1"`
	List   []float64
}

func (limit) Forms() {}

type limited struct {
	Limit limit `toml:"limit" help:"a limit"`
	Other limit `toml:"other,omitempty"`
}

// A key of several forms is read, refused, written and described.
func TestForms(t *testing.T) {
	for text, want := range map[string]string{
		`limit = "median"`:  `{ limit = "median" }`,
		`limit = 0`:         `{ limit = 0.0 }`,
		`limit = 0.5`:       `{ limit = 0.5 }`,
		`limit = [1, 2]`:    `{ limit = [1.0, 2.0] }`,
		`other = 1.0`:       `{ limit = "median", other = 1.0 }`,
		`limit = "mean"`:    `x.toml:2: a.limit = "mean": want "median" or a number or a list of numbers`,
		`limit = 2`:         `x.toml:2: a.limit = 2: want 0 <= limit <= 1`,
		`limit = true`:      `x.toml:2: a.limit = true: want "median" or a number or a list of numbers`,
		`limit = ["a"]`:     `x.toml:2: a.limit[0] = "a": want a number`,
		`limit = { a = 1 }`: `x.toml:2: a.limit = { a = 1 }: want "median" or a number or a list of numbers`,
	} {
		d, err := Parse("x.toml", "[a]\n"+text+"\n")
		if err != nil {
			t.Fatal(err)
		}
		into := limited{Limit: limit{Word: "median"}}
		got := ""
		if err := d.Fill("a", d.Root["a"].(Tree), &into); err != nil {
			got = err.Error()
		} else {
			got = TOML(Settings(&into))
		}
		if got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
	}
	keys := Describe(reflect.ValueOf(limited{Limit: limit{Word: "median"}}), nil)
	if k := keys[0]; k.Type.String() != `"median" or number or list of numbers` || k.Default != "median" || k.Help != "a limit" || len(keys) != 2 {
		t.Errorf("described as %+v", keys)
	}
}

// Several values for a key that takes one number: the line names [sweep].
func TestSeveralValues(t *testing.T) {
	for text, want := range map[string]string{
		`x = "0.1:0.3:3"`: `x.toml:2: a.x = "0.1:0.3:3": want a number; several values stand in [sweep]: "a.x" = "0.1:0.3:3"`,
		`x = [0.1, 0.3]`:  `x.toml:2: a.x = [0.1, 0.3]: want a number; several values stand in [sweep]: "a.x" = [0.1, 0.3]`,
		`x = "0.1"`:       `x.toml:2: a.x = "0.1": want a number`,
		`x = [0.1]`:       `x.toml:2: a.x = [0.1]: want a number`,
	} {
		d, err := Parse("x.toml", "[a]\n"+text+"\n")
		if err != nil {
			t.Fatal(err)
		}
		var into struct {
			X float64 `toml:"x"`
		}
		if err := d.Fill("a", d.Root["a"].(Tree), &into); err == nil || err.Error() != want {
			t.Errorf("%s:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

type formula struct {
	Formula string    `toml:"formula,omitempty" oneof:"line|power" chooses:"form"`
	Steps   int       `toml:"steps,omitempty"`
	End     float64   `toml:"end,omitempty"`
	Square  float64   `toml:"square,omitempty"`
	List    []float64 `toml:"list,omitempty" chooses:"form"`
}

// A table that chooses another form than the default begins from nothing; any other amends the default, also by
// a key that the default leaves out.
func TestTableThatChoosesAnotherForm(t *testing.T) {
	for text, want := range map[string]formula{
		`{ steps = 12 }`:                   {Formula: "line", Steps: 12, End: 1},
		`{ square = 2.0 }`:                 {Formula: "line", Steps: 10, End: 1, Square: 2},
		`{ formula = "line", steps = 12 }`: {Formula: "line", Steps: 12, End: 1},
		`{ formula = "power", end = 3.0 }`: {Formula: "power", End: 3},
		`{ list = [1.0, 2.0] }`:            {List: []float64{1, 2}},
	} {
		d, err := Parse("x.toml", "[a]\nof = "+text+"\n")
		if err != nil {
			t.Fatal(err)
		}
		into := struct {
			Of formula `toml:"of"`
		}{formula{Formula: "line", Steps: 10, End: 1}}
		if err := d.Fill("a", d.Root["a"].(Tree), &into); err != nil || !reflect.DeepEqual(into.Of, want) {
			t.Errorf("%s: %+v, %v, want %+v", text, into.Of, err, want)
		}
	}
}
