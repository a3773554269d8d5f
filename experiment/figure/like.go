package figure

import "fbp/experiment/plan"

// idOf tells settings apart.
func idOf(settings []plan.Setting) (id string) {
	for _, s := range settings {
		id += "," + s.Name + "=" + s.Value
	}
	return id
}

// likeness tells apart what a curve of theory has the colour of: the first curve of the
// theory that the series is like whose parameters agree with its own, as far as they take
// several values in both theories. Without one it is the curve itself, id.
func (b *panels) likeness(s Series, id string, settings []plan.Setting) string {
	own, other := b.theoryOf(s.Theory), b.theoryOf(s.Like)
	curves := other.Curves(other.Along(s.X))
	vary, varied := several(own.Curves(own.Along(s.X))), several(curves)
	for _, c := range curves {
		agree := true
		for _, o := range c.Settings {
			for _, set := range settings {
				if o.Name == set.Name && vary[o.Name] && varied[o.Name] && o.Value != set.Value {
					agree = false
				}
			}
		}
		if agree {
			return other.Kind + idOf(c.Settings)
		}
	}
	return id
}

// several are the names of the parameters that take several values in curves.
func several(curves []plan.Curve) map[string]bool {
	value, several := map[string]string{}, map[string]bool{}
	for _, c := range curves {
		for _, s := range c.Settings {
			if before, known := value[s.Name]; known && before != s.Value {
				several[s.Name] = true
			}
			value[s.Name] = s.Value
		}
	}
	return several
}
