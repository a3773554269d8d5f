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
	if !p.real {
		return nil
	}
	type part struct {
		path, what string
		section    *config.Section
		value      any
	}
	parts := []part{{"model", "model", p.model, p.Model}, {"algorithm", "algorithm", p.algorithm, p.Algorithm}}
	for _, m := range p.measures {
		parts = append(parts, part{"measure." + m.Kind, "measurement", m, m.Value})
	}
	for _, a := range parts {
		stands := about(a.value).Real
		if m, ok := a.value.(instances.TakesReal); ok {
			stands = m.TakesReal
		}
		if stands == nil {
			return r.doc.Invalid("instance", p.instance, fault.New("real", true, "the %s %q takes inputs 1 and -1 only", a.what, a.section.Kind))
		}
		if err := stands(); err != nil {
			return r.doc.Invalid(a.path, a.section, err)
		}
	}
	return nil
}
