package bp

import (
	"bytes"
	"fbp/model"
	"math"
	"testing"
)

// TestPoints: a curve that is a polynomial of degree k is extrapolated exactly from k + 1
// points and not from fewer; one that jumps is not extrapolated, nor is one from positions
// that coincide or lie far behind.
func TestPoints(t *testing.T) {
	for degree := range 6 {
		f := newPoints(2, 6)
		curve := func(x float64) (y [2]float64) { return [2]float64{3 + math.Pow(x, float64(degree)), 1 - x} }
		for k := range 9 {
			x := 0.1 * float64(k)
			next, want := f.extrapolate(x, 1), curve(x)
			if k > degree+1 && degree > 0 && (next == nil || math.Abs(next[0]-want[0]) > 1e-12 || math.Abs(next[1]-want[1]) > 1e-12) {
				t.Errorf("degree %d, point %d: %v, want %v", degree, k, next, want)
			}
			copy(f.add(x), want[:])
		}
	}
	f := newPoints(1, 6)
	for k, y := range []float64{0, 1, 0, 1, 0, 1} {
		f.add(float64(k))[0] = y
	}
	if next := f.extrapolate(6, 1); next != nil {
		t.Errorf("what jumps is extrapolated: %v", next)
	}
	for _, at := range [][]float64{{1, 2, 1}, {0, 0.001, 5}} {
		f := newPoints(1, 6)
		for _, x := range at {
			f.add(x)[0] = x
		}
		if _, sound := f.weights(9, len(at), 0); sound {
			t.Errorf("positions %v are taken", at)
		}
	}
	f.add(5)[0] = 7
	if len(f.at) != 6 || f.values[5][0] != 7 {
		t.Errorf("a point at the position of the newest: %v, %v", f.at, f.values)
	}
}

// TestPointsAreCarried: a checkpoint with more points than there is room for is refused.
func TestPointsAreCarried(t *testing.T) {
	f := newPoints(1, 6)
	for k := range 3 {
		f.add(float64(k))[0] = float64(k * k)
	}
	var kept bytes.Buffer
	f.carry(model.CarryTo(&kept))
	again := newPoints(1, 6)
	c := model.CarryFrom(bytes.NewReader(kept.Bytes()))
	if again.carry(c); c.Err() != nil || len(again.at) != 3 || again.values[2][0] != 4 {
		t.Errorf("%v became %v: %v", f, again, c.Err())
	}
	for _, first := range []byte{8, 255} {
		bad := append([]byte{first}, kept.Bytes()[1:]...)
		if first == 255 {
			bad[7] = 255
		}
		c := model.CarryFrom(bytes.NewReader(bad))
		if again.carry(c); c.Err() == nil {
			t.Errorf("%d points are read", first)
		}
	}
}
