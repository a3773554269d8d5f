package franzparisi

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/clusters"
	"fbp/theory/saddle"
)

// Measure is a replica-symmetric measure of references that need not be solutions: binary
// weights in fields of variance q̂, and patterns whose stability y has some distribution
// given the cavity field √q u that references share.
type Measure struct {
	Alpha, Q, V, QHat float64 // V = 1 − q
	Fields            []Field
}

// Field is a cavity field √q u: its weight in ∫Du, and the distribution of the stability.
type Field struct {
	U, Weight float64
	Y, P      []float64 // stabilities in ascending order with their probabilities
	Mean      float64   // ⟨y − √q u⟩/(1−q)
}

// Around returns the Franz-Parisi entropy at distance d from references of a measure, of
// solutions with margin kappa: that of Curve with
//
//	𝒢_E = ∫Du ⟨∫Dw ln H((κ − A)/√(1−p))⟩_u,   A = t1 y + k (u − √q y)/√(1−q) + √V w
//
// (PNAS 117, 161 (2020), appendix B.2, with ω = V; k and V as in orderParameters). Entropy is
// as accurate as the rule over y and u. Errors are those of Curve.At.
func Around(m Measure, kappa, d float64) (Point, error) {
	fail := func(err error) (Point, error) {
		return Point{}, fmt.Errorf("franzparisi: Around(alpha = %v, kappa = %v, d = %v): %w", m.Alpha, kappa, d, err)
	}
	if !(d > 0 && d <= 0.5) {
		return fail(fmt.Errorf("want 0 < d ≤ 0.5: %w", theory.ErrDomain))
	}
	c := Curve{Reference: theory.RSPoint{Alpha: m.Alpha, Q: m.Q, QHat: m.QHat, D: m.V / 2}, Kappa: kappa}
	f := c.problem(d)
	f.energetic = &sampledSide{m: m, kappa: kappa}
	p, err := f.find(func() bool {
		end := c.problem(d)
		end.energetic = &sampledSide{m: m, kappa: kappa}
		return end.toEnd() < 0
	})
	if err != nil {
		return fail(err)
	}
	return p, nil
}

// sampledSide is the patterns' side for a Measure. The average over w of a function of A
// depends on the mean of A alone, so that it is tabulated once for all u and y.
type sampledSide struct {
	m          Measure
	kappa      float64
	order      orderParameters
	alongY     float64 // the mean of A is alongY y + alongU u
	alongU     float64
	factor     clusters.Pattern
	edges      []float64
	one, other [][]float64 // logarithms of two functions, by panel
}

func (p *sampledSide) build(o orderParameters) {
	p.order = o
	r := math.Sqrt(p.m.V)
	p.alongY, p.alongU = o.t1-o.k*math.Sqrt(p.m.Q)/r, o.k/r
	p.factor = clusters.Pattern{Kappa: p.kappa, R: math.Sqrt(o.r2)}
	lo := p.kappa
	for _, f := range p.m.Fields {
		lo = min(lo, p.alongU*f.U+p.alongY*f.Y[0], p.alongU*f.U+p.alongY*f.Y[len(f.Y)-1])
	}
	s := math.Sqrt(o.v + o.r2)
	hi := p.kappa + reachOfTail*s
	p.edges = saddle.Edges(lo-1e-9, hi, hi-lo, saddle.Feature{At: p.kappa, Width: s})
}

// reachOfTail is how far above κ patterns matter, in standard deviations: most are there.
const reachOfTail = 11

// panelPoints is the number of points on a panel: a function whose poles are 2.8 times the width of a turn
// from the axis is known to 1e-13 on panels of 1.5 widths.
const panelPoints = 14

var chebyshev = saddle.NewChebyshev(panelPoints - 1)

// tabulate averages two positive functions over w, and keeps the logarithms at Chebyshev's
// points of every panel: they fall by orders within a panel, where patterns become more.
func (p *sampledSide) tabulate(of func(a float64) (one, other float64)) {
	p.one, p.other = p.one[:0], p.other[:0]
	sw := math.Sqrt(p.order.v)
	h := saddle.TrapezoidStep(1, saddle.MillsPole*p.factor.R/(sw+1e-300))
	last := int(reachOf / h)
	var weights []float64
	for j := range last + 1 {
		weights = append(weights, h*gauss.G(float64(j)*h))
	}
	for i := range len(p.edges) - 1 {
		middle, half := (p.edges[i]+p.edges[i+1])/2, (p.edges[i+1]-p.edges[i])/2
		one, other := make([]float64, panelPoints), make([]float64, panelPoints)
		for n, x := range chebyshev.Points {
			x = middle + half*x
			for j := -last; j <= last; j++ {
				a, b := of(x + sw*float64(j)*h)
				one[n] += weights[max(j, -j)] * a
				other[n] += weights[max(j, -j)] * b
			}
		}
		for n := range one {
			one[n], other[n] = math.Log(one[n]), math.Log(other[n])
		}
		p.one, p.other = append(p.one, one), append(p.other, other)
	}
}

// sums returns, for each field and stability, the probability and the two averages.
func (p *sampledSide) sums(take func(f *Field, y, probability, one, other float64)) {
	var weights [panelPoints]float64
	for i := range p.m.Fields {
		f := &p.m.Fields[i]
		panel := 0
		for j, y := range f.Y {
			x := p.alongU*f.U + p.alongY*y
			for panel < len(p.one)-1 && x > p.edges[panel+1] {
				panel++
			}
			for panel > 0 && x < p.edges[panel] {
				panel--
			}
			if x > p.edges[panel+1] { // no pattern matters
				continue
			}
			s := (2*x - p.edges[panel] - p.edges[panel+1]) / (p.edges[panel+1] - p.edges[panel])
			w := chebyshev.Weights(s, weights[:])
			take(f, y, f.Weight*f.P[j], math.Exp(saddle.Dot(w, p.one[panel])), math.Exp(saddle.Dot(w, p.other[panel])))
		}
	}
}

func (p *sampledSide) forces() (ff, gf, gap, tf float64) {
	p.tabulate(func(a float64) (one, other float64) {
		slope, _ := p.factor.Slopes(a)
		return slope * slope, slope
	})
	p.sums(func(f *Field, _, w, square, slope float64) {
		ff += w * square
		gf += w * f.Mean * slope
	})
	return ff, gf, 0, 0
}

func (p *sampledSide) missed() (square, gf, tf float64) {
	s := math.Sqrt(p.order.v)
	for i := range p.m.Fields {
		f := &p.m.Fields[i]
		for j, y := range f.Y {
			// (a + s w)₊ averaged over a normal w, and its square
			a := p.kappa - p.alongU*f.U - p.alongY*y
			inside, edge := gauss.H(-a/s), s*gauss.G(a/s)
			w := f.Weight * f.P[j]
			square += w * ((a*a+s*s)*inside + a*edge)
			gf += w * f.Mean * (a*inside + edge)
		}
	}
	return square, gf, 0
}

func (p *sampledSide) entropy() (sum float64) {
	p.tabulate(func(a float64) (one, other float64) { return -p.factor.Log(a), 1 })
	p.sums(func(_ *Field, _, w, log, _ float64) { sum -= w * log })
	return sum
}

func (p *sampledSide) stiffness() (within, between float64) {
	p.tabulate(func(a float64) (one, other float64) {
		_, c := p.factor.Slopes(a)
		return c * c, 1
	})
	p.sums(func(_ *Field, _, w, square, _ float64) { within += w * square })
	return within, within
}

// edge is ⟨f'(y − √q u)⟩/(1−q) − alongY ⟨f”⟩, by parts in w.
func (p *sampledSide) edge() (sum float64) {
	p.tabulate(func(a float64) (one, other float64) {
		slope, curvature := p.factor.Slopes(a)
		return slope, -curvature
	})
	sq := math.Sqrt(p.m.Q)
	p.sums(func(f *Field, y, w, slope, curvature float64) {
		sum += w * (slope*(y-sq*f.U)/p.m.V + p.alongY*curvature)
	})
	return sum
}
