package bp

import (
	"math"
	"math/rand/v2"

	"fbp/gauss"
	"fbp/model"
	"fbp/results"
)

// path is the walk of the field of [Localization], and what it has emitted.
type path struct {
	h, m []float64 // field, and means under it
	t    float64
	most float64 // Σ(1 − m²) without a field
	last mark    // of the step before
	next int     // of pathOverlaps, the one that is emitted next

	emit func(results.Reading)
}

// mark is what readings interpolate of a step.
type mark struct{ q, t, field, replicon float64 }

// carry moves it to or from a checkpoint.
func (p *path) carry(c *model.Carrier) {
	c.Numbers(p.h)
	c.Numbers(p.m)
	for _, x := range []*float64{&p.t, &p.most, &p.last.q, &p.last.t, &p.last.field, &p.last.replicon} {
		c.Float(x)
	}
	if c.Int(&p.next); p.next < 0 || p.next > len(pathOverlaps) {
		c.Refuse("a checkpoint of a path with reading %d", p.next)
	}
}

// ends tells whether messages end at this Σ(1 − m²): below End, and below a fifth of what it was without a field, so that
// a path of few weights is one too, and not flips alone.
func (p *path) ends(l *Localization, variance float64) bool {
	if p.t == 0 {
		p.most = variance
	}
	return variance < min(l.End, 0.2*p.most)
}

// step moves the field by Δ = δ/v, the weights having the mean variance v.
func (p *path) step(l *Localization, v float64, spheres bool, rng *rand.Rand) {
	dt := l.Step / v
	if !spheres {
		dt = min(dt, 1)
	}
	noise := math.Sqrt(dt)
	if spheres {
		noise = math.Sqrt(dt + float64(float64(dt*dt)*v))
	}
	for i, m := range p.m {
		toward := m
		if l.Increments == "drawn" {
			toward = 1
			if 2*rng.Float64() >= 1+m {
				toward = -1
			}
		}
		p.h[i] += float64(dt*toward) + float64(noise*gauss.Deviate(rng.Uint64()))
	}
	p.t += dt
}

// emitCrossed emits the readings at the pathOverlaps that were passed since the step before.
func (p *path) emitCrossed(s *State, out Outcome) {
	now := mark{q: s.Overlap(), t: p.t, field: 1}
	now.replicon = s.Replicon()
	if p.t > 0 {
		sum := 0.0
		for i, m := range p.m {
			sum += float64(p.h[i] * m)
		}
		now.field = sum / float64(float64(len(p.m))*p.t)
	}
	for ; p.next < len(pathOverlaps) && now.q >= pathOverlaps[p.next]; p.next++ {
		q := pathOverlaps[p.next]
		if p.t == 0 || p.last.q >= q {
			continue // the path begins above
		}
		x := (q - p.last.q) / (now.q - p.last.q)
		between := func(a, b float64) float64 { return a + float64(x*(b-a)) }
		p.emit(along.Reading(crossed{mark{q, between(p.last.t, now.t), between(p.last.field, now.field), between(p.last.replicon, now.replicon)}, out}))
	}
	p.last = now
}
