package layered

import "fbp/internal/kern"

// readers are the messages of [nodes] of a layer that reads data, signs packed into bits:
// x² = 1 and D = 0.
type readers struct{ corrected bool }

func (*readers) state() [][]float64 { return nil }

func (n *readers) forward(l *layer, patterns int, first bool) {
	for k := range l.Units {
		m, sum, v := l.of(k, l.m), 0.0, 0.0
		for _, x := range m {
			sum += x
			v += 1 - float64(x*x)
		}
		var rows kern.FourRows
		for j, signs := range l.bits[:patterns] {
			if full := rows.Take(signs, 0); !full && j < patterns-1 {
				continue
			}
			from, against := j/4*4, rows.Negatives(m)
			for r, x := range against[:j-from+1] {
				p, omega := (from+r)*l.Units+k, sum-2*x
				if n.corrected && !first {
					omega -= float64(l.g[p] * v)
				}
				l.u[p], l.rv[p] = omega, v
			}
		}
	}
	l.meet(patterns, first)
}

func (*readers) backward(l *layer, patterns int, first bool) { l.derive(patterns, first) }

func (n *readers) learn(l *layer, patterns int, _ bool) {
	for k := range l.Units {
		h, sum, slopes := l.of(k, l.h), 0.0, 0.0
		var rows kern.FourRows
		for j, signs := range l.bits[:patterns] {
			p := j*l.Units + k
			sum += l.g[p]
			slopes += l.slope[p]
			if rows.Take(signs, -2*l.g[p]) {
				rows.AddNegatives(h)
			}
		}
		rows.AddNegatives(h)
		if !n.corrected {
			slopes = 0
		}
		for i, m := range l.of(k, l.m) {
			h[i] += sum - float64(m*slopes)
		}
	}
}
