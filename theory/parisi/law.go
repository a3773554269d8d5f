package parisi

import "math"

// law gives a [Chain] of k cells by the parameters x of a search: the first are those of the free overlaps, t_j with
// σ(t) = 1/(1 + e^−t), of which all overlaps follow, the others those of the k values y_i,
//
//	ln(1 − q_i) = offset_i + Σ_j share_ij ln σ(t_j)
//	ln y_i = x_i,   or, of a rising law, whose y_i do not fall, ln y_i = ln y_{i−1} + x_i².
//
// Free overlaps are the outermost ones, q_0 = q_m and, with a gap behind it, q_1, its end:
//
//	q:  q_m │          gap          │ q_1 │ q_2 │ q_3 … │ q_k
//	    t_0                           t_1   ── share and offset ──
//
// chain makes a chain of parameters, and turn the gradient by the parameters of that by the chain. A search begins with
// start, and goes on with the parameters of a chain that was found: refine of other cells, near of a law all of whose overlaps are free.
type law struct {
	free   int
	share  [][]float64
	offset []float64
	rising bool
}

// powerLaw is a law of k cells to 1 − q_k = end, of which the outermost free overlaps are free. With g = 1 − q of the last
// of these, the i-th of the n overlaps behind it has
//
//	1 − q = g (1 − i/n)^power.
func powerLaw(k, free int, power, end float64) law {
	l := law{free: free, rising: free > 1, share: make([][]float64, k+1), offset: make([]float64, k+1)}
	for i := range k {
		l.share[i] = make([]float64, free)
		for j := range min(i+1, free) {
			l.share[i][j] = 1
		}
		if n := i - (free - 1); n > 0 {
			l.offset[i] = power * math.Log(1-float64(n)/float64(k-free+1))
		}
	}
	l.share[k], l.offset[k] = make([]float64, free), math.Log(end)
	return l
}

// geometricLaw is a law of k cells, of which the outermost free overlaps and the innermost one, q_k, are free; 1 − q between them
// falls by equal factors.
func geometricLaw(k, free int) law {
	l := powerLaw(k, free+1, 1, 1)
	l.rising = free > 1
	for i := range k + 1 {
		l.offset[i] = 0
		for j := range free {
			l.share[i][j] = 0
			if j <= i {
				l.share[i][j] = 1
			}
		}
		l.share[i][free] = max(0, float64(i-free+1)/float64(k-free+1))
	}
	return l
}

// chain is that of the parameters x.
func (l law) chain(x []float64) Chain {
	k := len(l.offset) - 1
	c := Chain{make([]float64, k+1), make([]float64, k)}
	for i := range c.V {
		log := l.offset[i]
		for j, s := range l.share[i] {
			log -= s * math.Log1p(math.Exp(-x[j]))
		}
		c.V[i] = math.Exp(log)
	}
	log := 0.0
	for i := range c.Y {
		if t := x[l.free+i]; l.rising && i > 0 {
			log += t * t
		} else {
			log = t
		}
		c.Y[i] = math.Exp(log)
	}
	return c
}

// rises replaces values ln y_i by the parameters of a rising law, x_i = √(ln y_i − ln y_{i−1}), and leaves those of others. At x_i = 0 the
// gradient by it vanishes, so that none begins there.
func (l law) rises(ln []float64) {
	if !l.rising {
		return
	}
	log := ln[0]
	for i := 1; i < len(ln); i++ {
		ln[i] = math.Sqrt(max(ln[i]-log, leastRise))
		log += ln[i] * ln[i]
	}
}

// leastRise is how much ln y rises by at least where a search begins.
const leastRise = 0.01

// turn writes the gradient by the parameters x, given that by V_i = 1 − q_i and y_i, of the chain c:
//
//	∂/∂t_j = Σ_i V_i ∂/∂V_i share_ij (1 − σ(t_j)),   ∂/∂ln y_i = y_i ∂/∂y_i,
//
// and of a rising law ∂/∂x_i = 2 x_i Σ_{l≥i} ∂/∂ln y_l.
func (l law) turn(into, x []float64, c Chain, by gradient) {
	clear(into)
	for i, v := range c.V {
		for j, s := range l.share[i] {
			into[j] += by.v[i] * v * s / (1 + math.Exp(x[j]))
		}
	}
	for i, y := range c.Y {
		into[l.free+i] = by.y[i] * y
	}
	if l.rising {
		for i, sum := len(c.Y)-1, 0.0; i >= 0; i-- {
			sum += into[l.free+i]
			into[l.free+i] = sum
			if i > 0 {
				into[l.free+i] *= 2 * x[l.free+i]
			}
		}
	}
}

// start is a first guess of the parameters of a law: 1 − q = g of the first overlap, and y ∝ (1−q)^−decay.
func (l law) start(g, decay float64) []float64 {
	k := len(l.offset) - 1
	x := make([]float64, l.free+k)
	for j := range l.free {
		x[j] = logit(g)
	}
	c := l.chain(x)
	for i := range k {
		x[l.free+i] = math.Log(4) - decay*math.Log(c.middle(i))
	}
	l.rises(x[l.free:])
	return x
}

// middle is 1 − q in the middle of cell i.
func (c Chain) middle(i int) float64 { return (c.V[i] + c.V[i+1]) / 2 }

// falls tells whether y falls anywhere in the outer half of a chain; innermost y are hardly determined.
func (c Chain) falls() bool {
	for i := range len(c.Y) / 2 {
		if c.Y[i+1] < c.Y[i] {
			return true
		}
	}
	return false
}

// alike tells whether two neighbouring y are the same, where nothing depends on the overlap between them.
func (c Chain) alike() bool {
	for i, y := range c.Y[1:] {
		if y < c.Y[i]*(1+1e-6) {
			return true
		}
	}
	return false
}

// comesBack is a first guess of where the gap of a relaxed chain ends, whose y falls behind q_m: a step
// behind where y is as large as at q_m again. Searches go inwards from there; where y_1 = y_2, where the gap ends before, is no slope.
func (c Chain) comesBack() int {
	i := 1
	for i < len(c.Y)-2 && c.Y[i] < c.Y[0] {
		i++
	}
	return i + 1
}

// refine are the parameters with these overlaps, and y near those of a chain c of other cells: ln y is interpolated linearly in
// ln(1−q) between the middles of its cells, and beyond them y ∝ (1−q)^−decay.
func (l law) refine(c Chain, overlaps []float64, decay float64) []float64 {
	x := append(append([]float64{}, overlaps...), make([]float64, len(l.offset)-1)...)
	fine := l.chain(x)
	k := len(c.Y)
	for i := range fine.Y {
		at := math.Log(fine.middle(i))
		j := 0
		for j < k-2 && math.Log(c.middle(j+1)) > at {
			j++
		}
		a, b := math.Log(c.middle(j)), math.Log(c.middle(min(j+1, k-1)))
		ya, yb := math.Log(c.Y[j]), math.Log(c.Y[min(j+1, k-1)])
		switch {
		case at > a || k == 1:
			x[l.free+i] = ya - decay*(at-a)
		case at < b:
			x[l.free+i] = yb - decay*(at-b)
		default:
			x[l.free+i] = ya + (yb-ya)*(at-a)/(b-a)
		}
	}
	l.rises(x[l.free:])
	return x
}

// near are the parameters of the chain c, of a law all of whose overlaps are free.
func (l law) near(c Chain) (x []float64) {
	outer := 1.0
	for _, v := range c.V[:l.free] {
		x = append(x, logit(v/outer))
		outer = v
	}
	for _, y := range c.Y {
		x = append(x, math.Log(y))
	}
	l.rises(x[l.free:])
	return x
}
