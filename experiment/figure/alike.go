package figure

import (
	"slices"

	"fbp/experiment/plan"
)

// idOf tells settings apart.
func idOf(settings []plan.Setting) (id string) {
	for _, s := range settings {
		id += "," + s.Name + "=" + s.Value
	}
	return id
}

// telling are the settings that tell a curve of theory from others of its series, all of them if there
// are no others. With a line of its own it has the colour of the curve that these tell from others in
// another theory of its kind.
func telling(c plan.Curve, of []plan.Curve) []plan.Setting {
	settings := slices.DeleteFunc(slices.Clone(c.Settings), func(s plan.Setting) bool {
		return !slices.ContainsFunc(of, func(o plan.Curve) bool { return differs(o.Settings, s) })
	})
	if len(settings) == 0 {
		return c.Settings
	}
	return settings
}

// takeColor gives what has no colour yet that of a curve, if that has one.
func (b *panels) takeColor(of, to string, may bool) {
	color, known := b.colors[of]
	if _, has := b.colors[to]; may && known && !has {
		b.colors[to] = color
	}
}
