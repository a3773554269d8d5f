package bp

import (
	"bytes"
	"io"

	"fbp/model"
)

// carryFormat is the format of what State.carry writes. Earlier ones belong to earlier physics
// versions, whose checkpoints are not read.
const carryFormat = 4

// Resume gives the state a keeper, which may be nil, and restores the checkpoint that it
// has: all messages and fields, the sweeps already done of the step that was
// interrupted, and where the caller was, as it had told At. It tells whether
// there was one; if not, nothing has changed.
//
// A computation that is resumed goes on with the same bits: what is kept stands
// between two sweeps, and is all that a sweep depends on.
func (s *State) Resume(k model.Keeper, at ...*int) bool {
	if s.keeper = k; k == nil {
		return false
	}
	var before bytes.Buffer
	s.carryCaller(model.CarryTo(&before), at)
	if k.Resume(func(r io.Reader) error { return s.carry(model.CarryFrom(r), &s.resumed, at) }) {
		return true
	}
	s.Reset()
	s.resumed = 0
	for mu := range s.order {
		s.order[mu] = mu
	}
	s.carryCaller(model.CarryFrom(&before), at)
	return false
}

// At notes where the caller is: the numbers that Resume brings back.
func (s *State) At(at ...int) { s.at = append(s.at[:0], at...) }

// keep keeps the state after so many sweeps of the present step.
func (s *State) keep(sweeps int) {
	if s.keeper == nil {
		return
	}
	at := make([]*int, len(s.at))
	for i := range at {
		at[i] = &s.at[i]
	}
	s.keeper.Keep(func(w io.Writer) error { return s.carry(model.CarryTo(w), &sweeps, at) })
}

// carry moves everything that the next sweep depends on to or from a
// checkpoint. The magnetisations follow from H.
func (s *State) carry(c *model.Carrier, sweeps *int, at []*int) error {
	format := carryFormat
	if c.Int(&format); format != carryFormat {
		c.Refuse("a checkpoint of messages in format %d, want %d", format, carryFormat)
	}
	c.Shape(s.H.Len())
	c.Shape(len(s.order))
	c.Shape(len(at))
	if c.Int(sweeps); *sweeps < 0 {
		c.Refuse("a checkpoint after a negative number of sweeps")
	}
	for _, n := range at {
		c.Int(n)
	}
	c.Numbers(s.H.A)
	c.Numbers(s.H.B)
	c.Numbers(s.Ext.A)
	c.Numbers(s.Ext.B)
	c.Numbers(s.chi)
	if s.Beside != nil {
		s.Beside(c)
	}
	c.Order(s.order)
	s.messages.carry(c)
	s.hastening.carry(c)
	s.extrapolation.carry(c)
	return c.Err()
}

// carryCaller moves what is the caller's alone.
func (s *State) carryCaller(c *model.Carrier, at []*int) {
	for _, n := range at {
		c.Int(n)
	}
	if s.Beside != nil {
		s.Beside(c)
	}
}
