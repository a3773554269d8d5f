package layered

import "fbp/internal/kern"

// bitNodes are the messages of [nodes] for a layer whose inputs are data x = ±1, packed into bits: with x² = 1 and D = 0,
//
//	ω_k  = Σ_i m_i x_i − gᵗ⁻¹_k V_k,   V_k = Σ_i (1 − m_i²),   h_ki = Σ_n x_i g − m_i Σ_n ∂_ω g,
//
// where Σ_i m_i x_i = Σ_i m_i − 2 Σ_{x_i=−1} m_i, and Σ_n x_i g likewise: sums over negative signs, of four patterns at a time.
// The terms with V_k gᵗ⁻¹ and ∂_ω g are the corrections.
type bitNodes struct{ corrected bool }

func (*bitNodes) state() [][]float64 { return nil }

// forward writes ω and V of a unit for four patterns at a time.
func (n *bitNodes) forward(l *layer, patterns int, first bool) {
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
	l.normalize(patterns, first)
}

func (*bitNodes) backward(l *layer, patterns int, first bool) { l.derive(patterns, first) }

// learn adds −2g to h_i where x_i = −1, and then Σ_n g to all.
func (n *bitNodes) learn(l *layer, patterns int, _ bool) {
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
