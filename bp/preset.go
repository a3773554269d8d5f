package bp

import (
	"maps"

	"fbp/factorgraph"
)

// The presets that a config can name.
const (
	Capacity = "capacity" // solutions as close to capacity as possible
	Success  = "success"  // curves of success: finding a solution, whichever it is
	Cheap    = "cheap"    // where everything is easy, the fewest sweeps
)

// preset are the keys that the preset fills in. Their values were chosen on other
// instances than those that bench/searches.md judges them by. What SBPI cannot finish
// solves more with the default protocol.
func (f *Focusing) preset(given func(key string) bool) map[string]func() {
	keys := map[string]func(){"stop": func() { f.Stop = "solved" }}
	if f.Preset != Cheap && f.unfinishable {
		return keys
	}
	finished := false
	if f.Preset != Cheap && f.perceptron && f.independent {
		keys["accuracy"] = func() { f.Accuracy = factorgraph.AMP }
		if finished = f.finishes() || !given("finish"); finished {
			keys["give_up"] = func() { f.GiveUp = WhenFar }
		}
	}
	if f.Preset == Success && f.perceptron {
		keys["max_sweeps"] = func() { f.MaxSweeps = 10 } // SBPI goes on from messages that are about right
		keys["finish"] = func() { f.Finish = BySBPI }
		return keys
	}
	keys["protocol"] = func() { f.Protocol = Reinforcement }
	keys["growth"] = func() { f.Growth = Geometric }
	keys["y"] = func() { f.Y = 20 }
	if f.Preset == Cheap {
		keys["rate"] = func() { f.Rate = 0.03 }
		keys["give_up"] = func() { f.GiveUp = WhenFrozen }
		return keys
	}
	keys["rate"] = func() { f.Rate = 0.003 }
	keys["finish"] = func() { f.Finish = BySBPI }
	if finished && f.slow {
		maps.Copy(keys, f.shortFinish())
	}
	return keys
}

// slowest bounds the steps of slow reinforcement, 30 000 up to y = 20.
const slowest = 1e-4

// shortFinish is slow reinforcement with attempts of SBPI that succeed soon or not at all: for large perceptrons. The rate is 1/2N, with
// N rounded down to thousands: the larger N, the more a smaller one solves (bench/defaults.md).
func (f *Focusing) shortFinish() map[string]func() {
	return map[string]func(){
		"rate":       func() { f.Rate = max(0.5/float64(f.inputs/1000*1000), slowest) },
		"ps":         func() { f.Ps = []float64{0.4} },
		"attempts":   func() { f.Attempts = 50 },
		"max_epochs": func() { f.MaxEpochs = 400 },
	}
}

// fill gives the keys of the preset that are not given their values, and tells which keys are given now. It takes the
// preset away, whose keys say it all.
func (f *Focusing) fill(given func(key string) bool) func(key string) bool {
	if f.Preset == "" {
		return given
	}
	keys := f.preset(given)
	for key, set := range keys {
		if !given(key) {
			set()
		}
	}
	f.Preset = ""
	return func(key string) bool { return keys[key] != nil || given(key) }
}
