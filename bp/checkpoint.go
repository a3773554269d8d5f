package bp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"fbp/model"
)

// carryFormat is the format of what State.carry moves.
const carryFormat = 2

// Resume gives the state a keeper, which may be nil, and brings back what it has
// kept: all messages and fields, the sweeps already done of the step that was
// interrupted, and where the caller was, as it had told At. It tells whether
// there was something; if not, nothing has changed.
//
// A computation that is resumed goes on with the same bits: what is kept stands
// between two sweeps, and is all that a sweep depends on.
func (s *State) Resume(k model.Keeper, at ...*int) bool {
	if s.keeper = k; k == nil {
		return false
	}
	before, beside := make([]int, len(at)), slices.Clone(s.Beside)
	for i, n := range at {
		before[i] = *n
	}
	if k.Resume(func(r io.Reader) error { return s.carry(&carrier{r: r}, &s.resumed, at) }) {
		return true
	}
	s.Reset()
	s.resumed = 0
	copy(s.Beside, beside)
	for mu := range s.order {
		s.order[mu] = mu
	}
	for i, n := range before {
		*at[i] = n
	}
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
	s.keeper.Keep(func(w io.Writer) error { return s.carry(&carrier{w: w}, &sweeps, at) })
}

// carry moves everything that the next sweep depends on to or from a
// checkpoint. The magnetisations follow from H.
func (s *State) carry(c *carrier, sweeps *int, at []*int) error {
	for _, want := range []int{carryFormat, s.H.Len(), len(s.Beside), len(s.order), len(at)} {
		got := want
		if c.int(&got); got != want && c.err == nil {
			c.err = fmt.Errorf("a checkpoint of another shape: %d, want %d", got, want)
		}
	}
	if c.int(sweeps); *sweeps < 0 {
		c.err = errors.Join(c.err, errors.New("a checkpoint after a negative number of sweeps"))
	}
	for _, n := range at {
		c.int(n)
	}
	floats(c, s.H.A)
	floats(c, s.H.B)
	floats(c, s.Ext.A)
	floats(c, s.Ext.B)
	floats(c, s.chi)
	floats(c, s.Beside)
	for i := range s.order {
		c.int(&s.order[i])
		if mu := s.order[i]; mu < 0 || mu >= len(s.order) {
			s.order[i], c.err = 0, errors.Join(c.err, errors.New("a checkpoint with an order of no rows"))
		}
	}
	s.messages.carry(c)
	return c.err
}

// carrier moves numbers, little-endian, to w or, if there is one, from r. The
// first error stays, and nothing is moved after it.
type carrier struct {
	w   io.Writer
	r   io.Reader
	err error
	buf [1 << 13]byte
}

// move writes the buffer's first bytes, or fills them.
func (c *carrier) move(n int) bool {
	switch {
	case c.err != nil:
	case c.r != nil:
		_, c.err = io.ReadFull(c.r, c.buf[:n])
	default:
		_, c.err = c.w.Write(c.buf[:n])
	}
	return c.err == nil
}

func (c *carrier) int(n *int) {
	binary.LittleEndian.PutUint64(c.buf[:8], uint64(*n))
	if c.move(8) && c.r != nil {
		*n = int(binary.LittleEndian.Uint64(c.buf[:8]))
	}
}

// floats moves numbers of either precision.
func floats[T float32 | float64](c *carrier, x []T) {
	switch x := any(x).(type) {
	case []float64:
		for len(x) > 0 && c.err == nil {
			n := min(len(x), len(c.buf)/8)
			for i, v := range x[:n] {
				binary.LittleEndian.PutUint64(c.buf[8*i:], math.Float64bits(v))
			}
			if c.move(8*n) && c.r != nil {
				for i := range x[:n] {
					x[i] = math.Float64frombits(binary.LittleEndian.Uint64(c.buf[8*i:]))
				}
			}
			x = x[n:]
		}
	case []float32:
		for len(x) > 0 && c.err == nil {
			n := min(len(x), len(c.buf)/4)
			for i, v := range x[:n] {
				binary.LittleEndian.PutUint32(c.buf[4*i:], math.Float32bits(v))
			}
			if c.move(4*n) && c.r != nil {
				for i := range x[:n] {
					x[i] = math.Float32frombits(binary.LittleEndian.Uint32(c.buf[4*i:]))
				}
			}
			x = x[n:]
		}
	}
}
