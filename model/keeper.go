package model

import "io"

// Keeper keeps the state of a long computation, so that another process can go
// on from there. A solver that carries state from step to step asks it to resume
// before the first, to keep when it is due, and to keep when it is interrupted;
// what it emitted until then, and the random numbers drawn, are kept along.
type Keeper interface {
	// Resume lets read bring back what was kept last, and tells whether there was
	// something and read took it. Otherwise the computation starts at its
	// beginning.
	Resume(read func(io.Reader) error) bool
	// Due tells whether it is time to keep again.
	Due() bool
	// Keep keeps what write writes. That it cannot is no reason to stop.
	Keep(write func(io.Writer) error)
}
