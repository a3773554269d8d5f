package bp

import (
	"math"
	"math/bits"

	"fbp/instances"
	"fbp/model"
)

// hastening takes damping away from a sweep while messages creep: as long as successive changes Δm
// of the magnetisations have one direction, damping halves the pace. A sweep is not damped if
//
//	Δm·Δm' > parallel |Δm| |Δm'|,
//
// Δm and Δm' being the changes in the last two sweeps of the step, so that what oscillates, or is
// about to, is damped as the config says. No fewer searches are solved, see bench/searches.md.
type hastening struct {
	awake bool      // in this step
	free  bool      // the next sweep is not damped
	known bool      // step is that of the last sweep
	step  []float64 // Δm of every weight
}

const (
	parallel = 0.8  // cosine from which successive changes have one direction
	patience = 60   // sweeps of a step after which all are damped
	settled  = 0.95 // q from which all are: as weights freeze, what overshoots stays
)

// Hasten takes damping away from sweeps while messages creep in one direction, if rows are those of one
// unit or of sign units. It has to be called before [State.Resume].
func (s *State) Hasten() {
	if units(s.rows) > 0 {
		s.hastening = &hastening{step: make([]float64, s.H.Len())}
	}
}

// start begins a step at overlap q.
func (h *hastening) start(q float64) {
	if h != nil {
		h.awake, h.free, h.known = q < settled, false, false
	}
}

// damping is δ of the next sweep, given that of the config.
func (h *hastening) damping(config float64) float64 {
	if h != nil && h.free {
		return 0
	}
	return config
}

// swept decides about the next sweep, after so many of the step.
func (h *hastening) swept(s *State, sweeps int) {
	if h == nil || !h.awake {
		return
	}
	product, now, before := 0.0, 0.0, 0.0 // Δm·Δm', |Δm|², |Δm'|²
	for i, m := range s.m {
		d, old := m-s.last[i], h.step[i]
		product = math.FMA(d, old, product)
		now = math.FMA(d, d, now)
		before = math.FMA(old, old, before)
		h.step[i] = d
	}
	h.free = h.known && sweeps < patience && product > parallel*math.Sqrt(float64(now*before))
	h.known = true
}

// carry moves the hastening to or from a checkpoint.
func (h *hastening) carry(c *model.Carrier) {
	if h == nil {
		return
	}
	c.Bool(&h.awake)
	c.Bool(&h.free)
	c.Bool(&h.known)
	c.Floats(h.step)
}

// hastens tells whether the steps of a search are hastened, and the early ones of one unit extrapolated. Not
// where that lost solutions: where messages start from noise, as those of the symmetric perceptron (and not those of full
// committees), and among patterns that are like each other, under which weights move together and overshoot.
func (f *Focusing) hastens(p *instances.Patterns) bool {
	return f.hastensProtocol() && (f.Start == nil || f.committee) && !alike(p)
}

// hastensProtocol tells whether the protocol is one whose steps are hastened. Where γ is large from
// the beginning, damping keeps the solution; flooding needs it; what finishes a search was judged
// after steps that are damped.
func (f *Focusing) hastensProtocol() bool {
	return f.Protocol == Scoping && f.Schedule == Sequential && !f.finishes()
}

// alike tells whether patterns, compared with the next each, have more in common than
// random ones.
func alike(p *instances.Patterns) bool {
	if p.P < 2 || p.IsReal() {
		return false
	}
	sum := 0.0
	for mu := range p.P - 1 {
		other, overlap := p.Row(mu+1), p.N
		for k, word := range p.Row(mu) {
			overlap -= 2 * bits.OnesCount64(word^other[k])
		}
		sum += float64(overlap) * float64(overlap)
	}
	return sum/float64(p.P-1)/float64(p.N) > mostAlike(p.P)
}

// mostAlike is the mean of (ξ^μ·ξ^ν)²/N from which patterns are like each other. It is 1 of
// random ones. With inputs of which a fraction b is 1 it is 1 + (2b−1)⁴ N: at N = 501 and
// b = 0.6, where hastened searches are solved as others, 1.8; at b = 0.7, where they are not, 14.
// It is a mean over P − 1 squares of Gaussians, whose standard deviation is √(2/(P−1)):
// of few random patterns it may be three of these above 1.
func mostAlike(patterns int) float64 {
	return max(2, 1+3*math.Sqrt(2/float64(patterns-1)))
}
