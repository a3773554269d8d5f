package plan

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/results"
)

// ShownPoint is a point of the sweep as the tables show it.
type ShownPoint struct {
	Values []any   `json:"values"` // of the swept keys: a number or a text
	N      int     `json:"n"`
	P      int     `json:"p"`     // of every instance, 0 where they differ
	Alpha  float64 `json:"alpha"` // as the config gives it, else P/N

	Weights int `json:"weights,omitempty"` // of the model, if not n

	Pairs   bool `json:"pairs,omitempty"`   // its tasks compare two solutions
	Triples bool `json:"triples,omitempty"` // or three
	All     bool `json:"all,omitempty"`     // or all of a sample
	With    any  `json:"with,omitempty"`    // the variant of the second, if it is another one
}

// Load is the number of patterns per weight that the instances have: P over the number of weights of the model, NaN
// where instances differ in P.
func (p ShownPoint) Load() float64 {
	if p.P == 0 {
		return math.NaN()
	}
	return float64(p.P) / float64(cmp.Or(p.Weights, p.N))
}

// Labels are the values of the swept keys; of pairs of variants, both names.
func (p ShownPoint) Labels() []any {
	if p.With == nil {
		return p.Values
	}
	labels := slices.Clone(p.Values)
	labels[0] = fmt.Sprintf("%v, %v", p.Values[0], p.With)
	return labels
}

// shown is the point as the tables show it.
func (p *Point) shown() ShownPoint {
	out := ShownPoint{Values: Cells(p.Values), N: p.N, P: p.P}
	if weights := p.Model.Dim(); weights != p.N {
		out.Weights = weights
	}
	out.Alpha = out.Load()
	if alpha, ok := kinds.Original(parameters(p.instance))["alpha"].(float64); ok {
		out.Alpha = alpha
	}
	return out
}

// Cells are swept values as JSON and tables can hold them: numbers and texts;
// tables and lists as the text of their TOML.
func Cells(values []any) []any {
	out := make([]any, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case int64:
			out[i] = float64(v)
		case float64, string:
			out[i] = config.JSONValue(v)
		default:
			out[i] = config.TOML(v)
		}
	}
	return out
}

// Cell is a value of a ShownPoint as a cell of a table.
func Cell(v any) results.Value {
	switch v := v.(type) {
	case float64:
		return results.Num(v)
	case results.Number:
		return results.Num(float64(v))
	case string: // an infinite number comes back from JSON so
		switch v {
		case "inf":
			return results.Num(math.Inf(1))
		case "-inf":
			return results.Num(math.Inf(-1))
		}
	}
	return results.Text(fmt.Sprint(v))
}

// RowOf are values of a ShownPoint as the first cells of a row.
func RowOf(values []any) (row []results.Value) {
	for _, v := range values {
		row = append(row, Cell(v))
	}
	return row
}
