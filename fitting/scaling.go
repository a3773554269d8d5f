package fitting

import (
	"math"

	"fbp/gauss"
)

// Scaling is how the logistics of all sizes change with N,
//
//	Half = Infinite + B N^(−1/Shift),   Width = C N^(−1/ν),
//
// so that success depends on N^(1/ν) (x − Half) alone. ν is sought between MinNu and MaxNu: an
// end of an interval that is not found there is open. The exponent of the shift is hardly
// determined by sizes of a decade or two, and the limit depends on it: Shift is the most likely of
// [Shifts], and an interval reaches from the lowest to the highest end of those at all of them.
//
// Deviance is twice the log-likelihood by which it falls short of sizes with logistics of their own, a χ² of two numbers for each
// size but four, if the scaling holds.
type Scaling struct {
	Infinite, Nu Estimate
	B, C, Shift  float64
	Deviance     float64
	Status       Status
	Profile      []Scaling // those at each of Shifts, with their own intervals
}

// Shifts are the exponents of the shift for which a limit is stated: N^(−1) to N^(−1/4) in equal steps.
var Shifts = []float64{1, 4. / 3, 2, 4}

// The range in which ν is sought.
const (
	MinNu = 0.25
	MaxNu = 20.
)

// MinSizes is the number of sizes from which on FitScaling is of use.
const MinSizes = 4

// FitScaling is the Scaling of maximum likelihood of sizes with their own logistics, in
// the same order. Intervals are those of the profile likelihood, as of FitLogistic, at each of Shifts.
// ok is false with fewer than MinSizes sizes.
func FitScaling(sizes []Size, own []Logistic) (s Scaling, ok bool) {
	if len(sizes) < MinSizes {
		return s, false
	}
	f := newScalingFit(sizes)
	best, apart := math.Inf(-1), 0.0
	for _, l := range own {
		apart += l.most
	}
	var fits []Scaling
	for _, shift := range Shifts {
		f.shift = 1 / shift
		g, theta, most := f.best(math.NaN())
		if status := f.status(own, theta); status != "" {
			return Scaling{Infinite: nothing, Nu: nothing, Status: status}, true
		}
		fit := f.scaling(g, theta)
		f.intervals(&fit, g, most)
		fit.Deviance = 2 * (apart - most)
		fit.Status = fit.status(len(own))
		if fits = append(fits, fit); most > best {
			s, best = fit, most
		}
	}
	for _, fit := range fits {
		s.Infinite, s.Nu = s.Infinite.with(fit.Infinite), s.Nu.with(fit.Nu)
	}
	s.Profile, s.Status = fits, s.status(len(own))
	return s, true
}

// status judges a fit of this many sizes. The exponent of the shift is no parameter here: sizes hardly determine it.
func (s *Scaling) status(sizes int) Status {
	switch {
	case poor(s.Deviance, 2*sizes-4):
		return PoorFit
	case s.Infinite.open() || s.Nu.open():
		return Unbounded
	}
	return OK
}

// with is the estimate whose interval has another one in it too.
func (e Estimate) with(other Estimate) Estimate {
	return Estimate{e.Value, min(e.Low, other.Low), max(e.High, other.High)} // NaN, an open end, stays one
}

// Size is the logistic that the scaling has at a size, without intervals.
func (s Scaling) Size(n float64) (half, width float64) {
	return s.Infinite.Value + s.B*math.Pow(n, -1/s.Shift), s.C * math.Pow(n, -1/s.Nu.Value)
}

// scalingFit are the points of all sizes, x in units in which they have range 1, and N
// in units of its geometric mean.
type scalingFit struct {
	points       []Trial
	ratio        []float64 // ln N/N_0 of each point
	middle, span float64
	logN         float64 // ln N_0
	shift        float64 // 1/Shift
	three, two   *terms
}

func newScalingFit(sizes []Size) *scalingFit {
	f := &scalingFit{}
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range sizes {
		f.logN += gauss.Log(s.N) / float64(len(sizes))
	}
	for _, s := range sizes {
		for _, p := range merged(s.Points) {
			f.points, f.ratio = append(f.points, p), append(f.ratio, gauss.Log(s.N)-f.logN)
			low, high = min(low, p.X), max(high, p.X)
		}
	}
	f.middle, f.span = (low+high)/2, max(high-low, 1e-12)
	f.three, f.two = newTerms(f.points, 3), newTerms(f.points, 2)
	return f
}

// status says why there is no fit, "" if there is one.
func (f *scalingFit) status(own []Logistic, theta [3]float64) Status {
	defined := 0
	for _, l := range own {
		if l.defined {
			defined++
		}
	}
	switch {
	case !(theta[0] > 0):
		return Increasing
	case defined < 2 || theta[0] > 1e7: // no exponent follows from one width
		return Separated
	}
	return ""
}

// scaling is the one of parameters.
func (f *scalingFit) scaling(g float64, theta [3]float64) Scaling {
	s := Scaling{Infinite: nothing, Nu: nothing}
	s.Infinite.Value, s.Nu.Value, s.Shift = f.middle+float64(f.span*theta[1]/theta[0]), 1/g, 1/f.shift
	s.C = float64(f.span/theta[0]) * gauss.Exp(float64(g*f.logN))
	s.B = float64(f.span*theta[2]/theta[0]) * gauss.Exp(float64(f.shift*f.logN))
	return s
}

// at is the largest log-likelihood for an exponent g = 1/ν, and for a limit of the
// middle (in the units of the fit) unless that is NaN. The log-odds are
//
//	θ_0 (limit − x) N^g + θ_2 N^(g−1/Shift),   θ_1 = θ_0 limit,   N in units of N_0.
func (f *scalingFit) at(g, limit float64) (theta [3]float64, most float64) {
	free := math.IsNaN(limit)
	for i, p := range f.points {
		x, grown := (p.X-f.middle)/f.span, gauss.Exp(float64(g*f.ratio[i]))
		shift := gauss.Exp(float64((g - f.shift) * f.ratio[i]))
		if free {
			f.three.x[0][i], f.three.x[1][i], f.three.x[2][i] = -float64(x*grown), grown, shift
		} else {
			f.two.x[0][i], f.two.x[1][i] = float64((limit-x)*grown), shift
		}
	}
	if free {
		return f.three.maximise()
	}
	return f.two.maximise()
}

// best is the maximum over the exponent, found on a grid and then by golden section.
func (f *scalingFit) best(limit float64) (g float64, theta [3]float64, most float64) {
	const points = 24
	ratio := gauss.Log(MaxNu / MinNu)
	grid := func(k float64) float64 { return gauss.Exp(float64(ratio*k/points)) / MaxNu }
	value := func(k float64) float64 {
		theta, l := f.at(grid(k), limit)
		if theta[0] < 0 { // success would rise with α
			return math.Inf(-1)
		}
		return l
	}
	k, most := 0.0, math.Inf(-1)
	for i := range points + 1 {
		if l := value(float64(i)); l > most {
			k, most = float64(i), l
		}
	}
	const golden = 0.6180339887498949
	low, high := max(k-1, 0), min(k+1, points)
	a, b := high-float64(golden*(high-low)), low+float64(golden*(high-low))
	la, lb := value(a), value(b)
	for high-low > 1e-6 {
		if la >= lb {
			high, b, lb = b, a, la
			a = high - float64(golden*(high-low))
			la = value(a)
		} else {
			low, a, la = a, b, lb
			b = low + float64(golden*(high-low))
			lb = value(b)
		}
	}
	if la > most || lb > most {
		k = (low + high) / 2
	}
	theta, l := f.at(grid(k), limit)
	return grid(k), theta, max(l, most)
}

// intervals fills in those of the limit and of ν.
func (f *scalingFit) intervals(s *Scaling, g, most float64) {
	least := most - chi2/2
	exponent := func(g float64) bool { _, l := f.at(g, math.NaN()); return l >= least }
	if !exponent(1 / MaxNu) {
		s.Nu.High = 1 / crossing(g, 1/MaxNu, exponent)
	}
	if !exponent(1 / MinNu) {
		s.Nu.Low = 1 / crossing(g, 1/MinNu, exponent)
	}
	limit := func(z float64) bool { _, _, l := f.best(z); return l >= least }
	z := (s.Infinite.Value - f.middle) / f.span
	s.Infinite.Low, s.Infinite.High = f.limitEnd(z, -1, limit), f.limitEnd(z, 1, limit)
}

// limitEnd is an end of the interval of the limit, NaN if there is none within thirty
// times the range of the points.
func (f *scalingFit) limitEnd(z, sign float64, within func(float64) bool) float64 {
	far := 1. / 32
	for ; within(z + float64(sign*far)); far *= 2 {
		if far > 32 {
			return math.NaN()
		}
	}
	in, out := z, z+float64(sign*far)
	for range 24 { // to 1e-8 of the range
		if mid := (in + out) / 2; within(mid) {
			in = mid
		} else {
			out = mid
		}
	}
	return f.middle + float64(f.span*(in+out)/2)
}
