// Package lives ends searches of tests, and lets them go on in another life, as a process
// does that is killed and started again.
package lives

import (
	"bytes"
	"io"
	"math/rand/v2"
	"slices"

	"fbp/results"
)

// Keeper keeps the state of a search once, in memory, when it is asked for the Stop-th time,
// with that of its random numbers and its readings, and ends the life there. Searches that
// begin with the same keeper go on from that state; they count on. It implements
// fbp/model.Keeper.
type Keeper struct {
	Stop, Asked int
	Die         func()            // ends the life, unless nil
	Source      *rand.PCG         // of the random numbers of this life, unless nil
	Readings    []results.Reading // of this life and, after a resume, of the last

	State   []byte // that is kept
	Resumed bool   // a search went on from it

	random []byte
	kept   []results.Reading
}

// Due tells whether the state is to be kept.
func (k *Keeper) Due() bool {
	k.Asked++
	return k.Asked == k.Stop
}

// Keep keeps the first state that it is told.
func (k *Keeper) Keep(write func(io.Writer) error) {
	if k.State != nil {
		return // it is dead
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		panic(err)
	}
	k.State, k.kept = b.Bytes(), slices.Clone(k.Readings)
	if k.Source != nil {
		k.random, _ = k.Source.MarshalBinary()
	}
	if k.Die != nil {
		k.Die()
	}
}

// Resume reads the state, if there is one that can be read to its end.
func (k *Keeper) Resume(read func(io.Reader) error) bool {
	if k.State == nil {
		return false
	}
	r := bytes.NewReader(k.State)
	if read(r) != nil || r.Len() > 0 {
		return false
	}
	k.Readings, k.Resumed = slices.Clone(k.kept), true
	return k.Source == nil || k.Source.UnmarshalBinary(k.random) == nil
}
