package measure

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"fbp/gauss"
	"fbp/instances"
	"fbp/model"
)

// walk is a Markov chain of directions v, of norm √n in each hidden unit of n inputs
// and orthogonal to a reference w̃, with the fields of the units that they have.
type walk struct {
	units     *model.Units
	rng       *rand.Rand
	patterns  []int
	reference []float64 // w̃
	direction []float64 // v
	fieldsW   []float64 // fields of w̃, pattern by pattern
	fieldsV   []float64 // of v
	step      float64   // sine of the angle of a proposal
	tuning    bool      // it is being tuned

	proposal, fieldsP []float64 // scratch: the proposed direction and its fields
	fields            []float64 // scratch: of one pattern
}

// newWalk starts from a direction drawn without constraint.
func newWalk(m *model.Architecture, p *instances.Patterns, reference []float64, rng *rand.Rand) *walk {
	w := &walk{units: m.Units(p), rng: rng, reference: reference, step: 1}
	for mu := range p.P {
		w.patterns = append(w.patterns, mu)
	}
	for _, x := range []*[]float64{&w.fieldsW, &w.fieldsV, &w.fieldsP} {
		*x = make([]float64, p.P*w.units.Hidden)
	}
	w.direction, w.proposal = make([]float64, len(reference)), make([]float64, len(reference))
	w.fields = make([]float64, w.units.Hidden)
	w.units.Fields(w.fieldsW, reference, w.patterns)
	w.propose()
	w.direction, w.proposal = w.proposal, w.direction
	w.fieldsV, w.fieldsP = w.fieldsP, w.fieldsV
	return w
}

// climb returns the logarithms of the solved fraction at rising distances, up to one
// where the ladder breaks.
func (w *walk) climb(ctx context.Context, distances []float64, steps int) (logs []float64, err error) {
	at, sum := 0.0, 0.0 // the rung that the chain is on, ln f there
	for _, target := range distances {
		for at < target {
			next, up, err := w.ahead(ctx, at, target, steps)
			if err != nil {
				return logs, err
			}
			down, err := w.behind(ctx, next, at, steps)
			if err != nil {
				return logs, err
			}
			sum += gauss.Log(up) - gauss.Log(down)
			at = next
		}
		logs = append(logs, sum)
	}
	return logs, nil
}

// ahead walks on a rung, chooses the next one after a quarter of the steps, and
// returns it with the fraction of the other directions that are solved there. The
// walk ends at one of these.
func (w *walk) ahead(ctx context.Context, at, target float64, steps int) (next, fraction float64, err error) {
	if next, err = w.choose(ctx, at, target, steps/4); err != nil {
		return 0, 0, err
	}
	solved, last := 0, false
	for n := 0; n < steps-steps/4 || !last; n++ {
		if n == 4*steps {
			return 0, 0, fmt.Errorf("from distance %.3g on no solutions were found", at)
		}
		if err := w.walk(ctx, at); err != nil {
			return 0, 0, err
		}
		if last = w.solvedAt(w.fieldsV, next); last && n < steps-steps/4 {
			solved++
		}
	}
	if solved == 0 {
		return 0, 0, fmt.Errorf("from distance %.3g on too few solutions were found", at)
	}
	return next, float64(solved) / float64(steps-steps/4), nil
}

// choose walks for a while and returns the farthest of the distances at + (target −
// at) 2^{−k/2} at which a third of the directions on the way are solved. They go down
// to 2^{−20} because a reference may lie at the edge of its region.
func (w *walk) choose(ctx context.Context, at, target float64, steps int) (float64, error) {
	const parts = 41
	var counts [parts + 1]int
	candidate := func(k int) float64 { // a product of exact powers of 2 and, for odd k, √½
		x := (target - at) / float64(int(1)<<((parts-k)/2))
		switch {
		case k == parts:
			return target
		case (parts-k)%2 == 1:
			x = float64(x * (math.Sqrt2 / 2))
		}
		return at + x
	}
	for range steps {
		if err := w.walk(ctx, at); err != nil {
			return 0, err
		}
		for k := 1; k <= parts && w.solvedAt(w.fieldsV, candidate(k)); k++ {
			counts[k]++
		}
	}
	for k := parts; k > 1; k-- {
		if 3*counts[k] >= steps {
			return candidate(k), nil
		}
	}
	return candidate(1), nil
}

// behind walks on a rung and returns the fraction of its directions that are solved
// on the one before.
func (w *walk) behind(ctx context.Context, at, before float64, steps int) (float64, error) {
	solved := 0
	for n := range steps {
		w.tuning = n < steps/4
		if err := w.walk(ctx, at); err != nil {
			return 0, err
		}
		if n >= steps/4 && w.solvedAt(w.fieldsV, before) {
			solved++
		}
	}
	if solved == 0 {
		return 0, fmt.Errorf("no direction solved at distance %.3g is solved at %.3g", at, before)
	}
	return float64(solved) / float64(steps-steps/4), nil
}

// walk makes a step on the rung at a distance. While it is tuned, the angle of the
// proposals grows when they are accepted and shrinks otherwise, towards an acceptance
// of 0.3.
func (w *walk) walk(ctx context.Context, at float64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.propose()
	if !w.solvedAt(w.fieldsP, at) {
		if w.tuning {
			w.step *= 0.98
		}
		return nil
	}
	if w.tuning {
		w.step = min(1, w.step*1.048)
	}
	w.direction, w.proposal = w.proposal, w.direction
	w.fieldsV, w.fieldsP = w.fieldsP, w.fieldsV
	return nil
}

// propose turns the direction of each unit towards a random one, orthogonal to it and
// to w̃.
func (w *walk) propose() {
	n := w.units.Inputs
	for i := range w.proposal {
		w.proposal[i] = gauss.Deviate(w.rng.Uint64())
	}
	turn, stay := w.step, math.Sqrt(1-float64(w.step*w.step))
	for l := range w.units.Hidden {
		new, old, ref := w.proposal[l*n:(l+1)*n], w.direction[l*n:(l+1)*n], w.reference[l*n:(l+1)*n]
		orthogonalize(new, ref)
		orthogonalize(new, old)
		scale := math.Sqrt(float64(n) / dot(new, new))
		for i := range new {
			new[i] = float64(turn*scale*new[i]) + float64(stay*old[i])
		}
		orthogonalize(new, ref)
		scale = math.Sqrt(float64(n) / dot(new, new)) // rounding does not add up
		for i := range new {
			new[i] *= scale
		}
	}
	w.units.Fields(w.fieldsP, w.proposal, w.patterns)
}

// solvedAt tells whether the weights at a distance along a direction with these
// fields learn all patterns.
func (w *walk) solvedAt(fieldsV []float64, distance float64) bool {
	norm := math.Sqrt(float64(w.units.Inputs))
	near, far := 1-distance, math.Sqrt(float64(distance*(2-distance)))
	k := w.units.Hidden
	for first := 0; first < len(fieldsV); first += k {
		for l := range w.fields {
			w.fields[l] = float64(near*w.fieldsW[first+l]) + float64(far*fieldsV[first+l])
		}
		if !w.units.Learns(w.fields, norm) {
			return false
		}
	}
	return true
}

// orthogonalize takes off a what lies along b, which may be 0.
func orthogonalize(a, b []float64) {
	square := dot(b, b)
	if square == 0 {
		return
	}
	along := dot(a, b) / square
	for i, x := range b {
		a[i] -= float64(along * x)
	}
}

func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += float64(x * b[i])
	}
	return sum
}
