package factorgraph

import "fbp/gauss"

// ExactCommittee is one pattern as a factor on the binary weights of a committee,
// with nothing approximated: unit k, whose sum is S_k, contributes Second[k] ·
// Activation(S_k) to the output, which has to be at least Least. The distributions
// of the sums come from dynamic programming, and so does that of what the other
// units contribute. It is for small N and for tests; wrap it in [Edgewise].
type ExactCommittee struct {
	Units      [][]uint64 // the inputs of each unit: bit i set means ξ_i = −1
	Inputs     int        // of one unit
	Second     []int      // weights ±1 of the second layer
	Activation func(sum int) int
	Least      int
	Table      *SumTable // for Inputs weights
}

// Sign is the activation of a sign unit with an odd number of inputs.
func Sign(sum int) int {
	if sum < 0 {
		return -1
	}
	return 1
}

// ReLU is the activation max(0, S).
func ReLU(sum int) int { return max(0, sum) }

// contributions is the distribution of a sum of contributions.
type contributions struct {
	from int       // the least that is possible
	p    []float64 // of from, from + 1, …
}

// plus is the distribution of the sum of two independent contributions.
func (c contributions) plus(o contributions) contributions {
	sum := contributions{c.from + o.from, make([]float64, len(c.p)+len(o.p)-1)}
	for i, p := range c.p {
		for j, q := range o.p {
			sum.p[i+j] += float64(p * q)
		}
	}
	return sum
}

// atLeast is the probability of at least so much.
func (c contributions) atLeast(least int) float64 {
	sum := 0.0
	for i, p := range c.p {
		if c.from+i >= least {
			sum += p
		}
	}
	return sum
}

// tabulated is a channel given by its values at the sums −n, −n+2, … n.
type tabulated struct {
	Channel
	values []float64
}

// Weight implements [Channel].
func (c tabulated) Weight(sum int) float64 { return c.values[(sum+len(c.values)-1)/2] }

// unit is the factor on the weights of unit k alone, seen through a channel.
func (f *ExactCommittee) unit(k int, values []float64) *ExactDense {
	return &ExactDense{tabulated{values: values}, f.Units[k], f.Table}
}

// contribution is the distribution of what unit k contributes, its weights having
// magnetisations m.
func (f *ExactCommittee) contribution(k int, m []float64) contributions {
	n := f.Inputs
	c := contributions{p: make([]float64, 2*n+1), from: -n}
	sums := f.unit(k, make([]float64, n+1))
	sums.fill(m[k*n : (k+1)*n])
	for up, p := range f.Table.before[n][:n+1] {
		c.p[f.Second[k]*f.Activation(2*up-n)-c.from] += p
	}
	return c
}

// others are the distributions of what all units but one contribute, and of what
// all contribute.
func (f *ExactCommittee) others(m []float64) (others []contributions, all contributions) {
	units := len(f.Units)
	nothing := contributions{p: []float64{1}}
	before, after := []contributions{nothing}, make([]contributions, units+1)
	after[units] = nothing
	for k := range units {
		before = append(before, before[k].plus(f.contribution(k, m)))
	}
	for k := units - 1; k >= 0; k-- {
		after[k] = after[k+1].plus(f.contribution(k, m))
	}
	for k := range units {
		others = append(others, before[k].plus(after[k+1]))
	}
	return others, before[units]
}

// Update implements [Factor].
func (f *ExactCommittee) Update(b Messages, m, v []float64) {
	n := f.Inputs
	others, _ := f.others(m)
	for k, other := range others {
		values := make([]float64, n+1)
		for up := range values {
			values[up] = other.atLeast(f.Least - f.Second[k]*f.Activation(2*up-n))
		}
		lo, hi := k*n, (k+1)*n
		f.unit(k, values).Update(b.Slice(lo, hi), m[lo:hi], v[lo:hi])
	}
}

// LogZ implements [Factor].
func (f *ExactCommittee) LogZ(m, _ []float64) float64 {
	_, all := f.others(m)
	return gauss.Log(all.atLeast(f.Least))
}
