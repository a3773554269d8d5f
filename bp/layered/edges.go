package layered

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// edges are messages edge by edge: what arrives at a weight or a unit leaves out what it
// sent,
//
//	m_{ki→n} = tanh(h_ki − what n said),   x_{i→k} = tanh(F_i + B_i − what k said).
//
// Of a Gaussian sum a unit tells its weight x g and its input m g, with ω and V without
// the target's part; an exact one the log-odds of the weight and of the input. BPI keeps
// m and x node by node, and leaves the target's m x out of ω only.
type edges struct {
	exact, nodewise bool

	up      []float64 // what unit k tells input i in the j-th pattern, at j·weights + k·inputs + i
	learned []float64 // what it tells the weight
	means   []float64 // m_{ki→n}
	seen    []float64 // x_{i→k}

	data, products []float64    // scratch of a unit: inputs, and m x
	each           [8][]float64 // scratch of tell, of its inputs
	votes          votes
}

func newEdges(l *layer, exact bool, messages string, patterns int) *edges {
	e := &edges{exact: exact, nodewise: messages == BPI && !exact}
	for _, x := range []*[]float64{&e.up, &e.learned, &e.means, &e.seen} {
		*x = make([]float64, l.Weights()*patterns)
	}
	e.data, e.products = make([]float64, l.Inputs), make([]float64, l.Inputs)
	for i := range e.each {
		e.each[i] = make([]float64, l.Inputs)
	}
	return e
}

func (e *edges) state() [][]float64 { return [][]float64{e.up, e.learned, e.means} }

// mostField bounds messages, as what is sure has infinite ones.
const mostField = 20

// field is atanh t, not more than mostField; rounding can take |t| beyond 1.
func field(t float64) float64 {
	return max(-mostField, min(mostField, gauss.Atanh(max(-1, min(1, t)))))
}

// of are the numbers x of unit k's edges in the j-th pattern.
func (e *edges) of(l *layer, j, k int, x []float64) []float64 {
	at := j*l.Weights() + k*l.Inputs
	return x[at : at+l.Inputs]
}

// meet finds m_{ki→n} and x_{i→k} of a unit.
func (e *edges) meet(l *layer, j, k int, first bool) (m, x []float64) {
	m, x = e.of(l, j, k, e.means), e.of(l, j, k, e.seen)
	own := l.of(k, l.m)
	learned, up := e.of(l, j, k, e.learned), e.of(l, j, k, e.up)
	inputs := l.inputs(j, e.data)
	for i := range m {
		x[i] = inputs[i]
		switch {
		case first || e.nodewise || l.held:
			m[i] = own[i]
		default:
			m[i] = float64(l.psi*m[i]) + float64((1-l.psi)*gauss.Tanh(l.h[k*l.Inputs+i]-learned[i]))
		}
		if l.below != nil && !first && !e.nodewise {
			p := j*l.Inputs + i
			x[i] = gauss.Tanh(l.below.f[p] + l.below.b[p] - up[i])
		}
	}
	return m, x
}

func (e *edges) forward(l *layer, patterns int, first bool) {
	for j := range patterns {
		for k := range l.Units {
			p := j*l.Units + k
			m, x := e.meet(l, j, k, first)
			if e.exact {
				for i := range m {
					e.products[i] = float64(m[i] * x[i])
				}
				e.votes.take(e.products)
				up, down := e.votes.positive(l.Inputs)
				l.f[p] = max(-mostField, min(mostField, float64(0.5*(gauss.Log(up)-gauss.Log(down)))))
				if l.x[p] = up - down; !first {
					l.x[p] = gauss.Tanh(l.f[p] + l.b[p])
				}
				continue
			}
			l.u[p], l.rv[p] = e.sum(l, m, x)
		}
	}
	if !e.exact {
		l.meet(patterns, first)
	}
}

// sum is ω and V of a unit.
func (e *edges) sum(l *layer, m, x []float64) (omega, v float64) {
	for i := range m {
		mx := float64(m[i] * x[i])
		omega += mx
		v += l.square(x[i]) - float64(mx*mx)
	}
	return omega, v
}

func (e *edges) backward(l *layer, patterns int, _ bool) {
	for j := range patterns {
		if l.below != nil {
			clear(l.below.at(j, l.below.b))
		}
		for k := range l.Units {
			b := math.Inf(1)
			if !l.top {
				b = l.b[j*l.Units+k]
			}
			m, x := e.of(l, j, k, e.means), e.of(l, j, k, e.seen)
			up, learned := e.of(l, j, k, e.up), e.of(l, j, k, e.learned)
			if e.exact {
				e.tellExact(b, m, x, up, learned)
			} else {
				e.tell(l, b, m, x, up, learned)
			}
			if l.below != nil {
				for i, u := range up {
					l.below.b[j*l.Inputs+i] += u
				}
			}
		}
	}
}

// tell writes what a Gaussian unit says.
func (e *edges) tell(l *layer, b float64, m, x, up, learned []float64) {
	omega, v := e.sum(l, m, x)
	u, rv, ratio, rarity, mean, above, g, slope := e.each[0], e.each[1], e.each[2], e.each[3], e.each[4], e.each[5], e.each[6], e.each[7]
	for i := range m {
		mx := float64(m[i] * x[i])
		u[i], rv[i], above[i] = omega-mx, v, b
		if !e.nodewise {
			rv[i] -= l.square(x[i]) - float64(mx*mx)
		}
	}
	kern.SignTails(u, rv, ratio, rarity, mean, leastVariance)
	kern.SignAnswers(g, slope, above, u, rv, ratio, rarity)
	for i, g := range g {
		up[i], learned[i] = float64(m[i]*g), float64(x[i]*g)
	}
}

// tellExact writes what an exact unit says: with Z± = e^B P± + e^{−B}(1 − P±), P± the
// probability that the sum is positive if w_i x_i = ±1, and t = (Z₊ − Z₋)/(Z₊ + Z₋), the
// log-odds atanh(m t) of the input and atanh(x t) of the weight.
func (e *edges) tellExact(b float64, m, x, up, learned []float64) {
	for i := range m {
		e.products[i] = float64(m[i] * x[i])
	}
	e.votes.take(e.products)
	against := 0.0 // e^−2|b|, of the sign that b does not want
	if !math.IsInf(b, 0) {
		against = gauss.Exp(-2 * math.Abs(b))
	}
	for i := range m {
		with, without := e.votes.without(i, len(m))
		if b < 0 {
			with, without = without, with
		}
		plus, minus := with[0]+float64(against*without[0]), with[1]+float64(against*without[1])
		t := 0.0
		if sum := plus + minus; sum > 0 {
			t = (plus - minus) / sum
		}
		up[i], learned[i] = field(float64(m[i]*t)), field(float64(x[i]*t))
	}
}

func (e *edges) learn(l *layer, patterns int, _ bool) {
	for j := range patterns {
		for k := range l.Units {
			h := l.of(k, l.h)
			for i, u := range e.of(l, j, k, e.learned) {
				h[i] += u
			}
		}
	}
}
