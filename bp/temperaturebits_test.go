package bp_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"testing"

	"fbp/bp"
	"fbp/instances"
)

// TestSameBitsOfTemperature guards the bits of weights at a temperature: messages, averages
// and a draw.
func TestSameBitsOfTemperature(t *testing.T) {
	for _, c := range []struct {
		at   bp.Temperature
		want string
	}{
		{bp.Temperature{Beta: with(20), Loss: bp.CrossEntropy, Gamma: 1}, "0d812ef154038867"},
		{bp.Temperature{Beta: with(5), Loss: bp.Hinge}, "f1d57aa7bc60dd8d"},
		{bp.Temperature{Beta: with(3), Loss: bp.Square}, "c71699470b15a990"},
		{bp.Temperature{Beta: with(2), Loss: bp.Counting}, "828569e091b021d6"},
	} {
		p := newProblem(t, 151, 60, 0, 0)
		d := bp.NewDecimation(p.perceptron)
		d.Temperature = c.at
		s, hash := drawing(t, p, d, instances.Stream(1, "draws")), sha256.New()
		for _, q := range s.Numbers {
			binary.Write(hash, binary.LittleEndian, q.Value)
		}
		binary.Write(hash, binary.LittleEndian, s.Weights)
		if got := hex.EncodeToString(hash.Sum(nil)[:8]); got != c.want {
			t.Errorf("%s: %s, want %s", c.at.Loss, got, c.want)
		}
	}
}
