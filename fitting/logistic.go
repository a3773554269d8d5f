package fitting

import (
	"cmp"
	"math"
	"slices"
)

// Logistic is the success probability of one size,
//
//	p(x) = 1/(1 + exp((x − Half)/Width)),   Width > 0:
//
// one half at x = Half, 0.73 a Width below it, and from 0.9 to 0.1 over 4.39 Widths.
type Logistic struct {
	Half, Width Estimate
	Status      Status

	most    float64 // of the log-likelihood
	defined bool    // Half and Width have values
}

// FitLogistic is the logistic of maximum likelihood of the points of a size, whose
// order does not matter. The 95 % interval of a parameter is where the log-likelihood,
// largest over the other one with Width > 0, is within χ²/2 = 1.92 of its maximum.
func FitLogistic(points []Trial) Logistic {
	f, status, beyond := newLogisticFit(points), Status(""), 0.5+1e-6 // the points are from −0.5 to 0.5
	switch {
	case f.distinct == 0 || f.points[0].X == f.points[len(f.points)-1].X:
		return Logistic{nothing, nothing, OnePoint, f.flat(), false}
	case f.all(func(p Trial) bool { return p.Solved >= p.Trials }):
		status = AllSolved
	case f.all(func(p Trial) bool { return p.Solved <= 0 }):
		status, beyond = NoneSolved, -beyond
	}
	if status != "" {
		return Logistic{f.half(beyond, 0), nothing, status, 0, false}
	}
	if at, jumps := f.jump(); jumps {
		most := saturated(f.points)
		return Logistic{f.half(at, most), f.width(math.NaN(), most), Separated, most, false}
	}
	slope, half, most := f.best()
	if !(slope > 0) {
		return Logistic{nothing, nothing, Increasing, most, false}
	}
	l := Logistic{f.half(half, most), f.width(slope, most), OK, most, true}
	l.Half.Value, l.Width.Value = f.x(half), f.scale/slope
	switch {
	case poor(2*(saturated(f.points)-most), f.distinct-2):
		l.Status = PoorFit // first: an end that is open is an empty cell, which shows by itself
	case l.Half.open() || l.Width.open():
		l.Status = Unbounded
	}
	return l
}

// At is the probability at x.
func (l Logistic) At(x float64) float64 { return 1 / (1 + math.Exp((x-l.Half.Value)/l.Width.Value)) }

// logisticFit are points in units in which their values of x have mean 0 and range 1.
type logisticFit struct {
	points        []Trial // sorted, and those with the same x added up
	middle, scale float64
	distinct      int
	one, two      *terms
}

func newLogisticFit(points []Trial) *logisticFit {
	f := &logisticFit{points: merged(points), scale: 1}
	f.distinct = len(f.points)
	if f.distinct > 0 {
		low, high := f.points[0].X, f.points[f.distinct-1].X
		if f.middle = (low + high) / 2; high > low {
			f.scale = high - low
		}
	}
	f.one, f.two = newTerms(f.points, 1), newTerms(f.points, 2)
	return f
}

// merged are the points by x, each value once, those without trials left out.
func merged(points []Trial) (out []Trial) {
	points = slices.Clone(points)
	slices.SortStableFunc(points, func(a, b Trial) int { return cmp.Compare(a.X, b.X) })
	for _, p := range points {
		last := len(out) - 1
		switch {
		case !(p.Trials > 0):
		case last >= 0 && out[last].X == p.X:
			out[last].Solved += p.Solved
			out[last].Trials += p.Trials
		default:
			out = append(out, p)
		}
	}
	return out
}

func (f *logisticFit) all(is func(Trial) bool) bool {
	return !slices.ContainsFunc(f.points, func(p Trial) bool { return !is(p) })
}

// z and x go from values of the points to those of the fit, and back.
func (f *logisticFit) z(x float64) float64 { return (x - f.middle) / f.scale }
func (f *logisticFit) x(z float64) float64 { return f.middle + float64(z*f.scale) }

// jump tells whether all are solved below a point and none above it, and where: at that
// point, on its side that has the right probability, or between two.
func (f *logisticFit) jump() (at float64, jumps bool) {
	i := 0
	for f.points[i].Solved >= f.points[i].Trials {
		i++
	}
	mixed := f.points[i].Solved > 0
	for _, p := range f.points[i+1:] {
		if p.Solved > 0 {
			return 0, false
		}
	}
	here := f.z(f.points[i].X)
	switch {
	case !mixed:
		return (here + f.z(f.points[i-1].X)) / 2, true
	case 2*f.points[i].Solved > f.points[i].Trials:
		return here + 1e-7, true
	case 2*f.points[i].Solved < f.points[i].Trials:
		return here - 1e-7, true
	}
	return here, true
}

// flat is the log-likelihood of one probability for all points.
func (f *logisticFit) flat() float64 {
	all := Trial{}
	for _, p := range f.points {
		all.Solved, all.Trials = all.Solved+p.Solved, all.Trials+p.Trials
	}
	return saturated([]Trial{all})
}

// best are slope and middle of the maximum.
func (f *logisticFit) best() (slope, half, most float64) {
	for i, p := range f.points {
		f.two.x[0][i], f.two.x[1][i] = 1, -f.z(p.X)
	}
	theta, most := f.two.maximise()
	return theta[1], theta[0] / theta[1], most
}

// atHalf is the largest log-likelihood of a middle, of all slopes ≥ 0.
func (f *logisticFit) atHalf(half float64) float64 {
	for i, p := range f.points {
		f.one.offset[i], f.one.x[0][i] = 0, half-f.z(p.X)
	}
	theta, most := f.one.maximise()
	if theta[0] < 0 { // concave: the slope 0 is then the best
		return f.one.logLikelihood([3]float64{})
	}
	return most
}

// atSlope is the largest log-likelihood of a slope.
func (f *logisticFit) atSlope(slope float64) float64 {
	for i, p := range f.points {
		f.one.offset[i], f.one.x[0][i] = -float64(slope*f.z(p.X)), 1
	}
	_, most := f.one.maximise()
	return most
}

// half is the interval of the middle around a value of it. Far away p is the same at all
// points, and at most (at least) one half if the middle is below (above) them: if that is
// likely enough, there is no end.
func (f *logisticFit) half(at, most float64) Estimate {
	e := nothing
	least, coin := most-chi2/2, f.one.logLikelihood([3]float64{})
	low, high := coin, coin // of middles at −∞ and +∞
	if f.share() < 0.5 {
		low = f.flat()
	} else {
		high = f.flat()
	}
	within := func(z float64) bool { return f.atHalf(z) >= least }
	if low < least {
		e.Low = f.x(f.end(at, -1, within))
	}
	if high < least {
		e.High = f.x(f.end(at, 1, within))
	}
	return e
}

// share is the fraction of all trials that found a solution.
func (f *logisticFit) share() float64 {
	solved, trials := 0.0, 0.0
	for _, p := range f.points {
		solved, trials = solved+p.Solved, trials+p.Trials
	}
	return solved / trials
}

// width is the interval of the width around that of a slope, NaN for an infinite one.
func (f *logisticFit) width(slope, most float64) Estimate {
	e, least := nothing, most-chi2/2
	within := func(s float64) bool { return f.atSlope(s) >= least }
	from := slope
	if math.IsNaN(slope) {
		for from = 1; from < 1e9 && !within(from); from *= 2 {
		}
	} else if top := 1e6 * (1 + slope); !within(top) {
		e.Low = f.scale / crossing(slope, top, within)
	}
	if !within(0) {
		e.High = f.scale / crossing(from, 0, within)
	}
	return e
}

// end is where a condition ends that holds at a value, downwards or upwards.
func (f *logisticFit) end(at, sign float64, within func(float64) bool) float64 {
	far := 1.0
	for far < 1e12 && within(at+float64(sign*far)) {
		far *= 2
	}
	return crossing(at, at+float64(sign*far), within)
}

// crossing is where a condition ends that holds at in and not at out.
func crossing(in, out float64, within func(float64) bool) float64 {
	for range 60 {
		mid := (in + out) / 2
		if math.Abs(out-in) < 1e-11*(1+math.Abs(mid)) {
			break
		}
		if within(mid) {
			in = mid
		} else {
			out = mid
		}
	}
	return (in + out) / 2
}
