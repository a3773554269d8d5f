package plan

import (
	"encoding/json"
	"maps"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Measuring is all that the result of a measurement is a function of. A field is a
// key of the JSON object whose SHA-256 ends its name; they are in alphabetical order.
type Measuring struct {
	// Instance is that of the task, as it is hashed, for measurements that need more of
	// it than patterns to learn (Source of [model.About]); the solution's name has the rest.
	Instance map[string]any `json:"instance,omitempty"`
	Kind     string         `json:"kind"`
	Params   map[string]any `json:"measure"`
	Physics  int            `json:"physics"`
	Solution string         `json:"solution"`       // its name
	With     string         `json:"with,omitempty"` // name of the second of a pair, and those of its group
}

// Of is what the measurement makes of the solution of a task with these parameters, or
// of its pair.
func (m Measure) Of(t Task, params map[string]any) Measuring {
	of := Measuring{Kind: m.Kind, Physics: results.PhysicsVersion, Solution: t.Solution, With: t.With}
	keys, _ := Parameter(params, "measure", m.Kind).(map[string]any)
	of.Params = maps.Clone(keys)
	for _, key := range config.KeysOf(&config.Treatment{}) { // of samples, not of a measurement
		delete(of.Params, key)
	}
	if m.needsMore() {
		of.Instance, _ = params["instance"].(map[string]any)
	}
	return of
}

// needsMore tells whether the measurement asks more of an instance than patterns to
// learn.
func (m Measure) needsMore() bool {
	return m.About().Source != nil
}

// Sees is what the measurement may look at: no test set, unless it has said that it
// needs one. Its result is kept for instances that differ in nothing else.
func (m Measure) Sees(d *instances.Data) *instances.Data {
	if m.needsMore() {
		return d
	}
	own := *d
	own.Test = nil
	return &own
}

// Name is that of the measurement's file: <solution>.<kind>-<hash>.
func (m Measuring) Name() string {
	data, err := json.Marshal(m)
	if err != nil {
		return "no name: " + err.Error()
	}
	return m.Solution + "." + m.Kind + "-" + digits(string(data))
}

// admits is the reason why a measurement cannot be made at a point, nil if it can.
func (p *Point) admits(kind string, m kinds.Measurement) error {
	if p.Algorithm.About().Numbers {
		return fault.New("kind", kind, "want an algorithm that finds weights: kind %q finds none", p.algorithm.Kind)
	}
	if err := m.Validate(); err != nil {
		return err
	}
	if err := p.withoutSigns(m.Check(p.Model)); err != nil {
		return err
	}
	if lacks := m.About().Source; lacks != nil {
		return lacks(p.Source)
	}
	return nil
}

// addMeasures makes the measurements of the sections: of a point of pairs those that compare
// solutions, of others those of one.
func (p *Point) addMeasures(pairs bool) {
	for _, s := range p.measures {
		is := kinds.About(s.Value)
		if (is.Grouping != model.Alone) != pairs {
			continue
		}
		skips := is.Grouping == model.All || is.Around && treated(s).Unsolved == "skip"
		p.Measures = append(p.Measures, Measure{s.Kind, s.Value.(kinds.Measurement), skips, s})
	}
}
