package instances

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"slices"

	"fbp/internal/files"
	"fbp/internal/npy"
)

// WriteNPY writes the data as arrays of NumPy to files whose paths begin with
// prefix: inputs.npy, of shape (P, N), and labels.npy, of length P, which File reads
// back; where there are any, test_inputs.npy, test_labels.npy and teacher.npy, the
// teacher's weights. Signs are int8, other numbers doubles. The inputs are x, not
// the gauged patterns σx.
func (d *Data) WriteNPY(prefix string) error {
	for name, p := range map[string]*Patterns{"": d.Train, "test_": d.Test} {
		if p == nil {
			continue
		}
		if err := writeNPY(prefix+name+"inputs.npy", p.writeInputs); err != nil {
			return err
		}
		labels := make([]float64, p.P)
		for mu := range labels {
			labels[mu] = p.Label(mu)
		}
		if err := writeNPY(prefix+name+"labels.npy", numbers(labels)); err != nil {
			return err
		}
	}
	if d.Teacher == nil {
		return nil
	}
	return writeNPY(prefix+"teacher.npy", numbers(d.Teacher))
}

// writeNPY writes a file; one that could not be written in full is not there.
func writeNPY(path string, write func(io.Writer)) error {
	f, err := files.NewWriter(path)
	if err != nil {
		return err
	}
	defer f.Abandon()
	b := bufio.NewWriterSize(f, 1<<16) // errors are kept until Flush
	write(b)
	if err := b.Flush(); err != nil {
		return err
	}
	return f.Commit()
}

// writeInputs writes the inputs x, one row per pattern.
func (p *Patterns) writeInputs(w io.Writer) {
	if p.IsReal() {
		p.writeReals(w)
		return
	}
	w.Write(npy.Append(nil, "|i1", p.P, p.N))
	x, row := make([]float64, p.N), make([]byte, p.N)
	for mu := range p.P {
		for i, v := range p.Input(x, mu) {
			row[i] = byte(int8(v))
		}
		w.Write(row)
	}
}

// content names inputs and labels, however the files were written that they are from.
func (p *Patterns) content() string {
	hash := sha256.New()
	p.writeInputs(hash)
	for mu := range p.P {
		fmt.Fprintf(hash, "%g ", p.Label(mu))
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// writeReals writes real inputs as doubles.
func (p *Patterns) writeReals(w io.Writer) {
	w.Write(npy.Append(nil, "<f8", p.P, p.N))
	x, row := make([]float64, p.N), make([]byte, 0, 8*p.N)
	for mu := range p.P {
		row = row[:0]
		for _, v := range p.Input(x, mu) {
			row = binary.LittleEndian.AppendUint64(row, math.Float64bits(v))
		}
		w.Write(row)
	}
}

// numbers writes a list, as int8 if all are ±1.
func numbers(list []float64) func(io.Writer) {
	return func(w io.Writer) {
		if slices.ContainsFunc(list, func(x float64) bool { return math.Abs(x) != 1 }) {
			data := npy.Append(nil, "<f8", len(list))
			for _, x := range list {
				data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
			}
			w.Write(data)
			return
		}
		data := npy.Append(nil, "|i1", len(list))
		for _, x := range list {
			data = append(data, byte(int8(x)))
		}
		w.Write(data)
	}
}
