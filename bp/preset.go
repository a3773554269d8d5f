package bp

import "fbp/internal/fault"

// The presets that a config can name.
const (
	Capacity = "capacity" // solutions as close to capacity as possible
	Cheap    = "cheap"    // where everything is easy, the fewest sweeps
)

// filling is a key of a preset with its value.
type filling struct {
	key string
	set func(f *Focusing)
}

// preset are the keys that the preset fills in. Their values were chosen on other
// instances than those that bench/searches.md judges them by. What is not finished by SBPI
// solves more with the default protocol.
func (f *Focusing) preset() []filling {
	switch {
	case f.Preset == Cheap:
		return append(reinforcing(0.03), filling{"give_up", func(f *Focusing) { f.GiveUp = WhenFrozen }})
	case f.Preset == Capacity && f.unvoted:
		return []filling{
			{"protocol", func(f *Focusing) { f.Protocol = Scoping }},
			{"stop", func(f *Focusing) { f.Stop = "solved" }},
		}
	case f.Preset == Capacity:
		return append(reinforcing(0.003), filling{"finish", func(f *Focusing) { f.Finish = BySBPI }})
	}
	return nil
}

// needs are the protocol and the growth of the preset.
func (f *Focusing) needs() (protocol, growth string) {
	if f.Preset == Capacity && f.unvoted {
		return Scoping, Linear
	}
	return Reinforcement, Geometric
}

// reinforcing is reinforcement of geometric growth with a rate, to the first solution.
func reinforcing(rate float64) []filling {
	return []filling{
		{"protocol", func(f *Focusing) { f.Protocol = Reinforcement }},
		{"growth", func(f *Focusing) { f.Growth = Geometric }},
		{"rate", func(f *Focusing) { f.Rate = rate }},
		{"y", func(f *Focusing) { f.Y = 20 }},
		{"stop", func(f *Focusing) { f.Stop = "solved" }},
	}
}

// fill gives the keys of the preset that are not given their values, and returns which
// keys are settled. It takes the preset away, whose keys say it all; with another
// protocol or weights, for which they were not made, it stays, for Validate to refuse.
func (f *Focusing) fill(given func(key string) bool) (settled func(key string) bool) {
	if f.clashes(given) || f.unreinforced() {
		return given
	}
	filled := map[string]bool{}
	for _, key := range f.preset() {
		if !given(key.key) {
			key.set(f)
			filled[key.key] = true
		}
	}
	f.Preset = ""
	return func(key string) bool { return filled[key] || given(key) }
}

// clashes tells whether the protocol given is not that of the preset.
func (f *Focusing) clashes(given func(key string) bool) bool {
	protocol, growth := f.needs()
	return f.Preset != "" && (given("protocol") && f.Protocol != protocol || given("growth") && f.Growth != growth)
}

// unreinforced tells whether the preset is reinforcement of real weights.
func (f *Focusing) unreinforced() bool {
	protocol, _ := f.needs()
	return f.Preset != "" && f.real && protocol == Reinforcement
}

// validatePreset refuses one that is left, because its protocol is another.
func (f *Focusing) validatePreset() error {
	switch {
	case f.Preset == "":
		return nil
	case f.unreinforced():
		return fault.New("preset", f.Preset, "is reinforcement, which is for weights ±1: want %q, or no preset, for spherical weights", Capacity)
	}
	protocol, growth := f.needs()
	return fault.New("preset", f.Preset, "goes with protocol %q and growth %q; leave them out, or the preset", protocol, growth)
}
