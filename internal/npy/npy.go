// Package npy reads and writes the headers of NumPy's .npy files and the numbers
// after them, the format of numpy.lib.format, versions 1 to 3.
//
// It is used instead of github.com/sbinet/npyio because files of other programs
// are read with bounds and number by number: that library allocates the memory
// that the header states, up to 4 GiB for the header alone.
package npy

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Magic are the first bytes of a .npy file.
const Magic = "\x93NUMPY"

// mostHead is the largest head accepted; that of a plain array has 118 bytes.
const mostHead = 1 << 16

// Head is the header of a .npy file: numbers of one kind in a grid.
type Head struct {
	Kind    byte // b, bool; i, u, integers; f, floating point
	Size    int  // bytes of a number
	Big     bool // the first byte is the largest
	Fortran bool // the first index runs fastest
	Shape   []int
}

// Append appends the head of an array, version 1.0, padded so that the data
// starts at a multiple of 64 bytes. descr is NumPy's name of the type: "<f8".
func Append(b []byte, descr string, shape ...int) []byte {
	const start = len(Magic) + 4
	dims := ""
	for i, n := range shape {
		if i > 0 {
			dims += " "
		}
		dims += strconv.Itoa(n) + ","
	}
	if len(shape) > 1 {
		dims = strings.TrimSuffix(dims, ",")
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", descr, dims)
	dict += strings.Repeat(" ", 63-(start+len(dict))%64) + "\n"
	b = append(b, Magic+"\x01\x00"...)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(dict)))
	return append(b, dict...)
}

// ReadHead reads the head of a file, to the first byte of its numbers.
func ReadHead(r io.Reader) (*Head, error) {
	var start [len(Magic) + 2]byte
	if _, err := io.ReadFull(r, start[:]); err != nil || string(start[:len(Magic)]) != Magic {
		return nil, errors.New("not a .npy file")
	}
	size := make([]byte, 2)
	switch version := start[len(Magic)]; version {
	case 1:
	case 2, 3:
		size = make([]byte, 4)
	default:
		return nil, fmt.Errorf(".npy of version %d: want 1, 2 or 3", version)
	}
	if _, err := io.ReadFull(r, size); err != nil {
		return nil, cut(err)
	}
	n := uint32(binary.LittleEndian.Uint16(size))
	if len(size) == 4 {
		n = binary.LittleEndian.Uint32(size)
	}
	if n > mostHead {
		return nil, fmt.Errorf("a head of %d bytes: want at most %d", n, mostHead)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, cut(err)
	}
	return parse(string(text))
}

// cut is the error of a file that ends too early.
func cut(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("the file ends too early")
	}
	return err
}

// parse reads the dictionary of a head, in which the keys may have any order.
func parse(text string) (*Head, error) {
	h := new(Head)
	inner, ok := strings.CutPrefix(strings.TrimSpace(text), "{")
	inner, closed := strings.CutSuffix(inner, "}")
	if !ok || !closed {
		return nil, errors.New("the head of the .npy file is not a dictionary")
	}
	seen := map[string]bool{}
	for inner = strings.TrimLeft(inner, " ,\n"); inner != ""; inner = strings.TrimLeft(inner, " ,\n") {
		key, rest, ok := strings.Cut(inner, ":")
		if !ok {
			return nil, fmt.Errorf("the head of the .npy file: %.40q", inner)
		}
		key, _ = unquoted(strings.TrimSpace(key))
		n := valueEnd(rest)
		if n < 0 {
			return nil, fmt.Errorf("the head of the .npy file has no whole %.40q", key)
		}
		if seen[key] {
			return nil, fmt.Errorf("the head of the .npy file has %.40q twice", key)
		}
		seen[key] = true
		if err := h.set(key, strings.TrimSpace(rest[:n])); err != nil {
			return nil, err
		}
		inner = rest[n:]
	}
	if !seen["descr"] || !seen["fortran_order"] || !seen["shape"] {
		return nil, errors.New("the head of the .npy file lacks descr, fortran_order or shape")
	}
	return h, nil
}

// valueEnd is where a value ends that a text begins with: at a comma outside quotes and
// brackets, or with the text; −1 if its quotes or brackets do not end.
func valueEnd(text string) int {
	depth, quote := 0, rune(0)
	for i, c := range text {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == ',' && depth == 0:
			return i
		}
	}
	if depth != 0 || quote != 0 {
		return -1
	}
	return len(text)
}

// set stores an entry of the dictionary.
func (h *Head) set(key, value string) error {
	switch key {
	case "descr":
		return h.setType(value)
	case "fortran_order":
		if value != "True" && value != "False" {
			return fmt.Errorf("fortran_order = %.40q: want True or False", value)
		}
		h.Fortran = value == "True"
	case "shape":
		for part := range strings.SplitSeq(strings.Trim(value, "()"), ",") {
			part = strings.TrimSuffix(strings.TrimSpace(part), "L") // of Python 2
			if part == "" {
				continue
			}
			n, err := strconv.ParseUint(part, 10, 62)
			if err != nil || len(h.Shape) == 32 {
				return fmt.Errorf("shape = %.40q: want numbers", value)
			}
			h.Shape = append(h.Shape, int(n))
		}
	default:
		return fmt.Errorf("the head of the .npy file has an unknown key %.40q", key)
	}
	return nil
}

// Count is the number of numbers; more than most are an error.
func (h *Head) Count(most int) (int, error) {
	n := 1
	for _, d := range h.Shape {
		if d == 0 {
			return 0, nil
		}
		if d > most/n {
			return 0, fmt.Errorf("an array of shape %v: want at most %d numbers", h.Shape, most)
		}
		n *= d
	}
	return n, nil
}

// Read passes n numbers to a function in the order of the file, which must end
// after them.
func (h *Head) Read(r io.Reader, n int, visit func(i int, x float64) error) error {
	in := bufio.NewReaderSize(r, 1<<16)
	var raw [8]byte
	for i := range n {
		if _, err := io.ReadFull(in, raw[:h.Size]); err != nil {
			return cut(err)
		}
		if err := visit(i, h.number(raw)); err != nil {
			return err
		}
	}
	switch _, err := in.ReadByte(); err {
	case io.EOF:
		return nil
	case nil:
		return errors.New("the file goes on behind its numbers")
	default: // of an archive, whose checksum is behind the numbers
		return err
	}
}

// number is the value of a number's bytes.
func (h *Head) number(raw [8]byte) float64 {
	if h.Big {
		for i, j := 0, h.Size-1; i < j; i, j = i+1, j-1 {
			raw[i], raw[j] = raw[j], raw[i]
		}
	}
	bits := binary.LittleEndian.Uint64(raw[:]) & (^uint64(0) >> (64 - 8*h.Size))
	switch {
	case h.Kind == 'f' && h.Size == 2:
		return half(uint16(bits))
	case h.Kind == 'f' && h.Size == 4:
		return float64(math.Float32frombits(uint32(bits)))
	case h.Kind == 'f':
		return math.Float64frombits(bits)
	case h.Kind == 'i':
		shift := 64 - 8*h.Size
		return float64(int64(bits<<shift) >> shift)
	case h.Kind == 'b' && bits != 0:
		return 1
	}
	return float64(bits)
}
