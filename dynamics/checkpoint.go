package dynamics

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// checkpointFormat is the format of what save writes.
const checkpointFormat = 1

// save writes a number of epochs and weights, little-endian.
func save(w io.Writer, n int, weights [][]float64) error {
	head := []uint64{checkpointFormat, uint64(n), uint64(len(weights))}
	errs := []error{binary.Write(w, binary.LittleEndian, head)}
	for _, x := range weights {
		errs = append(errs, binary.Write(w, binary.LittleEndian, uint64(len(x))), binary.Write(w, binary.LittleEndian, x))
	}
	return errors.Join(errs...)
}

// restore reads what save wrote. After an error neither n nor the weights have
// changed.
func restore(r io.Reader, n *int, weights [][]float64) error {
	want := func(what string, number int) error {
		var got uint64
		if err := binary.Read(r, binary.LittleEndian, &got); err != nil {
			return err
		}
		if got != uint64(number) {
			return fmt.Errorf("a checkpoint with %s %d, want %d", what, got, number)
		}
		return nil
	}
	if err := want("format", checkpointFormat); err != nil {
		return err
	}
	var epochs uint64
	if err := binary.Read(r, binary.LittleEndian, &epochs); err != nil {
		return err
	}
	if epochs > math.MaxInt32 {
		return errors.New("a checkpoint after an impossible number of epochs")
	}
	if err := want("replicas", len(weights)); err != nil {
		return err
	}
	read := make([][]float64, len(weights))
	for a, x := range weights {
		if err := want("weights", len(x)); err != nil {
			return err
		}
		read[a] = make([]float64, len(x))
		if err := binary.Read(r, binary.LittleEndian, read[a]); err != nil {
			return err
		}
		if slices.ContainsFunc(read[a], math.IsNaN) {
			return errors.New("a checkpoint with a weight that is NaN")
		}
	}
	for a, x := range read {
		copy(weights[a], x)
	}
	*n = int(epochs)
	return nil
}
