package plan

import "slices"

// Thrifty algorithms and measurements know changes of their keys that save memory, as in
// --set, the mildest first.
type Thrifty interface {
	Thrift() [][]string
}

// Thrift are changes of the config that save memory, as in --set: those of algorithms,
// then those of measurements.
func (p *Plan) Thrift() (changes [][]string) {
	add := func(section string, maker any) {
		m, ok := maker.(Thrifty)
		if !ok {
			return
		}
		for _, keys := range m.Thrift() {
			var sets []string
			for _, key := range keys {
				sets = append(sets, section+"."+key)
			}
			if !slices.ContainsFunc(changes, func(c []string) bool { return slices.Equal(c, sets) }) {
				changes = append(changes, sets)
			}
		}
	}
	for _, point := range p.Spec.Points {
		add("algorithm", point.Algorithm)
	}
	for _, point := range p.Spec.Points {
		for _, m := range point.Measures {
			add("measure."+m.Kind, m.Measurement)
		}
	}
	return changes
}
