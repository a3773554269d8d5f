package plan

import (
	"errors"

	"fbp/experiment/config"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
)

// withoutSigns is an error of a model, or of a measurement of it, unless it concerns inputs ±1
// alone and those of the point are real.
func (p *Point) withoutSigns(err error) error {
	if p.real && errors.Is(err, model.ErrSigns) {
		return nil
	}
	return err
}

// takeReal refuses real inputs to whatever takes inputs ±1 only: the model, the
// algorithm or a measurement.
func (r *resolver) takeReal(p *Point) error {
	if !instances.IsReal(p.Source) {
		return nil
	}
	ask := func(path, what string, s *config.Section, value any) error {
		stands := about(value).Real
		if m, ok := value.(instances.TakesReal); ok {
			stands = m.TakesReal
		}
		if stands == nil {
			return r.doc.Invalid("instance", p.instance, fault.New("real", true, "the %s %q takes inputs 1 and -1 only", what, s.Kind))
		}
		return r.doc.Invalid(path, s, stands())
	}
	if err := ask("model", "model", p.model, p.Model); err != nil {
		return err
	}
	if err := ask("algorithm", "algorithm", p.algorithm, p.algorithm.Value); err != nil {
		return err
	}
	for _, m := range p.measures {
		if err := ask("measure."+m.Kind, "measurement", m, m.Value); err != nil {
			return err
		}
	}
	return nil
}
