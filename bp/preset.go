package bp

// The presets that a config can name.
const (
	Capacity = "capacity" // solutions as close to capacity as possible
	Cheap    = "cheap"    // where everything is easy, the fewest sweeps
)

// preset are the keys that the preset fills in. Their values were chosen on other
// instances than those that bench/searches.md judges them by. What SBPI cannot finish
// solves more with the default protocol.
func (f *Focusing) preset() map[string]func() {
	keys := map[string]func(){"stop": func() { f.Stop = "solved" }}
	if f.Preset == Capacity && f.unfinishable {
		return keys
	}
	keys["protocol"] = func() { f.Protocol = Reinforcement }
	keys["growth"] = func() { f.Growth = Geometric }
	keys["y"] = func() { f.Y = 20 }
	switch f.Preset {
	case Capacity:
		keys["rate"] = func() { f.Rate = 0.003 }
		keys["finish"] = func() { f.Finish = BySBPI }
	case Cheap:
		keys["rate"] = func() { f.Rate = 0.03 }
		keys["give_up"] = func() { f.GiveUp = WhenFrozen }
	}
	return keys
}

// fill gives the keys of the preset that are not given their values. It takes the preset
// away, whose keys say it all.
func (f *Focusing) fill(given func(key string) bool) {
	if f.Preset == "" {
		return
	}
	for key, set := range f.preset() {
		if !given(key) {
			set()
		}
	}
	f.Preset = ""
}
