package montecarlo

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"testing"

	"fbp/model"
)

// TestSameBits guards the promise that results are the same on every machine: what
// short searches find and emit, hashed. The hashes were made by this code. When a
// change moves them, results.PhysicsVersion must move too.
func TestSameBits(t *testing.T) {
	relu := model.NewCommittee()
	relu.N, relu.Hidden, relu.Activation = 96, 4, model.ReLUUnits
	for _, test := range []struct {
		name   string
		m      model.Model
		change func(*MonteCarlo)
		want   string
	}{
		{"rrr", tree(135, 5), func(*MonteCarlo) {}, "ab3a4989a5a15eee"},
		{"centre, ReLU", relu.Model(), func(c *MonteCarlo) { c.Coupling = Centre }, "8e223bfdc4c360b1"},
		{"metropolis", model.NewSymmetric(90, 1), func(c *MonteCarlo) { c.Sampler = Metropolis }, "217238098390158b"},
		{"cross-entropy", model.NewPerceptron(101, 0), func(c *MonteCarlo) {
			c.Replicas, c.Snapshots, c.Equilibrate, c.Energy, c.Gamma = 1, 0, 0, CrossEntropy, 0.7
		}, "b9873685756b375c"},
	} {
		c := quick()
		test.change(c)
		s, readings := solve(t, c, problem(t, test.m, 20))
		hash := sha256.New()
		binary.Write(hash, binary.LittleEndian, s.Weights)
		for _, w := range s.Replicas {
			binary.Write(hash, binary.LittleEndian, w)
		}
		for _, r := range readings {
			for _, q := range r.Values {
				binary.Write(hash, binary.LittleEndian, q.Value)
			}
		}
		for _, q := range s.Numbers {
			binary.Write(hash, binary.LittleEndian, q.Value)
		}
		if got := hex.EncodeToString(hash.Sum(nil)[:8]); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
