package factorgraph

// Edgewise makes a [Row] of any [Factor] on binary weights: moments through the
// prior, one call of Update, damping. It is the slow path that needs nothing
// but the factor's definition; its messages are not gauged.
type Edgewise struct{ Factor }

// Sweep implements [Row].
func (f Edgewise) Sweep(from, to, u []float64, damping float64, work *Workspace) {
	m, v, b := f.cavity(from, u, work)
	f.Update(nil, b, m, v)
	for i, old := range u[:len(b)] {
		u[i] = old + float64((1-damping)*(b[i]-old))
		to[i] += u[i] - old
	}
}

// cavity fills the workspace with the moments of every weight without this
// factor's message.
func (f Edgewise) cavity(h, u []float64, work *Workspace) (m, v, b []float64) {
	m, v, b = work.a, work.b, work.c
	for i := range m {
		m[i], v[i] = Binary{}.Moments(0, h[i]-u[i])
	}
	return m, v, b
}

// AddTo implements [Row].
func (f Edgewise) AddTo(h, u []float64) {
	for i, ui := range u[:len(h)] {
		h[i] += ui
	}
}

// FreeEntropy implements [Row].
func (f Edgewise) FreeEntropy(h, u []float64, work *Workspace) float64 {
	m, v, _ := f.cavity(h, u, work)
	sum := f.LogZ(m, v)
	for i := range m {
		sum += Binary{}.LogZ(0, h[i]-u[i])
	}
	return sum
}
