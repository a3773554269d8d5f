package store

import (
	"encoding/binary"
	"fmt"
	"math"
)

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
