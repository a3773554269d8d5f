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
// instances than those that bench/defaults.md judges them by. What SBPI cannot finish
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

// What slow reinforcement and its attempts are bounded by: 30 000 steps up to y = 20, and minutes at N = 10 000.
const (
	slowest      = 1e-4
	mostAttempts = 200
)

// shortFinish is slow reinforcement with attempts of SBPI that succeed soon or not at all: for large perceptrons. With N in
// thousands, rounded down, the rate is 1/2000N and attempts are 50 N: the larger N, the more a smaller rate and further
// attempts solve (bench/defaults.md).
func (f *Focusing) shortFinish() map[string]func() {
	thousands := f.inputs / 1000
	return map[string]func(){
		"rate":       func() { f.Rate = max(0.5/float64(1000*thousands), slowest) },
		"ps":         func() { f.Ps = []float64{0.4} },
		"attempts":   func() { f.Attempts = min(50*thousands, mostAttempts) },
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
