package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// Tabulated is a channel given by the values of ln f at every sum that a pattern of N
// weights can have, S = −N, −N+2 … N, such as −βℓ(S/√N) for a loss ℓ at inverse
// temperature β. Its Gaussian average is taken on the lattice where S lives,
//
//	Z(ω, V) = Σ_S 2 G((S − ω)/√V)/√V f(S),
//
// for V of at least 7: there the sum of the Gaussian alone is 1 to 1e-15. An f with a
// kink or a jump needs no more care than a smooth one.
//
// The Gaussian reaches beyond ±N, and f is asked for there too.
type Tabulated struct {
	first   int       // S of the first value
	logs    []float64 // ln f
	weights []float64 // f, at least leastWeight where ln f is finite
	lo, hi  int       // the first and the last value that are finite
	idle    int       // from here on f is 1
	jump    int       // f jumps up between the last place and this; 0 if it does not
	concave bool      // ln f is
	width   float64   // of the changes of f, in sums; 0: at a kink or a jump
	bend    float64   // the largest −(ln f)''
}

// leastWeight keeps messages on the lattice finite.
const leastWeight = 1e-300

// NewTabulated makes the channel of n weights from ln f(S) ≤ 0, which is −Inf nowhere,
// or from some S on, on one side or both. Width is the distance over which a smooth
// function changes, such as √N/γ of the cross-entropy; 0 where it has a kink or a jump.
func NewTabulated(n int, width float64, log func(sum int) float64) *Tabulated {
	beyond := 20*(int(math.Sqrt(float64(n)))+1) + 40
	c := &Tabulated{first: -n - 2*(beyond/2), width: 0.4 * width}
	size := -c.first + 1
	c.logs, c.weights = make([]float64, size), make([]float64, size)
	c.lo, c.hi, c.idle = size, -1, size
	for k := range c.logs {
		c.logs[k] = log(c.first + 2*k)
		if math.IsInf(c.logs[k], -1) {
			continue
		}
		c.weights[k] = max(gauss.Exp(c.logs[k]), leastWeight)
		c.lo, c.hi = min(c.lo, k), k
	}
	c.jump = c.jumps()
	c.concave = true
	for k := c.lo + 1; k < c.hi; k++ {
		bend := 0.25 * (2*c.logs[k] - c.logs[k-1] - c.logs[k+1])
		c.bend = max(c.bend, bend)
		c.concave = c.concave && bend >= -1e-12*(1-c.logs[k])
	}
	for c.idle > 0 && c.weights[c.idle-1] == 1 {
		c.idle--
	}
	return c
}

// jumps finds the place up to which f is flat, and from which on it is more than
// e times as large.
func (c *Tabulated) jumps() int {
	for k := c.lo + 1; k <= c.hi; k++ {
		if step := c.logs[k] - c.logs[k-1]; step != 0 {
			if step > 1 {
				return k
			}
			break
		}
	}
	return 0
}

// place is where a sum stands in the table, at its end for one beyond it.
func (c *Tabulated) place(sum int) int { return min(max((sum-c.first)/2, 0), len(c.logs)-1) }

// Weight implements [Channel].
func (c *Tabulated) Weight(sum int) float64 { return c.weights[c.place(sum)] }

// Step implements [kern.Lattice].
func (*Tabulated) Step() (least int, below float64, ok bool) { return 0, 0, false }

// Need implements [kern.Lattice].
func (c *Tabulated) Need(sum int) (flips int, gain float64) {
	switch k := c.place(sum); {
	case k < c.lo:
		return c.lo - k, math.Inf(1)
	case k > c.hi:
		return c.hi - k, math.Inf(1)
	case k < c.jump:
		return c.jump - k, c.logs[c.jump] - c.logs[k]
	}
	return 0, 0
}

// Idle implements [Channel].
func (c *Tabulated) Idle(omega, v float64) bool {
	return c.idle < len(c.logs) && kern.Idle(omega-float64(c.first+2*c.idle), v)
}

// leftOut is the exponent of terms that are neglected, relative to the largest one:
// e^−42 = 6e-19.
const leftOut = 42

// window are the places of the largest term, or of one that is not small, and of all
// that matter around it. The term at S is at most its Gaussian e^{−(S−ω)²/2V}; if ln f
// is concave, terms fall on either side of the largest.
func (c *Tabulated) window(omega, scale float64) (from, middle, to int) {
	middle = min(max(c.place(int(omega)), c.lo), c.hi)
	if c.concave {
		first := float64(c.first) - omega
		lo, hi := c.lo, c.hi
		for lo < hi { // t rises up to lo, and falls from hi on
			k := (lo + hi) / 2
			d := first + float64(2*k)
			// t_{k+1} − t_k, with (d+2)² − d² = 4(d+1)
			if c.logs[k+1]-c.logs[k]+float64(4*scale*(d+1)) > 0 {
				lo = k + 1
			} else {
				hi = k
			}
		}
		return c.lo, lo, c.hi
	}
	d := float64(c.first+2*middle) - omega
	reach := math.Sqrt(float64(d*d) + (c.logs[middle]-leftOut)/scale)
	from, to = c.place(int(omega-reach)), c.place(int(omega+reach))+1
	return min(max(from, c.lo), middle), middle, max(min(to, c.hi), middle)
}

// stride is how many places of the table apart terms may be added up: the sum of a
// smooth f does not depend on it while it is short against every width.
func (c *Tabulated) stride(scale float64) int {
	if c.width == 0 {
		return 1
	}
	narrow := 0.7 / math.Sqrt(float64(-2*scale)+c.bend)
	return max(1, int(0.5*min(narrow, c.width)))
}

// terms are sums of e^t, t = ln f − (S − ω)²/2V relative to its largest value.
type terms struct{ top, sum, mean, square float64 }

// add adds the term at place k, and tells whether it matters.
func (c *Tabulated) add(s *terms, k int, first, scale float64) bool {
	d := first + float64(2*k)
	t := c.logs[k] + float64(float64(d*d)*scale) - s.top
	if t < -leftOut {
		return false
	}
	e := gauss.Exp(t)
	s.sum += e
	e = float64(e * d)
	s.mean += e
	s.square += float64(e * d)
	return true
}

// Output implements [Channel]: with averages ⟨⟩ of S over f and the Gaussian, the
// derivatives are ⟨S − ω⟩/V and ⟨(S − ω)²⟩/V² − 1/V − ⟨S − ω⟩²/V².
func (c *Tabulated) Output(omega, v float64) Output {
	v = max(v, kern.LeastVariance)
	scale, first := -0.5/v, float64(c.first)-omega
	from, middle, to := c.window(omega, scale)
	s, stride := terms{top: math.Inf(-1)}, 1
	if c.concave {
		from, to, stride = c.lo, c.hi, c.stride(scale)
		d := first + float64(2*middle)
		s.top = c.logs[middle] + float64(float64(d*d)*scale)
	} else {
		for k := from; k <= to; k++ {
			d := first + float64(2*k)
			s.top = max(s.top, c.logs[k]+float64(float64(d*d)*scale))
		}
	}
	for k := middle; k <= to; k += stride {
		if !c.add(&s, k, first, scale) && c.concave {
			break
		}
	}
	for k := middle - stride; k >= from; k -= stride {
		if !c.add(&s, k, first, scale) && c.concave {
			break
		}
	}
	slope, spread := s.mean/(s.sum*v), s.square/(s.sum*v)
	return Output{
		LogZ:      s.top + gauss.Log(float64(float64(stride)*s.sum*math.Sqrt(2/(math.Pi*v)))),
		Slope:     slope,
		Curvature: (spread-1)/v - float64(slope*slope),
	}
}

// Messages implements [Channel].
func (c *Tabulated) Messages(f, s []float64, omega, v float64) {
	for k, m := range s {
		rest := max(math.FMA(m, m, v-1), kern.LeastVariance)
		f[k] = 0.5 * (c.Output(omega-m+1, rest).LogZ - c.Output(omega-m-1, rest).LogZ)
	}
}

func (c *Tabulated) logZ(omega, v float64) float64 { return c.Output(omega, v).LogZ }

func (c *Tabulated) message(omega, xm, x, v float64) float64 {
	return 0.5 * (c.logZ(omega-xm+x, v) - c.logZ(omega-xm-x, v))
}

// over panics: a table of sums of signs has no scale.
func (c *Tabulated) over(func(float64) float64) Channel {
	panic("factorgraph: a table over sums of signs serves no real inputs")
}
