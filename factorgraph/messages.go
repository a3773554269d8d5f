package factorgraph

import "slices"

// Messages are natural parameters, one pair per weight: exp(−A w²/2 + B w). They
// are messages, or fields, the sums of messages. A is nil for binary weights,
// whose square is 1.
type Messages struct{ A, B []float64 }

// NewMessages makes n zero messages, with two numbers each or one.
func NewMessages(n int, two bool) Messages {
	m := Messages{B: make([]float64, n)}
	if two {
		m.A = make([]float64, n)
	}
	return m
}

// Len is the number of weights.
func (m Messages) Len() int { return len(m.B) }

// Slice is the messages of weights lo … hi−1.
func (m Messages) Slice(lo, hi int) Messages {
	part := Messages{B: m.B[lo:hi]}
	if m.A != nil {
		part.A = m.A[lo:hi]
	}
	return part
}

// Clear makes all messages zero.
func (m Messages) Clear() {
	clear(m.A)
	clear(m.B)
}

// Zero tells whether all messages are.
func (m Messages) Zero() bool {
	other := func(x float64) bool { return x != 0 }
	return !slices.ContainsFunc(m.A, other) && !slices.ContainsFunc(m.B, other)
}

// Copy copies the messages of o.
func (m Messages) Copy(o Messages) {
	copy(m.A, o.A)
	copy(m.B, o.B)
}

// parts are the slices, A nil where there is none.
func (m Messages) parts() [2][]float64 { return [2][]float64{m.A, m.B} }

// Replace adds to m by how much the messages u differ from old, and makes old
// equal to u: the fields m contain old.
func (m Messages) Replace(old, u Messages) {
	fields, olds := m.parts(), old.parts()
	for k, news := range u.parts() {
		field, old := fields[k][:len(news)], olds[k][:len(news)]
		for i, x := range news {
			field[i] += x - old[i]
			old[i] = x
		}
	}
}
