package store

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"fbp/instances"
	"fbp/results"
)

// packed is a vector of weights in a file.
type packed struct {
	Count  int       `json:"weights"`          // number of weights; 0: there are none
	Signs  string    `json:"signs,omitempty"`  // of weights ±1: bit i%8 of byte i/8 set when w_i = −1, in hexadecimal
	Values []float64 `json:"values,omitempty"` // of other weights
}

// pack takes weights as signs if they are all ±1.
func pack(w []float64) (packed, error) {
	p := packed{Count: len(w)}
	for i, x := range w {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return packed{}, fmt.Errorf("weight %d of the solution is %v", i, x)
		}
	}
	if slices.ContainsFunc(w, func(x float64) bool { return math.Abs(x) != 1 }) {
		p.Values = w
		return p, nil
	}
	var signs []byte
	for _, word := range instances.PackSigns(w) {
		signs = binary.LittleEndian.AppendUint64(signs, word)
	}
	p.Signs = hex.EncodeToString(signs[:(len(w)+7)/8])
	return p, nil
}

// Weights are the weights that pack was given; nil if there are none.
func (p packed) Weights() ([]float64, error) {
	if p.Signs == "" {
		if len(p.Values) != p.Count {
			return nil, fmt.Errorf("%d weights, want %d", len(p.Values), p.Count)
		}
		return p.Values, nil
	}
	signs, err := hex.DecodeString(p.Signs)
	if err != nil || p.Count < 0 || len(signs) != (p.Count+7)/8 {
		return nil, fmt.Errorf("signs of %d weights, want %d", 8*len(signs), p.Count)
	}
	w := make([]float64, p.Count)
	for i := range w {
		w[i] = 1 - 2*float64(signs[i/8]>>(i%8)&1)
	}
	return w, nil
}

// text is what the fingerprint of weights is made of.
func (p packed) text() []byte {
	data, err := json.Marshal(p.Values)
	if err != nil {
		panic("store: " + err.Error()) // weights are finite
	}
	return fmt.Appendf(nil, "%d %s %s", p.Count, p.Signs, data)
}

// numbers are quantities as one JSON object, in their order.
type numbers []results.Quantity

// MarshalJSON implements [json.Marshaler].
func (list numbers) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, q := range list {
		if i > 0 {
			text = append(text, ',')
		}
		name, err := json.Marshal(q.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(results.Number(q.Value))
		if err != nil {
			return nil, err
		}
		text = append(append(append(text, name...), ':'), value...)
	}
	return append(text, '}'), nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (list *numbers) UnmarshalJSON(text []byte) error {
	*list = nil
	d := json.NewDecoder(bytes.NewReader(text))
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return errors.New("numbers: want an object")
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var x results.Number
		if err := d.Decode(&x); err != nil {
			return fmt.Errorf("numbers: %v: %w", name, err)
		}
		*list = append(*list, results.Quantity{Name: name.(string), Value: float64(x)})
	}
	return nil
}

// means is a vector of means of weights ±1 in a file: doubles, lowest byte first, which JSON has
// in base64.
type means []byte

// packMeans takes means between −1 and 1.
func packMeans(m []float64) (packed means, err error) {
	for i, x := range m {
		if !(math.Abs(x) <= 1) {
			return nil, fmt.Errorf("mean %d of the solution is %v", i, x)
		}
		packed = binary.LittleEndian.AppendUint64(packed, math.Float64bits(x))
	}
	return packed, nil
}

// of are the means of n weights; nil if there are none.
func (p means) of(n int) ([]float64, error) {
	if len(p) == 0 {
		return nil, nil
	}
	if len(p) != 8*n {
		return nil, fmt.Errorf("%d bytes of means of %d weights, want %d", len(p), n, 8*n)
	}
	m := make([]float64, n)
	for i := range m {
		if m[i] = math.Float64frombits(binary.LittleEndian.Uint64(p[8*i:])); !(math.Abs(m[i]) <= 1) {
			return nil, fmt.Errorf("mean %d of the solution is %v", i, m[i])
		}
	}
	return m, nil
}
