package plan

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"fbp/experiment/config"
	"fbp/results"
)

// Until is the rule by which samples are added to a point of the sweep, in whole batches,
// until a number is known well enough:
//
//   - Of = "success": the half width of the 95 % interval of the success probability,
//     that of the table success, is at most Width;
//   - Of = "<table>.<column>": the standard error of the column's mean, at the
//     coordinates At, is at most Width, and the mean is over the samples of two batches
//     or more. "summary.<number>" is a number of the sample.
//
// A point that does not come to that has all samples of the plan, Head.Samples.
type Until struct {
	Width  float64            `json:"until" toml:"until" above:"0" help:"half width of the 95 % interval of the success probability, or standard error of a mean"`
	Of     string             `json:"of" toml:"of" help:"success, summary.<number> or <table>.<column>"`
	At     map[string]float64 `json:"at,omitempty" toml:"at,omitempty" help:"coordinates of the row of the table"`
	Kind   string             `json:"kind,omitempty"` // of the measurement, "" for the search; found by readUntil
	AtMost int                `json:"-" toml:"at_most" min:"1" max:"1000000" help:"samples at every point of the sweep"`
	Batch  int                `json:"batch" toml:"batch" min:"1" max:"1000000" help:"samples that are added at a time"`
}

const (
	ofSuccess = "success" // the success probability
	ofNumbers = "summary" // the table of the means of the numbers of samples
)

// Table is the table and the column of a mean.
func (u *Until) Table() (table, column string) {
	table, column, _ = strings.Cut(u.Of, ".")
	return table, column
}

// OfOutcome tells whether the decision needs no more of a record than how its search
// ended.
func (u *Until) OfOutcome() bool { return u.Of == ofSuccess }

// Uncertainty names the number that has to be small, as a column and in words.
func (u *Until) Uncertainty() (column, words string) {
	if u.Of == ofSuccess {
		return "half_width", "the half width of the 95 % interval of success"
	}
	_, column = u.Table()
	words = "the standard error of " + u.Of
	for i, name := range slices.Sorted(maps.Keys(u.At)) {
		words += fmt.Sprintf("%s %s = %s", map[bool]string{true: " at"}[i == 0], name, strconv.FormatFloat(u.At[name], 'g', 6, 64))
	}
	return column + "_sem", words
}

// Rule is the rule in words, of most samples at a point.
func (u *Until) Rule(most int) string {
	_, words := u.Uncertainty()
	return fmt.Sprintf("in batches of %d until %s is at most %v, at most %d", u.Batch, words, u.Width, most)
}

// sampling is the key samples: a number, or the rule by which they are added.
type sampling struct {
	Number int `min:"1" max:"1000000"`
	Rule   *Until
}

// Forms implements values.Forms.
func (sampling) Forms() {}

// most is the number of samples of the plan.
func (s sampling) most() int {
	if s.Rule != nil {
		return s.Rule.AtMost
	}
	return s.Number
}

// key is that of the number of samples.
func (s sampling) key() string {
	if s.Rule != nil {
		return "samples.at_most"
	}
	return "samples"
}

// complete fills in the keys that are not given, and refuses what does not fit together.
func (r *Until) complete(d *config.Document) error {
	r.Of, r.AtMost, r.Batch = cmp.Or(r.Of, ofSuccess), cmp.Or(r.AtMost, 400), cmp.Or(r.Batch, 20)
	switch batches := r.AtMost / r.Batch; {
	case r.Width == 0:
		return d.Fault("samples.until", "", "missing; want the half width of an interval, or a standard error")
	case batches < 1:
		return d.Fault("samples.batch", config.Show(int64(r.Batch)), fmt.Sprintf("want at most at_most = %d", r.AtMost))
	case r.Of == ofSuccess && r.Width >= 0.5:
		return d.Fault("samples.until", config.Show(r.Width), "want until < 0.5, the half width of an interval of a probability")
	case r.Of == ofSuccess && len(r.At) > 0:
		return d.Fault("samples.at", "", `want no coordinates: of = "success" has none`)
	case r.Of != ofSuccess && batches < 2:
		return d.Fault("samples.at_most", config.Show(int64(r.AtMost)), fmt.Sprintf("want two batches or more, at_most >= %d: a standard error needs them", 2*r.Batch))
	}
	return nil
}

// readUntil finds what the rule is about at every point.
func (s *Spec) readUntil(d *config.Document) error {
	r := s.Sampling.Rule
	if r == nil {
		return nil
	}
	for _, p := range s.Points {
		u, key, want := p.until(*r)
		switch {
		case want == "" && s.Until != nil && !reflect.DeepEqual(u, s.Until):
			key, want = "samples.at", "want a value that is measured at every point: they have different ones"
		case want == "":
			s.Until = u
			continue
		}
		if len(s.variants) > 0 {
			want = fmt.Sprintf("variant %q: %s", p.Values[0], want)
		}
		value := config.Show(r.Of)
		switch {
		case key == "samples.at" && len(r.At) == 0:
			value = ""
		case key == "samples.at":
			value = config.Show(r.At)
		}
		return d.Fault(key, value, want)
	}
	return nil
}

// madeBy is a table that tasks of a point write, by a kind of measurement or the search.
type madeBy struct {
	results.Layout
	kind string
}

// tables are those that the tasks of a point write, as far as their kinds say.
func (p *Point) tables() (list []madeBy) {
	for _, l := range Emits(p.Algorithm, p.Model) {
		list = append(list, madeBy{l, ""})
	}
	for _, m := range p.Measures {
		for _, l := range Emits(m.Measurement, p.Model) {
			list = append(list, madeBy{l, m.Kind})
		}
	}
	slices.SortStableFunc(list, func(a, b madeBy) int { return strings.Compare(a.Table, b.Table) })
	return list
}

// until is the rule at a point; want is what is wrong with a key, "" for nothing.
func (p *Point) until(r Until) (u *Until, key, want string) {
	u = &r
	if r.Of == ofSuccess {
		if !Claims(p.Algorithm) {
			return nil, "samples.of", fmt.Sprintf("algorithm.kind = %q claims no solution, so that it has no success probability", p.algorithm.Kind)
		}
		return u, "", ""
	}
	table, column := u.Table()
	known := []string{ofSuccess}
	if !Claims(p.Algorithm) {
		known = nil
	}
	for _, t := range p.tables() {
		name := t.Table
		if len(t.At) == 0 {
			name = ofNumbers
		}
		if name == table && (slices.Contains(t.Values, column) || t.Open) {
			u.Kind = t.kind
			u.At, want = t.coordinates(r.At)
			return u, "samples.at", want
		}
		for _, v := range t.Values {
			known = append(known, name+"."+v)
		}
	}
	return nil, "samples.of", "no number of a solution that is measured here; " + config.DidYouMean(r.Of, known)
}

// near is how far from a value that is measured one may be that stands for it, in
// proportion: a schedule has values with many digits.
const near = 0.01

// coordinates are those of the row that is meant by at.
func (t madeBy) coordinates(at map[string]float64) (exact map[string]float64, want string) {
	var names []string
	for _, name := range t.At {
		if name != results.Of {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if given := slices.Sorted(maps.Keys(at)); !slices.Equal(given, names) {
		if len(names) == 0 {
			return nil, "want no coordinates: it is a number of the sample"
		}
		return nil, fmt.Sprintf("want the coordinates of a row of %s: %s", t.Table, strings.Join(names, ", "))
	}
	exact = maps.Clone(at)
	if len(names) != 1 || len(t.Due) == 0 {
		return exact, ""
	}
	x, nearest := at[names[0]], t.Due[0]
	for _, due := range t.Due {
		if math.Abs(due-x) < math.Abs(nearest-x) {
			nearest = due
		}
	}
	if math.Abs(nearest-x) > near*math.Abs(nearest) {
		return nil, fmt.Sprintf("want a value of %s that is measured; the nearest is %v", names[0], nearest)
	}
	exact[names[0]] = nearest
	return exact, ""
}
