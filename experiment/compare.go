package experiment

import (
	"fmt"
	"math"
	"slices"

	"fbp/experiment/config"
)

// conditions are what the local entropy at a point of the sweep depends on, as
// far as theory knows it.
type conditions struct {
	load, alpha float64 // patterns per weight: P/N, and as configured
	reference   float64 // the margin of the solutions that were searched for
	kappa       float64 // the margin of those around them
	instance    string  // kind
	words       map[string]string
}

// conditionsOf reads them from the parameters of a task; ok is false when the
// task measures no local entropy.
func conditionsOf(p PlanPoint, params map[string]any) (c conditions, ok bool) {
	c = conditions{load: p.load(), alpha: p.Alpha, words: map[string]string{}}
	if c.kappa, ok = parameter(params, "measure", comparedTable, "kappa").(float64); !ok {
		return c, false
	}
	c.reference, _ = parameter(params, "model", "kappa").(float64)
	c.instance, _ = parameter(params, "instance", "kind").(string)
	for word, common := range map[string]string{"weights": "binary", "activation": "linear"} {
		c.words[word] = common // what a model has that does not say otherwise
		if s, given := parameter(params, "model", word).(string); given {
			c.words[word] = s
		}
	}
	return c, true
}

// conditions are those of a point of a Spec.
func (p *Point) conditions() (conditions, bool) {
	params := map[string]any{"model": parameters(p.model), "instance": parameters(p.instance)}
	measures := map[string]any{}
	for _, m := range p.measures {
		measures[m.Kind] = parameters(m)
	}
	params["measure"] = measures
	return conditionsOf(p.shown(), params)
}

// comparedCurve is the curve of a theory that a point is compared with: the
// values of those of its parameters that may have several.
type comparedCurve struct{ alpha, reference, kappa float64 }

// curve finds the curve of the theory for a point; ok is false when it has none
// of its load, and nothing is compared there. The load is P/N of the instance; a
// load that the config of the theory gives stands for what is configured as that.
//
// Like is compared with like, and unlike says what is not: the same margin of the surrounding solutions, the same labels and the same kind of
// network. The theory's reference is a typical solution of its own margin
// kappa_ref, a choice of the user's, but it must be one of the solutions that
// the search was asked for. Several kappa_ref are for a sweep of model.kappa.
func (th *Theory) curve(c conditions) (at comparedCurve, ok bool, unlike string) {
	if at.alpha, ok = th.value("alpha", c.load, c.alpha); !ok {
		return at, false, ""
	}
	at.kappa, at.reference, unlike = th.margins(c)
	if known := c.instance == "random" || c.instance == "teacher"; unlike == "" && known && th.request.Planted != (c.instance == "teacher") {
		unlike = fmt.Sprintf("the theory has planted = %v, the instances are of kind %q", th.request.Planted, c.instance)
	}
	for _, choice := range th.entry.Choices {
		if word, known := c.words[choice.Name]; unlike == "" && known && th.words(choice)[0] != word {
			unlike = fmt.Sprintf("the theory has %s = %q, the model %q", underscored(choice.Name), th.words(choice)[0], word)
		}
	}
	return at, unlike == "", unlike
}

// margins are those of the curve for a point: of the solutions around a
// reference, and of the reference.
func (th *Theory) margins(c conditions) (kappa, reference float64, unlike string) {
	var ok bool
	if kappa, ok = th.value("kappa", c.kappa); !ok {
		return 0, 0, fmt.Sprintf("the theory has no curve with kappa = %v, the margin of measure.local_entropy", c.kappa)
	}
	switch list := th.request.Values["kappa-ref"]; {
	case len(list) > 1:
		if reference, ok = th.value("kappa-ref", c.reference); !ok {
			return 0, 0, fmt.Sprintf("the theory has no curve with kappa_ref = %v, the margin of the model", c.reference)
		}
	case len(list) == 1:
		if reference = list[0]; reference < c.reference {
			return 0, 0, fmt.Sprintf("the theory is about solutions of margin kappa_ref = %v, the search about those of margin %v", reference, c.reference)
		}
	}
	return kappa, reference, ""
}

// value is the first of some values that the theory's parameter of that name
// has; a theory without the parameter has any.
func (th *Theory) value(name string, any ...float64) (float64, bool) {
	list, has := th.request.Values[name]
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
func (th *Theory) comparable(d *config.Document, path string, points []*Point) error {
	if !th.Compare {
		return nil
	}
	refuse := func(want string) error { return d.Fault(config.Join(path, "compare"), "true", want) }
	for _, column := range []string{"d", "entropy", "slope"} {
		if !th.Has(column) {
			return refuse("its table has no column " + column)
		}
	}
	for _, p := range th.entry.Params {
		list := th.request.Values[p.Name]
		several := slices.Contains([]string{"alpha", "d", "kappa"}, p.Name) ||
			p.Name == "kappa-ref" && !slices.ContainsFunc(list, func(x float64) bool { return math.IsInf(x, 0) })
		if len(list) > 1 && !several {
			return refuse(fmt.Sprintf("want a single curve: %s has %d values", underscored(p.Name), len(list)))
		}
	}
	for _, c := range th.entry.Choices {
		if words := th.words(c); len(words) > 1 {
			return refuse(fmt.Sprintf("want a single curve: %s has %d values", underscored(c.Name), len(words)))
		}
	}
	return th.comparableAt(points, refuse)
}

// comparableAt refuses a theory that has no curve for any of the points, and
// one that would be compared with something else.
func (th *Theory) comparableAt(points []*Point, refuse func(want string) error) error {
	compared := len(points) == 0
	for _, p := range points {
		c, measured := p.conditions()
		if !measured {
			return refuse("there is no [[measure]] of kind \"local_entropy\" to compare with it")
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
