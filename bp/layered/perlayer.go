package layered

import "fbp/internal/fault"

// PerLayer is a number for all layers of weights, or one for each of them.
type PerLayer struct {
	Number *float64  `min:"0" max:"100"`
	List   []float64 `min:"0" max:"100"`
}

// Forms implements [fbp/internal/values.Forms].
func (PerLayer) Forms() {}

// All is the number x for all layers.
func All(x float64) PerLayer { return PerLayer{Number: &x} }

// of is the number of layer l.
func (p PerLayer) of(l int) float64 {
	if p.Number != nil {
		return *p.Number
	}
	return p.List[l]
}

// check is the mistake of a key with another number of values than layers.
func (p PerLayer) check(key string, layers int) error {
	if p.Number == nil && len(p.List) != layers {
		return fault.New(key, p.List, "want one number, or one for each of the %d layers of weights", layers)
	}
	return nil
}
