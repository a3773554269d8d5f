package model

// Work is what a task asks of an algorithm or a measurement: memory, and units of work
// of which one can be timed, such as sweeps, epochs or steps of a walk. How long a unit
// takes is a matter of the machine, and not known here.
type Work struct {
	Solved   float64 // units, as expected, if the sample is solved
	Unsolved float64 // the same if it is not
	Most     float64 // units at the limit of its sweeps or epochs
	Bytes    float64 // memory at its worst moment
}

// Always is work that is the same for every sample.
func Always(units, bytes float64) Work { return Work{units, units, units, bytes} }
