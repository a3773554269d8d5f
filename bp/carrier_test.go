package bp

import (
	"bytes"
	"fbp/model"
	"math"
	"testing"
)

type carried interface{ carry(*model.Carrier) }

// TestCarried: what is carried to a checkpoint and back is what it was, also a number that
// is not known and a reason that is none.
func TestCarried(t *testing.T) {
	for _, of := range []struct{ from, to carried }{
		{&best{found{[]float64{1, -1}, 3, true, 0.25}, 7}, &best{found: found{weights: make([]float64, 2)}}},
		{&best{found{[]float64{0, 0}, 0, false, 0}, -1}, &best{found: found{weights: make([]float64, 2)}}},
		{&drawn{[]int{1, 0}, []float64{0, -1}, fixedPoint{converged: true, entropy: 0.5, overlap: 0.25}},
			&drawn{make([]int, 2), make([]float64, 2), fixedPoint{missing: &ImpossibleError{1, 2, 3}}}},
		{&drawn{[]int{1, 0}, []float64{0, -1}, fixedPoint{diverged: true, energy: math.NaN(), missing: &ImpossibleError{math.NaN(), 0, 0}}},
			&drawn{make([]int, 2), make([]float64, 2), fixedPoint{}}},
	} {
		var kept, again bytes.Buffer
		of.from.carry(model.CarryTo(&kept))
		r := bytes.NewReader(kept.Bytes())
		c := model.CarryFrom(r)
		of.to.carry(c)
		of.to.carry(model.CarryTo(&again))
		if c.Err() != nil || r.Len() > 0 || !bytes.Equal(kept.Bytes(), again.Bytes()) {
			t.Errorf("%v became %v: %v, %d bytes left", of.from, of.to, c.Err(), r.Len())
		}
	}
}

// TestNotCarried: what cannot be is refused, and leaves an order an order.
func TestNotCarried(t *testing.T) {
	for want, bad := range map[string]carried{
		"a checkpoint with an order that is none of 2": &drawn{order: []int{1, 1}, values: make([]float64, 2)},
		"a checkpoint with the weight 0.3":             &drawn{order: []int{1, 0}, values: []float64{1, 0.3}},
		"a checkpoint with -1 errors at step 0":        &best{found: found{errors: -1}},
	} {
		var kept bytes.Buffer
		c := model.CarryTo(&kept)
		bad.carry(c)
		if c.Err() == nil || c.Err().Error() != want {
			t.Errorf("error %v, want %q", c.Err(), want)
		}
	}
	c := model.CarryFrom(bytes.NewReader(nil))
	order := []int{0, 0}
	if c.Order(order); c.Err() == nil || order[0] == order[1] {
		t.Errorf("%v: %v", order, c.Err())
	}
}
