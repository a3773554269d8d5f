package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// lattice is the distributions of all sums of a row of [Rectified] units, S_k of each unit on
// the integers of the parity of its number of inputs, and D on the integers. They come
// from dynamic programming forwards and backwards over the weights of a unit, and over the
// units. Only the sums within some standard deviations of the mean are followed.
type lattice struct {
	units         []unitLattice
	before, after []spread // of the contributions of the units before k, and from k on
	others        spread
}

// spread is a distribution on the integers from, from + 1, …
type spread struct {
	from  int
	p     []float64
	above []float64 // probability of at least as much
}

// unitLattice is the window of counts that is followed for one unit: before[i]
// starts at count lo[i], a count being that of the weights along the pattern among
// the first i.
type unitLattice struct {
	up, down      []float64 // probabilities of each weight to lie along the pattern, and against it
	lo            []int
	width         int
	before, after []float64 // width numbers for each i
	out           spread    // of c max(0, S)
}

// fill computes the distributions of a row and returns ln Z.
func (c *Rectified) fill(f *Discrete, h, u []float64, work *Workspace) (logZ float64) {
	l, n := &work.rectified.lattice, len(f.Units)
	if len(l.units) != n {
		*l = lattice{units: make([]unitLattice, n), before: make([]spread, n+1), after: make([]spread, n+1)}
	}
	l.before[0].certain()
	l.after[n].certain()
	for k, signs := range f.Units {
		l.units[k].load(f.part(k, h), f.part(k, u), signs, work.at[k].v)
		l.units[k].contribute(c.Second[k])
		l.before[k+1].sum(&l.before[k], &l.units[k].out)
	}
	for k := n - 1; k >= 0; k-- {
		l.after[k].sum(&l.units[k].out, &l.after[k+1])
	}
	l.after[0].accumulate()
	return gauss.Log(max(leastProbability, l.after[0].exceeds(c.Threshold)))
}

// messages writes the gauged messages to the weights of unit k.
func (l *lattice) messages(m []float64, k int, c *Rectified) {
	t := &l.units[k]
	l.others.sum(&l.before[k], &l.after[k+1])
	l.others.accumulate()
	n := len(t.up)
	payoff := t.row(t.after, n)
	for j := range payoff {
		sum := 2*(t.lo[n]+j) - n
		payoff[j] = l.others.exceeds(c.Threshold - float64(c.Second[k]*max(0, sum)))
	}
	for i := n - 1; i >= 0; i-- {
		t.back(i)
		m[i] = t.message(i)
	}
}

// certain is the distribution of nothing.
func (d *spread) certain() { d.from, d.p = 0, append(d.p[:0], 1) }

// sum is that of the sum of two independent numbers.
func (d *spread) sum(a, b *spread) {
	d.from, d.p = a.from+b.from, room(d.p, len(a.p)+len(b.p)-1)
	clear(d.p)
	for i, x := range a.p {
		if x == 0 {
			continue
		}
		to := d.p[i : i+len(b.p)]
		for j, y := range b.p {
			to[j] = math.FMA(x, y, to[j])
		}
	}
}

// accumulate computes the probabilities of at least as much.
func (d *spread) accumulate() {
	d.above = room(d.above, len(d.p)+1)
	sum := 0.0
	for i := len(d.p) - 1; i >= 0; i-- {
		d.above[i+1] = sum
		sum += d.p[i]
	}
	d.above[0] = sum
}

// exceeds is the probability of more than x, and half that of x.
func (d *spread) exceeds(x float64) float64 {
	floor := math.Floor(x)
	i := int(floor) - d.from
	sum := d.above[min(max(i+1, 0), len(d.p))]
	if floor == x && i >= 0 && i < len(d.p) {
		sum += 0.5 * d.p[i]
	}
	return sum
}

// room gives x length n; its content is lost.
func room[E any](x []E, n int) []E {
	if cap(x) < n {
		return make([]E, n, n+n/2)
	}
	return x[:n]
}

// load reads the cavity fields of a unit whose sum has variance v, and computes the
// distributions of counts.
func (t *unitLattice) load(h, u []float64, signs []uint64, v float64) {
	n := len(h)
	t.up, t.down, t.lo = room(t.up, n), room(t.down, n), room(t.lo, n+1)
	half := min(n, int(4.5*math.Sqrt(v))+12)
	t.width = 2*half + 1
	t.before, t.after = room(t.before, (n+1)*t.width), room(t.after, (n+1)*t.width)
	t.lo[0] = -half
	first := t.row(t.before, 0)
	clear(first)
	first[half] = 1
	mean := 0.0
	for i := range h {
		x := kern.Sign(signs, i)*h[i] - u[i]
		t.up[i], t.down[i] = 1/(1+gauss.Exp(-2*x)), 1/(1+gauss.Exp(2*x))
		mean += t.up[i]
		t.lo[i+1] = max(t.lo[i], int(math.RoundToEven(mean))-half)
		t.forward(i)
	}
}

// row is the window of i weights.
func (t *unitLattice) row(x []float64, i int) []float64 {
	return x[i*t.width : (i+1)*t.width : (i+1)*t.width]
}

// forward computes before[i+1], whose window starts as that of before[i] or one later.
func (t *unitLattice) forward(i int) {
	from, to, up, down := t.row(t.before, i), t.row(t.before, i+1), t.up[i], t.down[i]
	if t.lo[i+1] == t.lo[i] {
		below := 0.0
		for j, p := range from {
			to[j] = math.FMA(up, below, float64(down*p))
			below = p
		}
		return
	}
	for j, p := range from[:t.width-1] {
		to[j] = math.FMA(up, p, float64(down*from[j+1]))
	}
	to[t.width-1] = up * from[t.width-1]
}

// back computes after[i] from after[i+1].
func (t *unitLattice) back(i int) {
	from, to, up, down := t.row(t.after, i+1), t.row(t.after, i), t.up[i], t.down[i]
	if t.lo[i+1] == t.lo[i] {
		for j, p := range from[:t.width-1] {
			to[j] = math.FMA(up, from[j+1], float64(down*p))
		}
		to[t.width-1] = from[t.width-1]
		return
	}
	to[0] = from[0]
	for j, p := range from[:t.width-1] {
		to[j+1] = math.FMA(up, from[j+1], float64(down*p))
	}
}

// message is ½ ln of the ratio of what the pattern is worth given that weight i lies
// along it, or against it.
func (t *unitLattice) message(i int) float64 {
	before, after := t.row(t.before, i), t.row(t.after, i+1)
	up, down := 0.0, 0.0
	if t.lo[i+1] == t.lo[i] {
		for j, p := range before {
			up, down = math.FMA(p, after[min(j+1, t.width-1)], up), math.FMA(p, after[j], down)
		}
	} else {
		for j, p := range before {
			up, down = math.FMA(p, after[j], up), math.FMA(p, after[max(j-1, 0)], down)
		}
	}
	up, down = max(up, leastProbability), max(down, leastProbability)
	return 0.5 * logRatio(up, down)
}

// contribute computes the distribution of c max(0, S).
func (t *unitLattice) contribute(c int) {
	n := len(t.up)
	last := t.row(t.before, n)
	least, most := 2*t.lo[n]-n, 2*(t.lo[n]+t.width-1)-n
	least, most = max(0, least), max(0, min(most, n))
	t.out.p = room(t.out.p, most-least+1)
	clear(t.out.p)
	if t.out.from = least; c < 0 {
		t.out.from = -most
	}
	for j, p := range last {
		out := min(max(2*(t.lo[n]+j)-n, 0), most)
		if c < 0 {
			t.out.p[most-out] += p
		} else {
			t.out.p[out-least] += p
		}
	}
}
