// Package layered passes messages through networks of several layers of sign units with
// binary weights, batch by batch of patterns.
//
// Weights have means m and fields h, m = tanh h; the inputs of a layer have means x and
// variances D, 0 for data and 1 − x² for the signs of hidden units. For the pattern n, with
// F what a unit k learns from below and B from above (±∞ from the label),
//
//	ω_k = Σ_i m_ki x_i,   V_k = Σ_i [(1 − m_ki²) x_i² + m_ki² D_i + (1 − m_ki²) D_i]
//	x_k = tanh(B_k + F_k),   F_k = ½ ln Φ(u_k)/Φ(−u_k),   u_k = ω_k/√V_k
//	g_k = ∂_ω ln[e^{B_k} Φ(u_k) + e^{−B_k} Φ(−u_k)]
//
// after which B_i of the inputs and h_ki of the weights follow from g; see [Layered] for
// the kinds of messages. Sums of at most [mostExact] signs are taken exactly, edge by
// edge, where two or three of them are not Gaussian. Data are signs or real numbers.
//
// Place in the flow: an algorithm of a config, beside those of package bp. Of a model it
// needs that it is a [model.BinaryMLP].
//
// Source: Lucibello, Pittorino, Perugini and Zecchina, "Deep learning via message passing
// algorithms based on belief propagation", Mach. Learn.: Sci. Technol. 3, 035005 (2022),
// arXiv:2110.14583; equations derived anew.
package layered
