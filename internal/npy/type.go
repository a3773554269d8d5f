package npy

import (
	"fmt"
	"math"
	"strings"
)

// types are the words that NumPy has for a type beside its letter and size, i4: its
// characters, and its names with those of C that are alike on all machines of 64 bits.
var types = map[string]string{
	"?": "b1", "bool": "b1", "bool_": "b1", "bool8": "b1",
	"b": "i1", "h": "i2", "i": "i4", "l": "i8", "q": "i8", "p": "i8", "n": "i8",
	"B": "u1", "H": "u2", "I": "u4", "L": "u8", "Q": "u8", "P": "u8", "N": "u8",
	"e": "f2", "f": "f4", "d": "f8",
	"byte": "i1", "short": "i2", "intc": "i4", "int": "i8", "int_": "i8", "long": "i8", "longlong": "i8", "intp": "i8", "int0": "i8",
	"ubyte": "u1", "ushort": "u2", "uintc": "u4", "uint": "u8", "uint_": "u8", "ulong": "u8", "ulonglong": "u8", "uintp": "u8", "uint0": "u8",
	"half": "f2", "single": "f4", "double": "f8", "float": "f8", "float_": "f8",
	"int8": "i1", "int16": "i2", "int32": "i4", "int64": "i8", "uint8": "u1", "uint16": "u2", "uint32": "u4", "uint64": "u8",
	"float16": "f2", "float32": "f4", "float64": "f8",
}

// setType stores a type as NumPy spells it: "<f8", "f8", "d", "float64". Without an order
// of the bytes it is that of this machine, as in NumPy: the first byte is the smallest.
func (h *Head) setType(descr string) error {
	word, quoted := unquoted(descr)
	refused := fmt.Errorf("numbers of type %.60q: want bool, integers, float16, float32 or float64", word)
	if !quoted {
		return refused // a list: several fields, or an array in each place
	}
	name := strings.TrimLeft(word, "<>|=")
	if len(word)-len(name) > 1 {
		return refused
	}
	if kind, known := types[name]; known && (name == word || len(name) == 1) {
		name = kind
	}
	switch name {
	case "b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8":
		h.Big, h.Kind, h.Size = word[0] == '>', name[0], int(name[1]-'0')
		return nil
	}
	return refused
}

// unquoted is a text of Python without its quotes; what is none stays, with false.
func unquoted(text string) (string, bool) {
	text = strings.TrimLeft(text, "u") // of Python 2
	n := len(text)
	if n < 3 || text[0] != text[n-1] || text[0] != '\'' && text[0] != '"' {
		return text, false
	}
	return text[1 : n-1], true
}

// half is the value of a floating-point number of 16 bits: 5 of the exponent, 10 of the
// fraction.
func half(bits uint16) float64 {
	x, exponent := float64(bits&0x3ff), int(bits>>10&0x1f)
	switch {
	case exponent == 0x1f && x > 0:
		return math.NaN()
	case exponent == 0x1f:
		x = math.Inf(1)
	case exponent == 0:
		x = math.Ldexp(x, -24)
	default:
		x = math.Ldexp(x+1024, exponent-25)
	}
	return math.Copysign(x, 1-2*float64(bits>>15))
}
