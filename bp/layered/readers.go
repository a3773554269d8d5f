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
		for j := 0; j < patterns; j += 4 {
			rows, number := fourOf(l.bits, j, patterns)
			against := kern.Negatives(m, &rows)
			for r, x := range against[:number] {
				p, omega := (j+r)*l.Units+k, sum-2*x
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
		for j := 0; j < patterns; j += 4 {
			rows, number := fourOf(l.bits, j, patterns)
			var x [4]float64
			for r := range number {
				p := (j+r)*l.Units + k
				sum += l.g[p]
				slopes += l.slope[p]
				x[r] = -2 * l.g[p]
			}
			kern.AddNegatives(h, &x, &rows)
		}
		if !n.corrected {
			slopes = 0
		}
		for i, m := range l.of(k, l.m) {
			h[i] += sum - float64(m*slopes)
		}
	}
}

// fourOf are the rows of four patterns from the j-th on, the last again where there are
// fewer, and how many there are.
func fourOf(bits [][]uint64, j, patterns int) (rows kern.Four, number int) {
	number = min(4, patterns-j)
	for r := range rows {
		rows[r] = bits[j+min(r, number-1)]
	}
	return rows, number
}
