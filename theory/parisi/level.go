package parisi

import "math"

// level is f(Q, h) of the package at one overlap as a function of u = κ − h, by how much the margin is missed, on nodes u = w sinh ξ, w = √(1−Q), ξ in steps.
type level struct {
	width       float64
	from        int       // ξ of the first node in steps
	u           []float64 // nodes
	stretch     []float64 // du/dξ at them
	f, f1, f2   []float64 // f and its derivatives by u
	f3          []float64 // of states alone
	probability []float64 // of u by nodes: ⟨g⟩ over u at this overlap is Σ_n probability_n g(u_n)
	rows        []row     // of each node: the average over the next level
}

// row are weights of consecutive nodes of the next level.
type row struct {
	from   int
	weight []float64
}

const (
	step   = 0.08 // of ξ
	reach  = 8.5  // deviations of h that count: H(8.5) = 1e-17
	points = 10   // of the interpolation
)

// newLevel has the nodes between κ − reach and κ + reach.
func newLevel(kappa, width float64) *level {
	from := int(math.Floor(math.Asinh((kappa-reach)/width)/step)) - points/2
	to := int(math.Ceil(math.Asinh((kappa+reach)/width)/step)) + points/2
	l := &level{width: width, from: from, u: make([]float64, to-from+1), stretch: make([]float64, to-from+1)}
	for n := range l.u {
		l.u[n] = width * math.Sinh(step*float64(from+n))
		l.stretch[n] = math.Hypot(width, l.u[n])
	}
	l.f, l.f1, l.f2 = make([]float64, len(l.u)), make([]float64, len(l.u)), make([]float64, len(l.u))
	l.probability = make([]float64, len(l.u))
	return l
}

// over are 1/Π_{l≠m} (m − l), of the weights of Lagrange for points 0, 1, …
var over = func() (over [points]float64) {
	for m := range over {
		product := 1.0
		for l := range points {
			if l != m {
				product *= float64(m - l)
			}
		}
		over[m] = 1 / product
	}
	return over
}()

// lagrange are the weights of the points 0, 1, … at t.
func lagrange(t float64) (w [points]float64) {
	left := 1.0
	for m := range w {
		w[m] = left * over[m]
		left *= t - float64(m)
	}
	right := 1.0
	for m := points - 1; m >= 0; m-- {
		w[m] *= right
		right *= t - float64(m)
	}
	return w
}

// at finds the points of interpolation around u: the first one, and their weights.
func (l *level) at(u float64) (first int, w [points]float64) {
	x := math.Asinh(u/l.width)/step - float64(l.from)
	first = max(0, min(int(x)-points/2+1, len(l.u)-points))
	return first, lagrange(x - float64(first))
}

func dot(w *[points]float64, f []float64) (s float64) {
	f = f[:points]
	for m, x := range w {
		s += x * f[m]
	}
	return s
}

// value is f at u. Beyond the nodes no pattern counts: f is 0 on the left, a parabola on the right.
func (l *level) value(u float64) float64 {
	switch last := len(l.u) - 1; {
	case u < l.u[0]:
		return 0
	case u > l.u[last]:
		d := u - l.u[last]
		return l.f[last] + d*(l.f1[last]+d/2*l.f2[last])
	}
	first, w := l.at(u)
	return dot(&w, l.f[first:])
}

// slopes are f' and f” at u.
func (l *level) slopes(u float64) (f1, f2 float64) {
	switch last := len(l.u) - 1; {
	case u < l.u[0]:
		return 0, 0
	case u > l.u[last]:
		return l.f1[last] + (u-l.u[last])*l.f2[last], l.f2[last]
	}
	first, w := l.at(u)
	return dot(&w, l.f1[first:]), dot(&w, l.f2[first:])
}
