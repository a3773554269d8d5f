package plan

import (
	"errors"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
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

// part is the model, the algorithm or a measurement.
type part struct {
	path, what string
	section    *config.Section
	value      any
}

func (p *Point) parts() []part {
	parts := []part{{"model", "model", p.model, p.Model}, {"algorithm", "algorithm", p.algorithm, p.Algorithm}}
	for _, m := range p.measures {
		parts = append(parts, part{"measure." + m.Kind, "measurement", m, m.Value})
	}
	return parts
}

// takeInputs refuses inputs to whatever does not take them: real ones to those that take ±1 only, and others
// than random features to messages that need what these are made of.
func (r *resolver) takeInputs(p *Point) error {
	for _, a := range p.parts() {
		if kinds.ByLatent(a.value) && p.Source.About().Latent == 0 {
			return r.doc.Invalid(a.path, a.section, fault.New("accuracy", "latent", "want [instance] kind = \"features\", or inputs with a bias"))
		}
		if !p.real {
			continue
		}
		stands := kinds.About(a.value).Real
		if m, ok := a.value.(model.Model); ok && m.Abilities().Real {
			stands = model.AnyInputs
		}
		if stands == nil {
			by := p.Source.About().RealBy
			mistake := fault.New(by, setting(p.instance, by), "the %s %q takes inputs 1 and -1 only", a.what, a.section.Kind)
			return r.doc.Invalid("instance", p.instance, mistake)
		}
		if err := stands(); err != nil {
			return r.doc.Invalid(a.path, a.section, err)
		}
	}
	return nil
}

// setting is the value of a key of a section.
func setting(section *config.Section, key string) any {
	for _, s := range section.Settings() {
		if s.Key == key {
			return s.Value
		}
	}
	return nil
}
