package deviations

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/saddle"
)

// Stabilities is the distribution over patterns of the stability Ξ of solutions of margin
// κ, as a superposition over cavity fields X,
//
//	P(Ξ) = θ(Ξ−κ) ∫dw(X) G((Ξ−X)/√(1−Q)) / [√(1−Q) H((κ−X)/√(1−Q))]
//
// in units of √(k(1) − k(0)) (PRL 123, 170602 (2019), E3 to E5, where E3 prints 1/(Δ2−Δ)
// for 1/√(Δ2−Δ), and E4 and E5 have a sign of z1 wrong). Density is accurate to 1e-9.
type Stabilities struct {
	fields []float64
	weight []float64 // of the field
	logH   []float64 // ln H((κ−X)/√(1−Q)): H itself is out of range at fields far below the margin
	sd     float64   // √(1−Q)
	margin float64
	scale  float64 // √(k(1) − k(0))
}

// Density returns P(Ξ), per unit of Ξ.
func (s Stabilities) Density(xi float64) float64 {
	x := xi / s.scale
	if x < s.margin {
		return 0
	}
	sum := 0.0
	for i, f := range s.fields {
		y := (x - f) / s.sd
		sum += s.weight[i] * math.Exp(-y*y/2-s.logH[i])
	}
	return sum / math.Sqrt(2*math.Pi) / s.sd / s.scale
}

func (s *Stabilities) add(field, weight float64) {
	if weight == 0 {
		return
	}
	s.fields = append(s.fields, field)
	s.weight = append(s.weight, weight)
	s.logH = append(s.logH, gauss.LogH((s.margin-field)/s.sd))
}

// TypicalStabilities is the distribution for typical solutions, X = √Q z, Q = φ(q) of RS.
func TypicalStabilities(c theory.Committee, alpha, kappa float64) (Stabilities, error) {
	p, err := c.RS(alpha, kappa)
	if err != nil {
		return Stabilities{}, err
	}
	scale := c.Activation.Scale()
	e := c.Activation.Effective(theory.Overlap{Q: p.Q, V: 2 * p.D})
	s := Stabilities{sd: math.Sqrt(e.V), margin: kappa / scale, scale: scale}
	width := math.Sqrt(e.V / e.Q) // of the peak at any stability
	rule := saddle.Mesh(gauss.Rule{}, -reachOf, reachOf, min(1.5, 3*width), saddle.Feature{At: s.margin / math.Sqrt(e.Q), Width: width})
	for i, z := range rule.X {
		s.add(math.Sqrt(e.Q)*z, rule.W[i]*gauss.G(z))
	}
	return s, nil
}

// DenseStabilities is the distribution for y replicas at overlap q1 (Of),
// X = √Q0 z0 + √(Q1−Q0) z1 with the weight H^y(−X/√(1−Q1)) over z1; for y = ∞ it is where
// that weight has its maximum.
func DenseStabilities(c theory.Committee, alpha, q1, y float64) (Stabilities, error) {
	p, err := Of(c, alpha, q1, y)
	if err != nil {
		return Stabilities{}, err
	}
	if p.Bounded {
		return Stabilities{}, fmt.Errorf("deviations: DenseStabilities(alpha = %v, q1 = %v, y = %v): no pattern is felt: %w", alpha, q1, y, theory.ErrNoConvergence)
	}
	l := &replicas{machine: c, alpha: alpha, q1: q1, y: y}
	e := c.Activation.Effective(theory.Overlap{Q: q1, V: 1 - q1})
	s := Stabilities{sd: math.Sqrt(e.V), scale: c.Activation.Scale()}
	if math.IsInf(y, 1) {
		k := manyReplicas{l, theory.Overlap{Q: q1, V: 1 - q1}, e, c.Activation.Slope(theory.Overlap{Q: q1, V: 1 - q1})}
		nodes, h := k.patterns(p.DQ0)
		for i, n := range nodes {
			s.add(h[i], n.weight)
		}
		return s, nil
	}
	e0 := c.Activation.Effective(theory.Overlap{Q: p.Q0, V: 1 - p.Q0})
	spread := math.Sqrt(e0.V - e.V)
	rule := saddle.Mesh(gauss.Rule{}, -reachOf, reachOf, 1.5, saddle.Feature{At: 0, Width: s.sd / math.Sqrt(e0.Q)})
	step := saddle.TrapezoidStep(1/math.Sqrt(1+y*spread*spread/e.V), 1.4*s.sd/spread)
	for i, z := range rule.X {
		f := math.Sqrt(e0.Q) * z
		log := func(z1 float64) float64 { return y*gauss.LogH(-(f+spread*z1)/s.sd) - z1*z1/2 }
		all := saddle.LogIntegral(log, 0, step)
		for z1, e := range saddle.Trapezoid(log, 0, step, 0) {
			s.add(f+spread*z1, rule.W[i]*gauss.G(z)*step*math.Exp(e-all))
		}
	}
	return s, nil
}
