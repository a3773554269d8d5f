package layered

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// edges are messages edge by edge: what arrives at a unit leaves out what the unit sent,
//
//	m_{ki→n} = tanh(h_ki − learned_ki,n),   x_{i→k} = tanh(F_i + B_i − up_ki,n),
//
// with n a pattern, learned what unit k tells the weight and up what it tells its input. With ω and V
// of the others, the sum without the target's own part, a Gaussian unit sends
//
//	learned_ki = x g(ω, V),   up_ki = m g(ω, V),
//
// and one of few inputs the exact log-odds of the weight and of the input, see answerExactly. BPI keeps m and x
// node by node, and leaves the target's m x out of ω only.
type edges struct {
	exact    bool
	nodewise bool // BPI, of a Gaussian unit

	// Of unit k and its input i in the j-th pattern at j·weights + k·inputs + i:
	up, learned []float64
	means       []float64 // m_{ki→n}
	seen        []float64 // x_{i→k}

	data, products []float64 // scratch of a unit: its inputs, and m x
	others         gaussians
	sum            signSum
}

// gaussians are scratch: for each input of a unit, the sum of the others, in the order of [kern.SignAnswers].
type gaussians struct{ u, rv, ratio, rarity, mean, b, g, slope []float64 }

func newEdges(l *layer, exact bool, messages string, patterns int) *edges {
	e := &edges{exact: exact, nodewise: messages == BPI && !exact}
	for _, x := range []*[]float64{&e.up, &e.learned, &e.means, &e.seen} {
		*x = make([]float64, l.Weights()*patterns)
	}
	o := &e.others
	for _, x := range []*[]float64{&e.data, &e.products, &o.u, &o.rv, &o.ratio, &o.rarity, &o.mean, &o.b, &o.g, &o.slope} {
		*x = make([]float64, l.Inputs)
	}
	return e
}

func (e *edges) state() [][]float64 { return [][]float64{e.up, e.learned, e.means} }

// of are the numbers x of unit k's edges in the j-th pattern.
func (e *edges) of(l *layer, j, k int, x []float64) []float64 {
	at := j*l.Weights() + k*l.Inputs
	return x[at : at+l.Inputs]
}

func (e *edges) forward(l *layer, patterns int, first bool) {
	for j := range patterns {
		for k := range l.Units {
			m, x := e.arriving(l, j, k, first)
			p := j*l.Units + k
			if !e.exact {
				l.u[p], l.rv[p] = moments(l, m, x)
				continue
			}
			e.sum.read(e.multiplied(m, x))
			up, down := e.sum.sides(l.Inputs)
			l.f[p] = max(-mostField, min(mostField, float64(0.5*(gauss.Log(up)-gauss.Log(down)))))
			if l.x[p] = up - down; !first {
				l.x[p] = gauss.Tanh(l.f[p] + l.b[p])
			}
		}
	}
	if !e.exact {
		l.normalize(patterns, first)
	}
}

// arriving finds m_{ki→n} and x_{i→k} of unit k in the j-th pattern. In the first iteration nothing
// has been sent.
func (e *edges) arriving(l *layer, j, k int, first bool) (m, x []float64) {
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

// moments are ω = Σ m x and V = Σ (⟨x²⟩ − m² x²) of a unit.
func moments(l *layer, m, x []float64) (omega, v float64) {
	for i := range m {
		mx := float64(m[i] * x[i])
		omega += mx
		v += l.square(x[i]) - float64(mx*mx)
	}
	return omega, v
}

// multiplied are m x, in scratch.
func (e *edges) multiplied(m, x []float64) []float64 {
	for i := range m {
		e.products[i] = float64(m[i] * x[i])
	}
	return e.products
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
				e.answerExactly(b, m, x, up, learned)
			} else {
				e.answer(l, b, m, x, up, learned)
			}
			if l.below != nil {
				for i, u := range up {
					l.below.b[j*l.Inputs+i] += u
				}
			}
		}
	}
}

// answer writes what a Gaussian unit sends, given the log-odds b of its sign.
func (e *edges) answer(l *layer, b float64, m, x, up, learned []float64) {
	omega, v := moments(l, m, x)
	o := &e.others
	for i := range m {
		mx := float64(m[i] * x[i])
		o.u[i], o.rv[i], o.b[i] = omega-mx, v, b
		if !e.nodewise {
			o.rv[i] -= l.square(x[i]) - float64(mx*mx)
		}
	}
	kern.SignTails(o.u, o.rv, o.ratio, o.rarity, o.mean, leastVariance)
	kern.SignAnswers(o.g, o.slope, o.b, o.u, o.rv, o.ratio, o.rarity)
	for i, g := range o.g {
		up[i], learned[i] = float64(m[i]*g), float64(x[i]*g)
	}
}

// answerExactly writes what a unit of few inputs sends, given the log-odds b of its sign: with P± the
// probability that its sum is positive if w_i x_i = ±1,
//
//	Z± = e^b P± + e^{−b} (1 − P±),   t = (Z₊ − Z₋)/(Z₊ + Z₋),   up_i = atanh(m t),   learned_i = atanh(x t).
func (e *edges) answerExactly(b float64, m, x, up, learned []float64) {
	e.sum.read(e.multiplied(m, x))
	against := 0.0 // e^−2|b|, of the sign that b does not want
	if !math.IsInf(b, 0) {
		against = gauss.Exp(-2 * math.Abs(b))
	}
	for i := range m {
		wanted, other := e.sum.given(i, len(m))
		if b < 0 {
			wanted, other = other, wanted
		}
		plus, minus := wanted[0]+float64(against*other[0]), wanted[1]+float64(against*other[1])
		t := 0.0
		if z := plus + minus; z > 0 {
			t = (plus - minus) / z
		}
		up[i], learned[i] = field(float64(m[i]*t)), field(float64(x[i]*t))
	}
}

// mostField bounds messages, as those of what is certain are infinite.
const mostField = 20

// field is atanh t, not more than mostField; rounding can take |t| beyond 1.
func field(t float64) float64 {
	return max(-mostField, min(mostField, gauss.Atanh(max(-1, min(1, t)))))
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
