package model

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
)

// Carrier moves numbers, little-endian, to or from a checkpoint: one function names them once for both ways, all
// of them always in the same order. What a checkpoint cannot hold is refused with [Carrier.Refuse]. Slices keep their
// length. The first error stays, and nothing is moved after it.
type Carrier struct {
	w   io.Writer
	r   io.Reader // nil: to w
	err error
	buf [1 << 13]byte
}

// CarryTo moves numbers to a checkpoint.
func CarryTo(w io.Writer) *Carrier { return &Carrier{w: w} }

// CarryFrom moves numbers from a checkpoint.
func CarryFrom(r io.Reader) *Carrier { return &Carrier{r: r} }

// Err is the first error, of the file or of what it holds.
func (c *Carrier) Err() error { return c.err }

// Refuse ends the reading of a checkpoint: what it holds cannot be.
func (c *Carrier) Refuse(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// Shape moves a number that has to be the one wanted.
func (c *Carrier) Shape(want int) {
	got := want
	if c.Int(&got); got != want {
		c.Refuse("a checkpoint of another shape: %d, want %d", got, want)
	}
}

// Int moves an integer.
func (c *Carrier) Int(n *int) {
	binary.LittleEndian.PutUint64(c.buf[:8], uint64(*n))
	if c.move(8) && c.r != nil {
		*n = int(binary.LittleEndian.Uint64(c.buf[:8]))
	}
}

// Count moves an integer that is not negative.
func (c *Carrier) Count(n *int) {
	if c.Int(n); *n < 0 {
		c.Refuse("a checkpoint with a count of %d", *n)
	}
}

// Bytes moves bytes, at most so many.
func (c *Carrier) Bytes(b *[]byte, most int) {
	n := len(*b)
	if c.Count(&n); n > most {
		c.Refuse("a checkpoint with %d bytes of a part, want at most %d", n, most)
	}
	if c.err != nil {
		return
	}
	if c.r == nil {
		_, c.err = c.w.Write(*b)
		return
	}
	*b = make([]byte, n)
	_, c.err = io.ReadFull(c.r, *b)
}

// Bool moves a truth value, as 0 or 1.
func (c *Carrier) Bool(b *bool) {
	n := 0
	if *b {
		n = 1
	}
	if c.Int(&n); n != 0 && n != 1 {
		c.Refuse("a checkpoint with a truth value %d", n)
	}
	*b = n == 1
}

// Float moves a number.
func (c *Carrier) Float(x *float64) {
	one := [1]float64{*x}
	c.Floats(one[:])
	*x = one[0]
}

// Order moves an order of 0 … len(order) − 1, and leaves one also where it refuses what
// it reads.
func (c *Carrier) Order(order []int) {
	met := make([]bool, len(order))
	for k := range order {
		c.Int(&order[k])
		if i := order[k]; i >= 0 && i < len(met) && !met[i] {
			met[i] = true
			continue
		}
		c.Refuse("a checkpoint with an order that is none of %d", len(order))
	}
	if c.err != nil {
		for k := range order {
			order[k] = k
		}
	}
}

// Ascending moves an order as Order does, by a class that does not fall.
func (c *Carrier) Ascending(order []int, class func(i int) int) {
	c.Order(order)
	if !slices.IsSortedFunc(order, func(i, j int) int { return class(i) - class(j) }) {
		c.Refuse("a checkpoint with an order that is not by class")
	}
}

// move writes the buffer's first bytes, or fills them.
func (c *Carrier) move(n int) bool {
	switch {
	case c.err != nil:
	case c.r != nil:
		_, c.err = io.ReadFull(c.r, c.buf[:n])
	default:
		_, c.err = c.w.Write(c.buf[:n])
	}
	if errors.Is(c.err, io.EOF) {
		c.err = io.ErrUnexpectedEOF
	}
	return c.err == nil
}

// Numbers moves numbers none of which is NaN: a checkpoint with one is not that of a computation.
func (c *Carrier) Numbers(x []float64) {
	c.Floats(x)
	if c.r != nil && c.err == nil && slices.ContainsFunc(x, math.IsNaN) {
		c.Refuse("a checkpoint with a number that is NaN")
	}
}

// Floats moves any numbers.
func (c *Carrier) Floats(x []float64) {
	carryWords(c, x, math.Float64bits, math.Float64frombits)
}

// Words moves words of so many bits.
func (c *Carrier) Words(x []uint64, width int) {
	same := func(word uint64) uint64 { return word }
	carryWords(c, x, same, same)
	if slices.ContainsFunc(x, func(word uint64) bool { return bits.Len64(word) > width }) {
		c.Refuse("a checkpoint with words of more than %d bits", width)
	}
}

func carryWords[T any](c *Carrier, x []T, word func(T) uint64, of func(uint64) T) {
	for len(x) > 0 && c.err == nil {
		n := min(len(x), len(c.buf)/8)
		for i, v := range x[:n] {
			binary.LittleEndian.PutUint64(c.buf[8*i:], word(v))
		}
		if c.move(8*n) && c.r != nil {
			for i := range x[:n] {
				x[i] = of(binary.LittleEndian.Uint64(c.buf[8*i:]))
			}
		}
		x = x[n:]
	}
}
