package model

import (
	"fbp/instances"
	"fbp/results"
)

// About is what the program has to know of an algorithm or a measurement with its keys, beside what it
// does. The zero value is of one that draws no random numbers, leaves weights, says nothing of its
// readings, takes inputs ±1 only and hardly any memory.
type About struct {
	Name     string                       // of an algorithm in the literature, where that is not its kind: legends have it
	Draws    bool                         // random numbers are drawn: without, equal patterns give equal results
	Messages bool                         // the sweeps or epochs of an algorithm are of messages; those of others are of weights
	Numbers  bool                         // an algorithm that leaves numbers alone: no weights, no success, nothing to be measured
	Around   bool                         // a measurement of the surroundings of a solution: around weights that make errors it means something else, and is made only if its key unsolved is "include"
	Tables   []results.Layout             // of its readings
	Bytes    func(Size) float64           // memory of a task at its worst moment, beside the patterns
	Real     func() error                 // says what stands against inputs that are real numbers, as the mistake of a key
	Source   func(instances.Source) error // says what an instance lacks, of measurements that need more than patterns to learn, a test set or a teacher; others are given no test set
	Grouping Grouping                     // of measurements: how many solutions they are given
	Between  []string                     // the variants that a measurement of pairs compares, two or more, its key between, which no name depends on; without any, the searches of each sample are
	Across   string                       // of one that compares those at each value of a swept key with those at its first: the path of the key
	Files    []string                     // keys that name files, whose content is part of a task's hash
	Contents func(keys map[string]any)    // puts content in the place of files in the keys of an algorithm, as these are hashed; nil: the key weights, a fingerprint, takes the place of all keys of Files
	Runs     []string                     // the command line of an algorithm that runs a program, its one key of Files; nil for others, whose results alone have equal bits
	Follow   func(Learned)                // fills in the defaults of an algorithm that depend on the patterns, before the keys of a config; nil: none does
	Follows  map[string]string            // defaults that follow other sections, in words by the key: "that of [model]"
	Samples  Samples                      // of an algorithm: what its solutions are samples of
	Panels   []Panel                      // alternatives of the one that shows it; nil of a search for weights: [SearchPanels]
	Known    Known                        // of measurements beside whose numbers theory stands; nil for others

	// Bind is of an algorithm that depends on more than its parameters, a file for instance: it is asked for every search of an
	// instance when the plan is made, and again before it is done; nil for others.
	Bind func(in Instance, search int) (*Binding, error)
}

// Samples are the solutions of an algorithm as samples of a measure.
type Samples struct {
	Power      float64                    // each counts with this power of its stabilities above the margin; 0: all alike
	Replicated bool                       // a solution has replicas
	Chains     bool                       // these are states of one chain
	Unfair     func(m Model) (why string) // why they are not samples of the measure, "" if they are; nil: nothing is known against it
}

// Known is what theory knows of the number of a measurement that is the control variate of a table, or of
// the value beside that of a table at a coordinate: its mean over instances of m with alpha random patterns per
// weight; ok is false where it is not known.
type Known func(m Model, alpha, at float64, of Typical) (x float64, ok bool)

// Typical is what theory knows of typical solutions.
type Typical struct {
	// Entropy is that per weight.
	Entropy func(m Model, alpha float64) (entropy float64, ok bool)
	// Path is the fraction of errors at a place on the line between two solutions.
	Path func(m Model, alpha, kappa, fraction float64) (errors float64, ok bool)
	// Centre is that on the path through the centre of all searches of a sample.
	Centre func(m Model, alpha, kappa, fraction float64) (errors float64, ok bool)
}

// AnyInputs is Real of what takes all real inputs.
func AnyInputs() error { return nil }

// Grouping is which searches of a sample a task of a measurement has; more than one are a task of their own.
type Grouping int

// The groupings.
const (
	Alone   Grouping = iota // one
	Pairs                   // each two
	Triples                 // each three
	Others                  // each two, and behind them all others
	All                     // all together that learn all patterns, two or more
)

// Least is the number of searches that a task needs.
func (g Grouping) Least() int {
	switch g {
	case Alone:
		return 1
	case Triples:
		return 3
	}
	return 2
}

// Groups are the searches, of so many, that each task is given.
func (g Grouping) Groups(searches int) (groups [][]int) {
	if g == All {
		all := make([]int, searches)
		for x := range all {
			all[x] = x
		}
		return [][]int{all}
	}
	for x := range searches {
		for y := x + 1; y < searches; y++ {
			pair := []int{x, y}
			switch g {
			case Triples:
				for z := y + 1; z < searches; z++ {
					groups = append(groups, []int{x, y, z})
				}
				continue
			case Others:
				for z := range searches {
					if z != x && z != y {
						pair = append(pair, z)
					}
				}
			}
			groups = append(groups, pair)
		}
	}
	return groups
}
