package bp_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/kern"
	"fbp/model"
)

// TestSameBits guards the promise that solver results are the same on every
// machine: the fields at the end of short protocols, bit by bit, hashed. The
// hashes were made by this code; they test nothing but that promise. When a
// change of the physics moves them, results.PhysicsVersion must move too.
//
// Check: same bits | hashes of fields, whole runs of programs built for other processors | every bit
func TestSameBits(t *testing.T) {
	for accuracy, want := range map[factorgraph.Accuracy]string{
		factorgraph.Accurate: "322788b687750466",
		factorgraph.Exact:    "24860ced6482faec",
		factorgraph.AMP:      "32e08f5e849cecfa",
	} {
		p := newProblem(t, 201, 90, 0, 0.1)
		if accuracy == factorgraph.Exact {
			p = newProblem(t, 31, 12, 0, 0.1)
		}
		s := p.state(t, accuracy)
		passing := bp.DefaultFocusing().Passing
		passing.Epsilon, passing.MaxSweeps = 1e-3, 30
		hash := sha256.New()
		for _, step := range []bp.Step{{Gamma: 0, Y: 1}, {Gamma: 0.4, Y: 7.5}, {Gamma: 1.3, Y: 20}, {Gamma: math.Inf(1), Y: 3}} {
			if _, err := s.Converge(t.Context(), passing, factorgraph.NewReplicas(step.Y, step.Gamma)); err != nil {
				t.Fatal(err)
			}
			got := thermo(t, s, step)
			for _, x := range append([]float64{got.LocalEntropy, got.Complexity, got.CenterOverlap, got.CenterNorm, s.FreeEntropy()}, s.H.B...) {
				binary.Write(hash, binary.LittleEndian, x)
			}
		}
		if got := hex.EncodeToString(hash.Sum(nil)[:8]); got != want {
			t.Errorf("%s: %s, want %s", accuracy, got, want)
		}
	}
}

// TestCommitteesSameBits is the same for committees and the symmetric perceptron, on
// every tier of this machine. Units become so frozen that their flips are counted.
func TestCommitteesSameBits(t *testing.T) {
	defer kern.Use(kern.Tier())
	tree3, full3, tree9 := model.NewCommittee(), model.NewCommittee(), model.NewCommittee()
	tree3.N, tree3.Hidden = 165, 3
	full3.N, full3.Hidden, full3.Layout = 55, 3, model.Full
	tree9.N, tree9.Hidden = 297, 9
	for _, c := range []struct {
		name     string
		m        *model.Architecture
		patterns int
		want     string
	}{
		{"tree of 3", tree3.Model().(*model.Architecture), 80, "7b62634eaac5907f"}, {"full of 3", full3.Model().(*model.Architecture), 70, "e1cf87a32553cbfe"}, {"tree of 9", tree9.Model().(*model.Architecture), 120, "bea022bc4ef4c75e"},
		{"symmetric", model.NewSymmetric(151, 1), 100, "9ec5caf1764815e3"},
	} {
		patterns, err := instances.Random{Size: instances.Size{P: c.patterns}}.Patterns(c.m.Inputs(), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		g, err := c.m.Graph(patterns, factorgraph.Accurate)
		if err != nil {
			t.Fatal(err)
		}
		for _, tier := range kern.Tiers() {
			if err := kern.Use(tier); err != nil {
				t.Fatal(err)
			}
			s := bp.NewState(g, nil)
			s.Start(factorgraph.Noise{Size: 0.1}.Start, instances.Stream(1, "start"))
			passing := bp.DefaultFocusing().Passing
			passing.Epsilon, passing.MaxSweeps = 1e-3, 10
			hash := sha256.New()
			for _, gamma := range []float64{0, 0.4, 0.9, 1.4, 2, math.Inf(1)} {
				if _, err := s.Converge(t.Context(), passing, factorgraph.NewReplicas(20, gamma)); err != nil {
					t.Fatal(err)
				}
				for _, x := range append([]float64{s.FreeEntropy()}, s.H.B...) {
					binary.Write(hash, binary.LittleEndian, x)
				}
			}
			if got := hex.EncodeToString(hash.Sum(nil)[:8]); got != c.want {
				t.Errorf("%s, %s: %s, want %s", c.name, tier, got, c.want)
			}
		}
	}
}

// TestSameBitsOfCommittees is the same for units of sign and ReLU, whose messages come
// from polynomials, from few flips and one by one in these protocols.
func TestSameBitsOfCommittees(t *testing.T) {
	for _, c := range []struct {
		hidden, perUnit    int
		layout, activation string
		accuracy           factorgraph.Accuracy
		want               string
	}{
		{3, 67, "T", "sign", factorgraph.Accurate, "b290b44013b1b2d5"},
		{3, 67, "F", "sign", factorgraph.AMP, "e528dffe3056dc83"},
		{4, 50, "F", "relu", factorgraph.Accurate, "218c391b0f35567f"},
		{4, 51, "T", "relu", factorgraph.AMP, "26e3b11f84a101ad"},
		{4, 9, "T", "relu", factorgraph.Exact, "b3051e48ce15047d"},
	} {
		p := newTabled(9, c.hidden, c.perUnit, c.hidden*c.perUnit*3/10, c.layout, c.activation)
		s, passing, hash := p.state(t, c.accuracy), bp.DefaultFocusing().Passing, sha256.New()
		passing.Epsilon, passing.MaxSweeps = 1e-3, 30
		for _, rho := range []float64{0, 0.7, 2} {
			if _, err := s.Converge(t.Context(), passing, field(rho, p.reference)); err != nil {
				t.Fatal(err)
			}
			for _, x := range append([]float64{s.FreeEntropy()}, s.H.B...) {
				binary.Write(hash, binary.LittleEndian, x)
			}
		}
		if got := hex.EncodeToString(hash.Sum(nil)[:8]); got != c.want {
			t.Errorf("%d %s units, %s, %s: %s, want %s", c.hidden, c.activation, c.layout, c.accuracy, got, c.want)
		}
	}
}
