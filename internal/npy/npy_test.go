package npy

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"
)

// file is a .npy of a version with the numbers behind its head.
func file(version byte, dict string, data ...byte) []byte {
	dict += "\n"
	b := append([]byte(Magic), version, 0)
	if version == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(dict)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(dict)))
	}
	return append(append(b, dict...), data...)
}

func numbers(data []byte) (h *Head, list []float64, err error) {
	r := bytes.NewReader(data)
	if h, err = ReadHead(r); err != nil {
		return nil, nil, err
	}
	n, err := h.Count(1000)
	if err != nil {
		return nil, nil, err
	}
	return h, list, h.Read(r, n, func(_ int, x float64) error { list = append(list, x); return nil })
}

// Every type that numpy.save writes of −1 and 1 (bytes as numpy 1.26 has them).
func TestTypes(t *testing.T) {
	f4 := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, math.Float32bits(-1)), math.Float32bits(1))
	f8 := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, math.Float64bits(-1)), math.Float64bits(1))
	for descr, data := range map[string][]byte{
		"|i1": {255, 1}, "<i2": {255, 255, 1, 0}, ">i2": {255, 255, 0, 1}, "<i4": {255, 255, 255, 255, 1, 0, 0, 0},
		"<i8": {255, 255, 255, 255, 255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 0}, "<f4": f4, ">f8": f8,
	} {
		for version := byte(1); version <= 3; version++ {
			h, got, err := numbers(file(version, "{'descr': '"+descr+"', 'fortran_order': False, 'shape': (2,), }", data...))
			if err != nil || !slices.Equal(got, []float64{-1, 1}) || !slices.Equal(h.Shape, []int{2}) {
				t.Errorf("%s, version %d: %v, %v", descr, version, got, err)
			}
		}
	}
	h, got, err := numbers(file(1, `{"shape": (1, 3), "fortran_order": True, "descr": "|b1"}`, 1, 0, 1))
	if err != nil || !slices.Equal(got, []float64{1, 0, 1}) || !h.Fortran || !slices.Equal(h.Shape, []int{1, 3}) {
		t.Errorf("bool: %v, %+v, %v", got, h, err)
	}
	h, got, err = numbers(file(1, "{u'descr': u'<i2', u'fortran_order': False, u'shape': (2L,)}", 255, 255, 1, 0)) // of Python 2
	if err != nil || !slices.Equal(got, []float64{-1, 1}) {
		t.Errorf("Python 2: %v, %+v, %v", got, h, err)
	}
	h, got, err = numbers(append(Append(nil, "|u1", 2, 2), 0, 1, 2, 200))
	if err != nil || !slices.Equal(got, []float64{0, 1, 2, 200}) || h.Fortran || !slices.Equal(h.Shape, []int{2, 2}) {
		t.Errorf("uint8: %v, %+v, %v", got, h, err)
	}
}

func TestRefusals(t *testing.T) {
	for want, data := range map[string][]byte{
		"not a .npy":         []byte("1 -1 1"),
		"version 4":          file(4, "{}"),
		"ends too early":     file(1, "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }", 1, 0, 0, 0, 1),
		"goes on behind":     file(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (), }", 1, 1),
		"'<c8'":              nil,
		"lacks descr":        file(1, "{'fortran_order': False, 'shape': (2,)}"),
		"at most 1000":       file(2, "{'descr': '|i1', 'fortran_order': False, 'shape': (4611686018427387903, 4611686018427387903), }"),
		"want numbers":       file(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (-1,), }"),
		"unknown key":        file(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (1,), 'x': 1}"),
		`no whole "shape"`:   file(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (1, }"),
		"not a dictionary":   file(1, "[]"),
		"a head of 16777216": append([]byte(Magic+"\x02\x00"), 0, 0, 0, 1),
		"True or False":      file(1, "{'descr': '|i1', 'fortran_order': 1, 'shape': (1,)}"),
		"twice":              file(1, "{'shape': (1,), 'shape': (1,)}"),
	} {
		if data == nil {
			want, data = "numbers of type", file(1, "{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }")
		}
		if _, _, err := numbers(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func FuzzNPY(f *testing.F) {
	f.Add(append(Append(nil, "<f8", 1), make([]byte, 8)...))
	f.Add(file(3, "{'descr': '>i2', 'fortran_order': True, 'shape': (1, 2), }", 0, 1, 0, 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		if h, list, err := numbers(data); err == nil && len(h.Shape) == 1 && len(list) != h.Shape[0] {
			t.Errorf("%d numbers of shape %v", len(list), h.Shape)
		}
	})
}

// Every spelling that numpy.dtype of NumPy 1.24 takes for numbers of up to 8 bytes, and what
// they are: letters with and without an order of bytes, names without.
func TestSpellings(t *testing.T) {
	for want, words := range map[string]string{
		"b1": "? b1 bool bool_ bool8", "i1": "b i1 int8 byte", "u1": "B u1 uint8 ubyte",
		"i2": "h i2 int16 short", "u2": "H u2 uint16 ushort", "i4": "i i4 int32 intc", "u4": "I u4 uint32 uintc",
		"i8": "l q p i8 int64 int int_ long longlong intp", "u8": "L Q P u8 uint64 uint ulong ulonglong uintp",
		"f2": "e f2 float16 half", "f4": "f f4 float32 single", "f8": "d f8 float64 double float float_",
	} {
		for _, word := range strings.Fields(words) {
			for _, order := range []string{"", "<", ">", "|", "=", "<<"} {
				h := new(Head)
				err := h.setType("'" + order + word + "'")
				if refused := len(order) > 1 || order != "" && len(word) > 2; refused != (err != nil) {
					t.Errorf("%s%s: %v", order, word, err)
				}
				if got := string(h.Kind) + string(rune('0'+h.Size)); err == nil && (got != want || h.Big != (order == ">")) {
					t.Errorf("%s%s: %s, %+v", order, word, got, h)
				}
			}
		}
	}
	for _, descr := range []string{"'<f16'", "'g'", "'<c8'", "'S1'", "'<U1'", "'O'", "'V8'", "'<M8[s]'", "'f'x", "''", "'", "'<'", "f8", "[('a', '|i1'), ('b', '<f8')]", "('<f8', (2,))"} {
		_, err := ReadHead(bytes.NewReader(file(1, "{'descr': "+descr+", 'fortran_order': False, 'shape': (2,), }")))
		if err == nil || !strings.Contains(err.Error(), "numbers of type") && !strings.Contains(err.Error(), "no whole") {
			t.Errorf("%s: %v", descr, err)
		}
	}
}

// Numbers of 16 bits: 2^-24 to 65504, by the formula of IEEE 754.
func TestHalf(t *testing.T) {
	for bits, want := range map[uint16]float64{0: 0, 1: 1. / (1 << 24), 0x3ff: 1023. / (1 << 24), 0x400: 1. / (1 << 14),
		0x3c00: 1, 0xbc00: -1, 0xc500: -5, 0x7bff: 65504, 0x7c00: math.Inf(1), 0xfc00: math.Inf(-1)} {
		if got := half(bits); got != want {
			t.Errorf("%04x: %v, want %v", bits, got, want)
		}
	}
	if !math.IsNaN(half(0x7e00)) || !math.Signbit(half(0x8000)) {
		t.Error("NaN or -0")
	}
}
