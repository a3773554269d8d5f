package gauss

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"testing"
)

// TestSameBits compares the bits of every function on a grid with those of the
// machine this number was first taken on (amd64 with FMA). It is to hold with
// GOAMD64=v1 and v3, GODEBUG=cpu.fma=off, and on arm64. A change of a
// polynomial changes it, and the physics version with it.
func TestSameBits(t *testing.T) {
	const want = 0xa73474432ef498a6
	h := fnv.New64a()
	put := func(x float64) {
		if math.IsNaN(x) { // whose payload does not matter
			x = math.MaxFloat64
		}
		_ = binary.Write(h, binary.LittleEndian, x)
	}
	for n := range 4000 {
		x := float64(n-2000) / 64
		for _, c := range tables {
			put(c.f(x))
			put(c.f(x * x * 1e-3))
		}
		put(LogRatioH(x, x+0.03))
		put(LogRatioH(x, x+0.3))
	}
	if got := h.Sum64(); got != want {
		t.Errorf("bits %#x, want %#x", got, uint64(want))
	}
}
