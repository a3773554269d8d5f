package theories

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/theory/catalog"
)

// Conditions are what theory has to know of a point of the sweep.
type Conditions struct {
	Traits
	Load, Alpha float64        // patterns per weight: P/N, and as configured
	Params      map[string]any // values of parameters of theories, nil where the point has none
	Measured    string         // kind of the measurement of local entropies, "" for none
}

// ComparedCurve is the curve of a theory that a point is compared with: the
// values of those of its parameters that may have several.
type ComparedCurve struct{ alpha, reference, kappa float64 }

// At is the theory of a curve alone, at distances.
func (th *Theory) At(c ComparedCurve, distances []float64) *Theory {
	own := *th
	own.Request.Values = maps.Clone(th.Request.Values)
	for name, list := range map[string][]float64{"d": distances, "alpha": {c.alpha}, "kappa-ref": {c.reference}, "kappa": {c.kappa}} {
		if _, has := own.Request.Values[name]; has {
			own.Request.Values[name] = list
		}
	}
	return &own
}

// curve finds the curve of the theory for a point; ok is false when it has none
// of its load, and nothing is compared there. The load is P/N of the instance. Alpha that the config of the theory gives
// may be that which the instance is asked for; compared is at P/N in any case.
//
// Like is compared with like, and unlike says what is not: the same margin of the surrounding solutions, the same labels and the same kind of
// network. The theory's reference is a typical solution of its own margin
// kappa_ref, a choice of the user's, but it must be one of the solutions that
// the search was asked for. Several kappa_ref are for a sweep of model.kappa.
func (th *Theory) curve(c Conditions) (at ComparedCurve, ok bool, unlike string) {
	if _, ok = th.value("alpha", c.Load, c.Alpha); !ok {
		return at, false, ""
	}
	at.alpha = c.Load
	at.kappa, at.reference, unlike = th.margins(c)
	if others := th.differences(c.Traits, th.alone()); unlike == "" && len(others) > 0 {
		unlike = c.saysUnlike(others[0])
	}
	return at, unlike == "", unlike
}

// CurveAt is the curve of the theory for a point; ok is false where there is none, or nothing to compare.
func (th *Theory) CurveAt(c Conditions) (at ComparedCurve, ok bool) {
	if c.Measured == "" {
		return at, false
	}
	at, ok, _ = th.curve(c)
	return at, ok
}

// alone are the parameters of a theory that have a single value each, but for margins, which
// are compared by themselves.
func (th *Theory) alone() (settings []NamedValue) {
	for _, l := range th.lists() {
		margin := slices.ContainsFunc(th.entry.Params, func(p catalog.Param) bool { return underscored(p.Name) == l.name && p.Of != catalog.NoMargin })
		if !margin && len(l.values) == 1 {
			settings = append(settings, NamedValue{l.name, l.values[0]})
		}
	}
	return settings
}

// margins are those of the curve for a point: of the solutions around a
// reference, and of the reference.
func (th *Theory) margins(c Conditions) (kappa, reference float64, unlike string) {
	var ok bool
	if kappa, ok = th.value("kappa", c.Around); !ok {
		return 0, 0, fmt.Sprintf("the theory has no curve with kappa = %v, the margin of measure.%s", c.Around, c.Measured)
	}
	switch list := th.Request.Values["kappa-ref"]; {
	case len(list) > 1:
		if reference, ok = th.value("kappa-ref", c.Kappa); !ok {
			return 0, 0, fmt.Sprintf("the theory has no curve with kappa_ref = %v, the margin of the model", c.Kappa)
		}
	case len(list) == 1:
		if reference = list[0]; !c.allows(catalog.ReferenceMargin, reference) {
			return 0, 0, fmt.Sprintf("the theory is about solutions of margin kappa_ref = %v, the search about those of margin %v", reference, c.Kappa)
		}
	}
	return kappa, reference, ""
}

// value is the first of some values that the theory's parameter of that name
// has; a theory without the parameter has any.
func (th *Theory) value(name string, any ...float64) (float64, bool) {
	list, has := th.Request.Values[name]
	if !has {
		return 0, true
	}
	for _, x := range any {
		if slices.Contains(list, x) {
			return x, true
		}
	}
	return 0, false
}

// comparable refuses comparison with what is no curve of local entropies, or
// with more than one at a point of the sweep, or with one of another problem.
func (th *Theory) comparable(d *config.Document, path string, of Experiment) error {
	if !th.Compare {
		return nil
	}
	refuse := func(want string) error { return d.Fault(config.Join(path, "compare"), "true", want) }
	for _, column := range []string{"d", "entropy", "slope"} {
		if !th.Has(column) {
			return refuse("want a curve of local entropies; its table has no column " + column)
		}
	}
	for _, p := range th.entry.Params {
		list := th.Request.Values[p.Name]
		several := slices.Contains([]string{"alpha", "d", "kappa"}, p.Name) ||
			p.Name == "kappa-ref" && !slices.ContainsFunc(list, func(x float64) bool { return math.IsInf(x, 0) })
		if len(list) > 1 && !several {
			return refuse(fmt.Sprintf("want a single curve: %s has %d values", underscored(p.Name), len(list)))
		}
	}
	for _, choice := range th.entry.Choices {
		if words := th.words(choice); len(words) > 1 {
			return refuse(fmt.Sprintf("want a single curve: %s has %d values", underscored(choice.Name), len(words)))
		}
	}
	return th.comparableAt(of, refuse)
}

// comparableAt refuses a theory that has no curve for any of the points, and
// one that would be compared with something else.
func (th *Theory) comparableAt(of Experiment, refuse func(want string) error) error {
	compared := len(of.Points) == 0
	for _, c := range of.Points {
		if c.Measured == "" {
			return refuse(`there is no [[measure]] of kind "` + strings.Join(of.Compared, `" or "`) + `" to compare with it`)
		}
		_, ok, unlike := th.curve(c)
		if unlike != "" {
			return refuse(unlike)
		}
		compared = compared || ok
	}
	if !compared {
		return refuse("the theory has no curve of the instance's alpha; leave its alpha out to follow the instance")
	}
	return nil
}
