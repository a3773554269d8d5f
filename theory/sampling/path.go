package sampling

import (
	"math"

	"fbp/theory"
	"fbp/theory/saddle"
)

// State is a point of the path of stochastic localization: of two samples that share the field at
// time t.
type State struct {
	Field  float64 // Q, the variance of what the field adds to a weight's
	Q, V   float64 // overlap of the two, and 1 − Q
	Stiff  float64 // dq/dQ
	Time   float64 // t
	Lambda float64 // Λ: one state goes on smoothly below 1
}

// reach is where a normal variable is cut off; 1e-19 lies beyond.
const reach = 9.0

// At is the state at Q,
//
//	1 − q = ⟨W sech² H⟩,  dq/dQ = ⟨W sech⁴ H⟩;   sphere: 1/(1−q) = 1/(1−q₀) + Q,  dq/dQ = (1−q)²
//	M(q) = ⟨(Z/Z₀) g²⟩,   D = ⟨(Z/Z₀) (∂_ω g)²⟩,   W = e^{−Q/2} cosh H/cosh(√q̂₀ z₀)
//	t = Q − α[M(q) − M(q₀)],   Λ = αD dq/dQ,   dt/dQ = 1 − Λ
//
// with H = √q̂₀ z₀ + √Q z₁, Z₀ = Z(√q₀ z₀, 1−q₀), Z = Z(√q₀ z₀ + √(q−q₀) z₁, 1−q).
func (t Typical) At(field float64) State {
	s := State{Field: field}
	s.V, s.Stiff = t.weights(field)
	s.Q = t.Q + max(0, t.V-s.V)
	if s.V < 0.5 {
		s.Q = 1 - s.V
	}
	m, d := t.posterior(s.V)
	s.Time = field - (t.Alpha*m - t.QHat)
	s.Lambda = t.Alpha * d * s.Stiff
	return s
}

// weights are 1 − q and dq/dQ. The distribution of H comes first, and that of z₀ at given H in it.
func (t Typical) weights(field float64) (v, stiff float64) {
	if t.Weights == theory.Spherical {
		v = t.V / (1 + field*t.V)
		return v, v * v
	}
	width := math.Sqrt(t.QHat + field)
	if width == 0 {
		return 1, 1
	}
	share := t.QHat / (t.QHat + field)
	spread := math.Sqrt(share * field)
	h := min(0.2, 0.4*width)
	high := min(36, field+11*width)
	logCosh := func(x float64) float64 { x = math.Abs(x); return x + math.Log1p(math.Exp(-2*x)) - math.Ln2 }
	for x := 0.0; x < high; x += h {
		l := logCosh(x)
		top := l - field/2 - x*x/(2*width*width) - math.Log(2*math.Pi)/2 - math.Log(width)
		w := 2 * h * math.Exp(conditional(top, share*x, spread, 0.3, logCosh)-2*l)
		if x == 0 {
			w /= 2
		}
		v += w
		stiff += w * math.Exp(-2*l)
	}
	return v, stiff
}

// posterior are M and D at 1 − q = v: the distribution of ω comes first, and that of z₀ at given ω in it.
// At ω = κ + √v sinh u the integrand is smooth on the scale of v as on that of 1.
func (t Typical) posterior(v float64) (m, d float64) {
	sv := math.Sqrt(v)
	gain := max(0, t.V-v) // q − q₀
	q := t.Q + gain
	edge := reach * math.Sqrt(t.Q)
	add := func(omega, x, weight float64) {
		l, r, slope := t.c.all(x)
		top := l + t.Power*math.Log(sv) - omega*omega/(2*q) - math.Log(2*math.Pi*q)/2
		w := weight * math.Exp(t.byField(omega, top, q, gain))
		m += w * r * r
		d += w * slope * slope
	}
	if sq := math.Sqrt(q); sq < 0.1*sv { // all of it is smooth on the scale of ω
		const step = 0.25
		for z := -reach - 4; z <= reach+4; z += step {
			if sq == 0 {
				_, r, slope := t.c.all(-t.Kappa / sv)
				return r * r / v, slope * slope / v / v
			}
			add(sq*z, (sq*z-t.Kappa)/sv, step*sq)
		}
		return m / v, d / v / v
	}
	low := (-edge-t.Kappa)*sv/t.V - reach*math.Sqrt(gain/t.V)
	far := max(edge, t.Kappa) + math.Sqrt(t.V)*(reach+math.Sqrt(2*t.Power)) // of s
	high := ((edge-t.Kappa)*v/t.V+(far-t.Kappa)*gain/t.V)/sv + reach*math.Sqrt(gain/t.V)
	h := min(0.1, 0.3*math.Sqrt(q)/math.Hypot(sv, t.Kappa))
	from, to := math.Asinh(low), math.Asinh(high)
	n := math.Ceil((to - from) / h)
	h = (to - from) / n
	for k := range int(n) + 1 {
		u := from + float64(k)*h
		x := math.Sinh(u)
		add(t.Kappa+sv*x, x, h*sv*math.Cosh(u))
	}
	return m / v, d / v / v // v² may underflow
}

// byField is top + ln ⟨1/Z₀⟩, the average over z₀ at given ω, of variance q, and gain = q − q₀.
func (t Typical) byField(omega, top, q, gain float64) float64 {
	sv := math.Sqrt(t.V)
	logZ := func(a float64) float64 { return t.c.Log((a - t.Kappa) / sv) }
	return conditional(top-t.Power*math.Log(sv), omega*t.Q/q, math.Sqrt(t.Q*gain/q), 0.4*sv, logZ)
}

// conditional is ln of e^top ∫Dy e^{−energy(c + s y)}, by the trapezoid rule with steps of at most widest
// in s y. The integrand has one maximum, and may be wider than Dy.
func conditional(top, c, s, widest float64, energy func(a float64) float64) float64 {
	h := 0.5
	if s*h > widest {
		h = widest / s
	}
	first := energy(c)
	log := func(y float64) float64 { return -y*y/2 - (energy(c+s*y) - first) }
	return top - first + saddle.LogIntegral(log, 0, h) - math.Log(2*math.Pi)/2
}

// AtOverlap is the state with an overlap q; false below that of the typical point.
func (t Typical) AtOverlap(q float64) (State, bool) {
	excess := func(field float64) float64 { v, _ := t.weights(field); return math.Log(v / (1 - q)) }
	before := excess(0)
	if !(before >= 0 && q < 1) {
		return State{}, false
	}
	field, ok := saddle.Bracket(excess, 0, before, 0.1, 2, math.Inf(1)).Root(excess, 1e-14)
	if !ok {
		return State{}, false
	}
	return t.At(field), true
}
