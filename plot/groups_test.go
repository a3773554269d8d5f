package plot

import (
	"slices"
	"strings"
	"testing"

	"fbp/results"
)

func TestGrouped(t *testing.T) {
	keys := []Key{
		{"instance.alpha", []string{"0.5", "0.3", "0.5", "0.3"}},
		{"algorithm.accuracy", []string{"exact", "exact", "exact", "exact"}},
		{"alpha", []string{"0.5", "0.3", "0.5", "0.3"}},
		{"n", []string{"2001", "2001", "2001", "2001"}},
	}
	groups, shared := grouped(4, keys)
	if shared != "accuracy = exact, $N$ = 2001" {
		t.Errorf("shared %q", shared)
	}
	if len(groups) != 2 || groups[0].name != `$\alpha$ = 0.5` || groups[1].name != `$\alpha$ = 0.3` || !slices.Equal(groups[1].rows, []int{1, 3}) {
		t.Errorf("%v", groups)
	}
	if groups, shared := grouped(3, nil); len(groups) != 1 || len(groups[0].rows) != 3 || shared != "" {
		t.Errorf("no keys: %v %q", groups, shared)
	}
}

// κ of the model is that of the reference only beside another.
func TestMarginOfTheReference(t *testing.T) {
	model, around := Key{"model.kappa", []string{"0", "1"}}, Key{"measure.local_entropy.kappa", []string{"0", "0"}}
	if groups, shared := grouped(2, []Key{model, around}); groups[1].name != `$\tilde{κ}$ = 1` || shared != `$\kappa$ = 0` {
		t.Errorf("%q %q", groups[1].name, shared)
	}
	if groups, _ := grouped(2, []Key{model}); groups[1].name != `$\kappa$ = 1` {
		t.Errorf("%q", groups[1].name)
	}
}

func TestValues(t *testing.T) {
	for in, want := range map[string]string{
		"0.5": "0.5", "-0.5": "−0.5", "1e-06": "$10^{-6}$", "2.5e-07": "$2.5×10^{-7}$", "-1e+30": "$−1×10^{30}$",
		"inf": "∞", "-inf": "−∞", "+Inf": "∞", "exact": "exact", "a$b": `a\$b`, "": "",
	} {
		if got := value(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if err := CheckLabel(value(in)); err != nil {
			t.Error(err)
		}
	}
}

func TestKeys(t *testing.T) {
	table := &results.Table{Columns: []string{"instance.alpha", "algorithm.stop", "alpha", "n"}, Rows: [][]results.Value{
		{results.Num(0.5), results.Text("end"), results.Num(0.5), results.Int(15)},
		{results.Num(0.7), results.Missing, results.Num(0.7), results.Int(15)},
	}}
	keys := Keys(table, "alpha")
	if len(keys) != 2 || keys[0].Name != "instance.alpha" || !slices.Equal(keys[1].Values, []string{"end", ""}) {
		t.Errorf("%v", keys)
	}
	if key, ok := columnKey(table, "n"); !ok || !slices.Equal(key.Values, []string{"15", "15"}) {
		t.Errorf("%v", key)
	}
	if _, ok := columnKey(table, "rho"); ok {
		t.Error("a key of a column that is not there")
	}
}

// A legend shows the name of a variant alone, other keys with their values.
func TestVariantsInLegends(t *testing.T) {
	groups, shared := grouped(2, []Key{{Name: "variant", Values: []string{"a", "b"}}, {Name: "y", Values: []string{"3", "3"}}})
	if len(groups) != 2 || groups[0].name != "a" || groups[1].name != "b" || !strings.Contains(shared, "= 3") {
		t.Errorf("%+v, %s", groups, shared)
	}
}

// A swept key in the legend of a table's figure has its symbol; a variant is its name alone.
func TestSetting(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"model.n", "501", "$N$ = 501"},
		{"n", "64001", "$N$ = 64001"},
		{"instance.alpha", "0.5", `$\alpha$ = 0.5`},
		{"variant", "eLAL", "eLAL"},
		{"algorithm.max_sweeps", "10", "max sweeps = 10"},
	} {
		if got := (Key{Name: c.name, Values: []string{c.value}}).Setting(0); got != c.want {
			t.Errorf("%s = %s: %q, want %q", c.name, c.value, got, c.want)
		}
	}
}

// The name of a variant is shown as it is, even if it could be read as something else.
func TestNamesOfVariants(t *testing.T) {
	for _, name := range []string{"max", "-3", "1e-3", "infinity", "0.10", "a-b"} {
		if got := (Key{"variant", []string{name}}).Setting(0); got != name {
			t.Errorf("%q becomes %q", name, got)
		}
	}
}
