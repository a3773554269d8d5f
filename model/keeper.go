package model

import (
	"bytes"
	"io"
)

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

// Keep keeps what carry moves. A keeper that is nil keeps nothing.
func Keep(k Keeper, carry func(c *Carrier)) {
	if k == nil {
		return
	}
	k.Keep(func(w io.Writer) error {
		c := CarryTo(w)
		carry(c)
		return c.Err()
	})
}

// Resume brings back what carry moves, if a keeper, which may be nil, has kept it. If not, what carry moves is as before.
func Resume(k Keeper, carry func(c *Carrier)) bool {
	if k == nil {
		return false
	}
	var before bytes.Buffer
	carry(CarryTo(&before))
	if k.Resume(func(r io.Reader) error {
		c := CarryFrom(r)
		carry(c)
		return c.Err()
	}) {
		return true
	}
	carry(CarryFrom(&before))
	return false
}
