package bp

import (
	"math"
	"math/bits"

	"fbp/instances"
	"fbp/model"
)

// Where messages creep, every sweep goes on in the direction of the last, and damping
// halves the pace: [pace] lets go of it. No fewer searches are solved, see bench/pace.md.
const (
	parallel = 0.8  // cosine from which successive changes have one direction
	patience = 60   // sweeps of a step after which all are damped
	settled  = 0.95 // q from which all are: as weights freeze, what overshoots stays
)

// The next step is foreseen from the last two until weights freeze, when steps are not
// those of one smooth family any more: at q > 0.95 what is foreseen takes longer.
const (
	foreseenFrom = 2
	foreseeable  = 0.9
)

// hastens tells whether steps that creep are hastened, and early ones foreseen. Where γ is
// large from the beginning damping keeps the solution, and flooding needs it; so do models
// whose messages start from noise (of the symmetric perceptron solutions were lost), and
// patterns that are like each other, under which weights move together and overshoot. What
// finishes a search was judged with steps that are damped.
func (f *Focusing) hastens(p *instances.Patterns) bool {
	return f.scopes() && f.Start == nil && !alike(p)
}

// scopes tells whether the protocol is one whose steps are hastened.
func (f *Focusing) scopes() bool {
	return f.Protocol == Scoping && f.Schedule == Sequential && !f.finishes()
}

// mostAlike is the mean of (ξ^μ·ξ^ν)²/N from which patterns are like each other. It is 1 of
// random ones. With inputs of which a fraction b is 1 it is 1 + (2b−1)⁴ N: at N = 501 and
// b = 0.6, where hastened searches are solved as others, 1.8; at b = 0.7, where they are not, 14.
// It is a mean over P − 1 squares of Gaussians, whose standard deviation is √(2/(P−1)):
// of few random patterns it may be three of these above 1.
func mostAlike(patterns int) float64 {
	return max(2, 1+3*math.Sqrt(2/float64(patterns-1)))
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

// pace tells of every sweep of a step whether it is damped: not while successive changes
// of the magnetisations are parallel, and again as soon as they are not, so that what
// oscillates, or is about to, is damped as the config says.
type pace struct {
	awake bool      // in this step
	free  bool      // the next sweep is not damped
	known bool      // the change in the last sweep is
	step  []float64 // that change, Δm of every weight
}

// Hasten lets damping go where messages creep, see [pace], if every row sees its weights
// through one sum. It has to be called before [State.Resume].
func (s *State) Hasten() {
	if single(s.rows) {
		s.pace = &pace{step: make([]float64, s.H.Len())}
	}
}

// start forgets the sweeps before a step at overlap q.
func (p *pace) start(q float64) {
	if p != nil {
		p.awake, p.free, p.known = q < settled, false, false
	}
}

// damping is δ of the next sweep, given that of the config.
func (p *pace) damping(of float64) float64 {
	if p != nil && p.free {
		return 0
	}
	return of
}

// swept chooses the damping of the sweep after so many of a step.
func (p *pace) swept(s *State, sweeps int) {
	if p == nil || !p.awake {
		return
	}
	along, now, before := 0.0, 0.0, 0.0
	for i, m := range s.m {
		d, old := m-s.last[i], p.step[i]
		along = math.FMA(d, old, along)
		now = math.FMA(d, d, now)
		before = math.FMA(old, old, before)
		p.step[i] = d
	}
	p.free = p.known && sweeps < patience && along > parallel*math.Sqrt(float64(now*before))
	p.known = true
}

// carry moves the pace to or from a checkpoint.
func (p *pace) carry(c *model.Carrier) {
	if p == nil {
		return
	}
	c.Bool(&p.awake)
	c.Bool(&p.free)
	c.Bool(&p.known)
	c.Floats(p.step)
}
