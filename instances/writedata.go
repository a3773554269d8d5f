package instances

import (
	"bufio"
	"encoding/binary"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"

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
		if err := writeFile(prefix+name+"inputs.npy", p.writeInputs); err != nil {
			return err
		}
		labels := make([]float64, p.P)
		for mu := range labels {
			labels[mu] = p.Label(mu)
		}
		if err := writeFile(prefix+name+"labels.npy", list(labels)); err != nil {
			return err
		}
	}
	if d.Teacher == nil {
		return nil
	}
	return writeFile(prefix+"teacher.npy", list(d.Teacher))
}

// WriteFile writes the patterns to a text file in the format of Read, numbers separated by blanks.
func (p *Patterns) WriteFile(path string) error { return writeFile(path, p.write) }

// writeFile writes a file; one that could not be written in full is not there.
func writeFile(path string, write func(io.Writer)) error {
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

// write writes the patterns as text.
func (p *Patterns) write(w io.Writer) {
	var line []byte
	for mu := range p.P {
		line = line[:0]
		for i := range p.N {
			line = append(strconv.AppendFloat(line, p.At(mu, i), 'g', -1, 64), ' ')
		}
		line[len(line)-1] = '\n'
		w.Write(line)
	}
}

// writeInputs writes the inputs x, one row per pattern.
func (p *Patterns) writeInputs(w io.Writer) {
	x := make([]float64, p.N)
	array(w, !p.IsReal(), []int{p.P, p.N}, func(yield func([]float64) bool) {
		for mu := range p.P {
			if !yield(p.Input(x, mu)) {
				return
			}
		}
	})
}

// list writes a list of numbers.
func list(x []float64) func(io.Writer) {
	return func(w io.Writer) {
		other := slices.ContainsFunc(x, func(x float64) bool { return math.Abs(x) != 1 })
		array(w, !other, []int{len(x)}, slices.Values([][]float64{x}))
	}
}

// array writes rows of numbers, as int8 if all are signs.
func array(w io.Writer, signs bool, shape []int, rows iter.Seq[[]float64]) {
	descr := map[bool]string{true: "|i1", false: "<f8"}[signs]
	w.Write(npy.Append(nil, descr, shape...))
	var data []byte
	for row := range rows {
		data = data[:0]
		for _, x := range row {
			if signs {
				data = append(data, byte(int8(x)))
			} else {
				data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
			}
		}
		w.Write(data)
	}
}
