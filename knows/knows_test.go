package knows_test

import (
	"math"
	"testing"

	"fbp/knows"
	"fbp/model"
	"fbp/theory/symmetric"
)

// TestTypicalEntropyOfWidth: with κ midway between two sums, the first moment of the lattice
// is that of the Gaussian up to an order 1/N. Where κ lies elsewhere between them, the effective one
// stands for it: at κ = 1 it is 18/17 at N = 289 and .9748 at N = 341, and the entropy follows it.
func TestTypicalEntropyOfWidth(t *testing.T) {
	for _, c := range []struct {
		n     int
		kappa float64
		most  int // the largest sum that is allowed
	}{{2001, 22 / math.Sqrt(2001), 21}, {2001, 46 / math.Sqrt(2001), 45}, {2001, 68 / math.Sqrt(2001), 67}, {289, 1, 17}, {301, 1, 17}, {321, 1, 17}, {341, 1, 17}, {361, 1, 19}} {
		m, n := model.NewSymmetric(c.n, c.kappa), float64(c.n)
		end := float64(c.most+1) / math.Sqrt(n)
		if math.Abs(m.LatticeMargin()-end) > 1e-15 {
			t.Fatalf("%+v: effective κ %v, want %v", c, m.LatticeMargin(), end)
		}
		inside := 0.0
		for k := range c.n + 1 {
			if sum := 2*k - c.n; sum*sum <= c.most*c.most {
				a, _ := math.Lgamma(n + 1)
				b, _ := math.Lgamma(float64(k + 1))
				c, _ := math.Lgamma(n - float64(k) + 1)
				inside += math.Exp(a - b - c - n*math.Ln2)
			}
		}
		const alpha = 0.7
		got, ok := knows.TypicalEntropy(m, alpha)
		if want := math.Ln2 + alpha*math.Log(inside); !ok || math.Abs(got-want) > 0.5/n {
			t.Errorf("%+v: entropy %v, want %v", c, got, want)
		}
		if x, err := symmetric.Capacity(end); err != nil || math.Abs(math.Ln2/x+math.Log(inside)) > 0.5/n {
			t.Errorf("%+v: alpha_c = %v (%v), want %v", c, x, err, -math.Ln2/math.Log(inside))
		}
	}
}

// TestTypicalEntropyOfCommittees: a tree of one unit is the perceptron, one
// whose units must all vote for the label as many perceptrons, and that of a full committee is not known.
func TestTypicalEntropyOfCommittees(t *testing.T) {
	tree := func(hidden int, kappa float64) *model.Architecture {
		s := model.NewCommittee()
		s.N, s.Hidden, s.Kappa = 45, hidden, kappa
		return s.Model().(*model.Architecture)
	}
	one, ok := knows.TypicalEntropy(tree(1, 0), 0.4)
	perceptron, _ := knows.TypicalEntropy(model.NewPerceptron(45, 0), 0.4)
	if !ok || math.Abs(one-perceptron) > 1e-9 {
		t.Errorf("a tree of one unit has the entropy %v, want that of the perceptron, %v", one, perceptron)
	}
	all, ok := knows.TypicalEntropy(tree(3, 0.6), 0.2) // (2n − 3)/√3 > 0.6 for n = 3: three perceptrons
	if perceptron, _ = knows.TypicalEntropy(model.NewPerceptron(15, 0), 0.6); !ok || math.Abs(all-perceptron) > 1e-9 {
		t.Errorf("entropy %v with three votes of three, want %v", all, perceptron)
	}
	full := tree(3, 0)
	full.Full = true
	if _, ok := knows.TypicalEntropy(full, 0.4); ok {
		t.Error("a full committee has a typical entropy")
	}
}

// TestSpherical: entropies of the spherical perceptron are those of an independent program, at
// margins of either sign.
func TestSpherical(t *testing.T) {
	for _, c := range []struct{ alpha, kappa, entropy float64 }{{1, 0, -0.855820597}, {1, -0.5, -0.389477251}, {3, -0.5, -1.429318461}} {
		if got, ok := knows.TypicalEntropy(model.NewSphericalPerceptron(101, c.kappa), c.alpha); !ok || math.Abs(got-c.entropy) > 1e-8 {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestNothingKnown: of parity machines there is no typical entropy.
func TestNothingKnown(t *testing.T) {
	s := model.NewCommittee()
	s.N, s.Hidden, s.Output = 45, 3, model.ParityOutput
	if _, ok := knows.TypicalEntropy(s.Model(), 0.3); ok {
		t.Error("a parity machine has a typical entropy")
	}
}

// TestThreshold: capacities are those of Krauth and Mézard, of Gardner, 1/∫Dx (κ−x)² over x < κ,
// and of Aubin, Perkins and Zdeborová, −ln 2/ln erf(κ/√2); none is known of spherical weights below κ = 0
// and of other networks.
func TestThreshold(t *testing.T) {
	committee := model.NewCommittee()
	committee.N, committee.Hidden = 45, 3
	for _, c := range []struct {
		m    model.Model
		want float64 // 0: not known
	}{
		{model.NewPerceptron(45, 0), 0.8331},
		{model.NewSphericalPerceptron(45, 0), 2},
		{model.NewSphericalPerceptron(45, 1), 1 / (2*0.5*math.Erfc(-1/math.Sqrt2) + math.Exp(-0.5)/math.Sqrt(2*math.Pi))},
		{model.NewSphericalPerceptron(45, -0.5), 0},
		{model.NewSymmetric(45, 1), -math.Ln2 / math.Log(math.Erf(1/math.Sqrt2))},
		{committee.Model(), 0},
		{&model.BinaryMLP{N: 45, Layers: []int{3}}, 0},
	} {
		got, ok := knows.Threshold(c.m.Traits())
		if ok != (c.want > 0) || math.Abs(got-c.want) > 1e-4 {
			t.Errorf("%T: %v %v, want %v", c.m, got, ok, c.want)
		}
	}
}
