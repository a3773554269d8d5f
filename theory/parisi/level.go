package parisi

import "math"

// level is f at one overlap as a function of u = κ − h, on nodes u = w sinh ξ, w = √(1−Q), ξ in steps.
type level struct {
	width     float64
	from      int       // ξ of the first node in steps
	u         []float64 // nodes
	f, f1, f2 []float64 // f and its derivatives by u
	f3        []float64 // of states alone
	law       []float64 // of u, given by weights of the nodes
	rows      []row     // of each node: the average over the next level
}

// mostNodes is more than any step of a search wants: 2·8.3 deviations in steps of sd/400.
const mostNodes = 10000

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
	l := &level{width: width, from: from, u: make([]float64, to-from+1)}
	for n := range l.u {
		l.u[n] = width * math.Sinh(step*float64(from+n))
	}
	l.f, l.f1, l.f2 = make([]float64, len(l.u)), make([]float64, len(l.u)), make([]float64, len(l.u))
	l.law = make([]float64, len(l.u))
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

// convolve is (1/y) ln ∫Dz exp[y f(u − sd z)], its tilted weights as a row, and where their maximum is. For y = 0
// it is the average of f. stiff is a bound of −f”; near is where the maximum may be.
//
// The trapezoid rule, of a step that a Gaussian of the tilted width and f itself want, runs from the maximum of the
// integrand to both sides until it is below e^−33 of it.
func (l *level) convolve(u, sd, y, stiff, near float64, scratch []float64) (log, top float64, r row) {
	narrower := math.Sqrt(1 + y*stiff*sd*sd) // the tilt makes the Gaussian narrower by this factor at most
	top = l.peak(u, sd, y, near, 0.1*sd/narrower)
	away := math.Abs(top) - reach*sd                                // f changes on this scale, or its width
	h := max(sd/400, min(0.7*sd/narrower, 0.45*max(l.width, away))) // no search near a minimum needs finer steps
	s := tilted{level: l, u: u, sd: sd, y: y, lo: len(l.u), weight: scratch}
	s.most = y*l.value(top) - s.square(top)
	left := mostNodes
	for v := top; left > 0 && s.add(v); v += h {
		left--
	}
	for v := top - h; left > 0 && s.add(v); v -= h {
		left--
	}
	if left == 0 || s.hi <= s.lo { // parameters out of all range, at which a step may not even change v
		return math.NaN(), top, row{}
	}
	r = s.row()
	if y == 0 {
		return s.first / s.sum, top, r
	}
	return (s.most + math.Log(s.sum*h/(sd*math.Sqrt(2*math.Pi)))) / y, top, r
}

// peak is where y f(v) − (v − u)²/2sd² is largest, by Newton's method from near, to a tolerance.
func (l *level) peak(u, sd, y, near, tolerance float64) float64 {
	top := near
	for range 30 {
		f1, f2 := l.slopes(top)
		move := (y*f1 - (top-u)/(sd*sd)) / (1/(sd*sd) - y*min(f2, 0))
		move = max(min(u, 0)-40*sd, min(top+move, u)) - top // f falls, and is about 0 for u < 0
		top += move
		if math.Abs(move) < tolerance {
			break
		}
	}
	return top
}

// tilted is the sum of e = exp[y f(v) − (v − u)²/2sd² − most] over points v, and of e f(v).
type tilted struct {
	*level
	u, sd, y, most float64
	sum, first     float64
	lo, hi         int       // nodes of f that were read
	weight         []float64 // of each node, that f(v) is interpolated from
}

// square is (v − u)²/2sd².
func (s *tilted) square(v float64) float64 {
	d := (v - s.u) / s.sd
	return d * d / 2
}

// add takes the point v into the sums, or tells that e is below e^−33.
func (s *tilted) add(v float64) bool {
	first, w, f := 0, [points]float64{}, 0.0
	switch last := len(s.level.u) - 1; {
	case v < s.level.u[0]:
		w[0] = 1
	case v > s.level.u[last]:
		f, first = s.value(v), last-points+1
		w[points-1] = 1
	default:
		first, w = s.at(v)
		f = dot(&w, s.f[first:])
	}
	e := s.y*f - s.square(v) - s.most
	if !(e >= -33) {
		return false
	}
	e = math.Exp(e)
	s.sum += e
	s.first += e * f
	s.lo, s.hi = min(s.lo, first), max(s.hi, first+points)
	to := s.weight[first : first+points]
	for m, x := range w {
		to[m] += e * x
	}
	return true
}

// row is the weights of the nodes, of sum 1; it leaves zeros for the next sum.
func (s *tilted) row() row {
	r := row{s.lo, make([]float64, s.hi-s.lo)}
	for m := range r.weight {
		r.weight[m] = s.weight[s.lo+m] / s.sum
		s.weight[s.lo+m] = 0
	}
	return r
}
