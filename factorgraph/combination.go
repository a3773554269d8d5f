package factorgraph

// Combination is what a pattern makes of the sums of its units: a [Channel] of a single
// one ([One]), the votes of sign units ([Signs]), or the sum of ReLU units ([Rectified]).
// Each has the three forms of message passing: sequential, on the lattice of few free
// weights and for Gaussian sums, node by node, and exact.
type Combination interface {
	// look takes the units' sums as Gaussian, of the moments in the workspace, and
	// returns ln Z.
	look(work *Workspace) (logZ float64)
	// degree is that of the polynomial of messages to a unit whose sum has variance v, 0 where it
	// is not Gaussian.
	degree(v float64) int
	// messages are those of [Channel] to the weights of unit k, given what the others are
	// likely to do.
	messages(k int, f, s []float64, omega, v float64, work *Workspace)
	// message is that to a binary weight of unit k whose input is x, the sum of the others
	// having mean ω − xm and variance V: ½ ln [Z(ω − xm + x, V)/Z(ω − xm − x, V)].
	message(k int, omega, xm, x, v float64, work *Workspace) float64
	// pull is the derivative r of ln Z by z = (ω − offset)/√V of unit k. Real weights take it
	// that r' = b − r (r + z) with b = power: of any ln(q + p Φ(z)) b is zero; other
	// combinations panic.
	pull(k int, z float64, work *Workspace) float64
	offset() float64
	power() float64
	// outputs writes the outputs by each sum; it looks itself.
	outputs(out []Output, work *Workspace)

	// load reads the cavity fields of a row, and counts where few weights are free.
	load(f *Discrete, h, u []float64, work *Workspace)
	// logZ is that of the row that was loaded last.
	logZ(f *Discrete, h, u []float64, work *Workspace) float64
	// demand is what the messages to the weights of unit k are made of.
	demand(k int, work *Workspace) demand
	// counted writes the messages to the weights of unit k, few of which are free.
	counted(messages []float64, k int, f *Discrete, h, u []float64, work *Workspace)

	// contribution is what unit k of sum S adds to a total, of which Weight is the factor
	// of the pattern.
	contribution(k, sum int) int
	weight(total, units int) float64
	// over is the combination of the sums over some scale, its thresholds being those that
	// the function makes of them.
	over(scaled func(threshold float64) float64) Combination
}

// demand is what the messages of a row to the weights of a unit are made of.
type demand struct {
	gaussian float64 // weight of the messages of a Gaussian sum; the rest is that of counted ones
	degree   int     // of the polynomial; 0: edge by edge
	idle     bool    // all messages are zero
	settles  bool    // counted messages alone replace the old ones in one step
}

// exchange is the fields that a sweep reads and writes, and the messages of its row.
type exchange struct {
	from, to, u []float64
	damping     float64
}

// moments are mean and variance of the sum of a unit.
type moments struct{ omega, v float64 }

// One is the combination of a single unit, whose sum is seen through a channel.
type One struct{ Channel }
