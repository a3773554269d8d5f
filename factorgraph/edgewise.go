package factorgraph

// Edgewise makes a [Row] of any [Factor]: moments through the prior, one call of
// Update, damping. It is the slow path that needs nothing but the factor's
// definition; its messages are not gauged.
type Edgewise struct {
	Factor
	Prior Prior
}

// Sweep implements [Row].
func (f Edgewise) Sweep(from, to, u Messages, damping float64, work *Workspace) {
	m, v, _ := f.cavity(from, u, work)
	b := Messages{B: work.d}
	if from.A != nil {
		b.A = work.precisions(0, from.Len())
	}
	f.Update(b, m, v)
	news, sums := b.parts(), to.parts()
	for k, old := range u.parts() {
		for i, x := range old {
			old[i] = x + float64((1-damping)*(news[k][i]-x))
			sums[k][i] += old[i] - x
		}
	}
}

// cavity computes the moments of every weight without this factor's message, and
// the fields that have them.
func (f Edgewise) cavity(h, u Messages, work *Workspace) (m, v []float64, c Messages) {
	m, v, c = work.a, work.b, Messages{B: work.e}
	if h.A != nil {
		c.A = work.precisions(1, h.Len())
	}
	fields, messages := h.parts(), u.parts()
	for k, out := range c.parts() {
		for i := range out {
			out[i] = fields[k][i] - messages[k][i]
		}
	}
	f.Prior.Moments(m, v, c)
	return m, v, c
}

// AddTo implements [Row].
func (f Edgewise) AddTo(h, u Messages) {
	messages := u.parts()
	for k, fields := range h.parts() {
		for i, x := range messages[k][:len(fields)] {
			fields[i] += x
		}
	}
}

// FreeEntropy implements [Row].
func (f Edgewise) FreeEntropy(h, u Messages, work *Workspace) float64 {
	m, v, c := f.cavity(h, u, work)
	return f.LogZ(m, v) + f.Prior.LogZ(c)
}
