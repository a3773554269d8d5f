package factorgraph

import "fbp/gauss"

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

// worth is the expected factor of a pattern with this much more from one unit.
func (c contributions) worth(f Combination, more, units int) float64 {
	sum := 0.0
	for i, p := range c.p {
		if w := f.weight(c.from+i+more, units); w != 0 {
			sum += float64(p * w)
		}
	}
	return sum
}

// range of what a unit contributes.
func (f *Convolved) extent(k int) (least, most int) {
	for up := range f.Inputs + 1 {
		x := f.Combination.contribution(k, 2*up-f.Inputs)
		least, most = min(least, x), max(most, x)
	}
	return least, most
}

// contribution is the distribution of what unit k contributes, its weights having
// magnetisations m.
func (f *Convolved) contribution(k int, m []float64) contributions {
	n := f.Inputs
	least, most := f.extent(k)
	c := contributions{from: least, p: make([]float64, most-least+1)}
	sums := f.unit(k, make([]float64, n+1))
	sums.fill(m[k*n : (k+1)*n])
	for up, p := range f.Table.before[n][:n+1] {
		c.p[f.Combination.contribution(k, 2*up-n)-c.from] += p
	}
	return c
}

// others are the distributions of what all units but one contribute, and of what
// all contribute.
func (f *Convolved) others(m []float64) (others []contributions, all contributions) {
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
func (f *Convolved) Update(b Messages, m, _ []float64) {
	n := f.Inputs
	if len(f.Units) == 1 {
		f.alone().messages(b.B, m)
		return
	}
	others, _ := f.others(m)
	for k, other := range others {
		worth := make([]float64, n+1)
		for up := range worth {
			worth[up] = other.worth(f.Combination, f.Combination.contribution(k, 2*up-n), len(f.Units))
		}
		lo, hi := k*n, (k+1)*n
		f.unit(k, worth).messages(b.B[lo:hi], m[lo:hi])
	}
}

// alone is the only unit.
func (f *Convolved) alone() *single {
	t := f.Table
	if t.worth == nil {
		t.worth = make([]float64, f.Inputs+1)
	}
	for up := range t.worth {
		t.worth[up] = f.weight(f.Combination.contribution(0, 2*up-f.Inputs), 1)
	}
	t.single = single{f.Units[0], t, t.worth}
	return &t.single
}

// LogZ implements [Factor]: the logarithm of the expected factor.
func (f *Convolved) LogZ(m, _ []float64) float64 {
	if len(f.Units) == 1 {
		f.alone().fill(m)
		return gauss.Log(f.Table.after[0][0])
	}
	_, all := f.others(m)
	return gauss.Log(all.worth(f.Combination, 0, len(f.Units)))
}
