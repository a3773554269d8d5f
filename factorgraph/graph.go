package factorgraph

import "fbp/internal/kern"

// Accuracy names how factors compute their messages.
type Accuracy string

// The accuracies that a config can name.
const (
	Accurate Accuracy = "accurate" // the others' sum taken as Gaussian, the weight itself removed
	Exact    Accuracy = "exact"    // the others' sum by dynamic programming, O(N²) a pattern
	AMP      Accuracy = "amp"      // one quantity per node, with the Onsager correction
	ByLatent Accuracy = "latent"   // the same, with nodes for what random features have in common
)

// Graph is a dense problem: every factor sees every weight. Exactly one of
// Rows, Nodes and Latent is filled: with Rows, messages live on edges and are swept a
// row at a time; with the others, each pattern and each weight keeps one quantity.
type Graph struct {
	N     int    // weights
	Prior Prior  // of the weights
	Rows  []Row  // one per pattern, in the order of the patterns
	Nodes *Nodes // likewise

	Latent *Latent
}

// Factors is the number of patterns P.
func (g *Graph) Factors() int {
	switch {
	case g.Nodes != nil:
		return g.Nodes.Len()
	case g.Latent != nil:
		return g.Latent.Len()
	}
	return len(g.Rows)
}

// Factor is one pattern's constraint in general form, the slow and obvious way
// to say what a row does. All slices have one element per weight.
type Factor interface {
	// Update writes the message to every weight, given mean m and variance v of
	// every weight without that message.
	Update(b Messages, m, v []float64)
	// LogZ is the logarithm of the factor averaged over independent weights of
	// mean m and variance v.
	LogZ(m, v []float64) float64
}

// Row is a factor that keeps its messages u, one per weight, in its own gauge and
// sweeps them in place: cavity, message, damping and field update in one go.
type Row interface {
	// Sweep computes new messages from the fields in from, mixes
	// u ← δ u + (1−δ) u_new into u and what changed into the fields to (which may
	// be from).
	Sweep(from, to, u Messages, damping float64, work *Workspace)
	// AddTo adds the messages u to the fields h.
	AddTo(h, u Messages)
	// FreeEntropy is ln Z of the factor plus the sum of the logarithms of the
	// weights' normalisations under the cavity fields h_i − u_i: the row's share of
	// the Bethe free entropy.
	FreeEntropy(h, u Messages, work *Workspace) float64
	// Single tells whether the row sees its weights through one sum.
	Single() bool
	// Curvature is ∂²_ω ln Z of such a row at mean and variance of the sum under the cavity
	// fields h_i − u_i, as of a Gaussian sum. Minus that is how strongly the slope ∂_ω ln Z, the
	// message to a weight, answers a change of the sum.
	Curvature(h, u Messages, work *Workspace) float64
}

// Workspace is scratch for the sweeps of one goroutine, allocated once.
type Workspace struct {
	a, b, d, e []float64
	values     [kern.MaxDegree + 1]float64 // of messages at the nodes of a polynomial
	shifted    [kern.MaxDegree + 1]float64
	foreseen   []foreseen // of units, see [Discrete.Predict]
	c          [kern.MaxDegree + 1]float64
	few        kern.Flips
	at         []moments      // of the units' sums
	slopes     []float64      // dF/ds at s = 0 of the messages F(s) that were last sent to the units
	exchange   exchange       // of the row that is swept
	ballot     ballot         // of sign units
	rectified  rectified      // of ReLU units
	sums       []kern.RowSums // of real weights
	pull       kern.Pull
	two        [2][]float64 // precisions, of rows that are swept edge by edge
}

// NewWorkspace makes scratch for rows of n weights.
func NewWorkspace(n int) *Workspace {
	numbers := func() []float64 { return make([]float64, n) }
	return &Workspace{a: numbers(), b: numbers(), d: numbers(), e: numbers()}
}

// resize makes room for so many units.
func (work *Workspace) resize(units int) {
	if len(work.at) != units {
		work.at, work.sums = make([]moments, units), make([]kern.RowSums, units)
		work.slopes, work.foreseen = make([]float64, units), make([]foreseen, units)
	}
}

// precisions is scratch for the first numbers of messages that have two.
func (work *Workspace) precisions(k, n int) []float64 {
	if len(work.two[k]) < n {
		work.two[k] = make([]float64, n)
	}
	return work.two[k][:n]
}
