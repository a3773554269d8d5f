package fitting

import (
	"math"
	"math/rand/v2"
	"testing"
)

// coins is the number of n searches of probability p that succeed.
func coins(rng *rand.Rand, p float64, n int) (k float64) {
	for range n {
		if rng.Float64() < p {
			k++
		}
	}
	return k
}

// tossed is a size whose searches follow a logistic, at values of x that are steps of its
// width apart; their middle is off steps from its own.
func tossed(rng *rand.Rand, half, width, steps, off float64, points, samples int) (s []Trial) {
	for i := range points {
		z := (float64(i) - float64(points-1)/2 + off) * steps
		s = append(s, Trial{half + z*width, coins(rng, 1/(1+math.Exp(z)), samples), float64(samples)})
	}
	return s
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %.12g, want %.12g", what, got, want)
	}
}

// Two points lie on the curve, so that ln p/(1 − p) is a straight line through them.
func TestLogisticOfTwoPoints(t *testing.T) {
	l := FitLogistic([]Trial{{0.8, 10, 100}, {0.6, 75, 100}})
	logit := func(p float64) float64 { return math.Log(p / (1 - p)) }
	width := 0.2 / (logit(0.75) - logit(0.1))
	near(t, "width", l.Width.Value, width, 1e-7) // the likelihood is flat to 1e-11 within this
	near(t, "half", l.Half.Value, 0.6+width*logit(0.75), 1e-7)
	near(t, "p(0.6)", l.At(0.6), 0.75, 1e-6)
	if l.Status != OK {
		t.Errorf("status %s", l.Status)
	}
}

// At each end of an interval the likelihood, largest over the other parameter by a scan
// of it, is lower by χ²/2 than its maximum.
func TestIntervalsByScan(t *testing.T) {
	points := []Trial{{0.5, 19, 20}, {0.6, 17, 20}, {0.65, 8, 20}, {0.7, 4, 20}, {0.8, 1.5, 12.5}}
	at := func(half, width float64) (sum float64) {
		for _, p := range points {
			prob := 1 / (1 + math.Exp((p.X-half)/width))
			sum += p.Solved*math.Log(prob) + (p.Trials-p.Solved)*math.Log(1-prob)
		}
		return sum
	}
	best := func(f func(x float64) float64, low, high float64) float64 {
		most := math.Inf(-1)
		for k := range 20001 {
			most = max(most, f(low+(high-low)*float64(k)/20000))
		}
		return most
	}
	l := FitLogistic(points)
	most := at(l.Half.Value, l.Width.Value)
	for _, half := range []float64{l.Half.Low, l.Half.High} {
		near(t, "drop at an end of alpha_half", most-best(func(w float64) float64 { return at(half, w) }, 0.005, 0.2), chi2/2, 1e-5)
	}
	for _, width := range []float64{l.Width.Low, l.Width.High} {
		near(t, "drop at an end of width", most-best(func(h float64) float64 { return at(h, width) }, 0.4, 0.9), chi2/2, 1e-5)
	}
}

// What the data do not say is empty, with the reason.
func TestStatus(t *testing.T) {
	for _, test := range []struct {
		status                             Status
		value, low, high, widthLow, widest bool // are there
		points                             []Trial
	}{
		{OnePoint, false, false, false, false, false, []Trial{{0.5, 3, 9}, {0.5, 1, 2}, {0.7, 0, 0}}},
		{AllSolved, false, true, false, false, false, []Trial{{0.5, 9, 9}, {0.6, 9, 9}}},
		{NoneSolved, false, false, true, false, false, []Trial{{0.5, 0, 9}, {0.6, 0, 9}}},
		{Separated, false, true, true, false, true, []Trial{{0.5, 9, 9}, {0.6, 9, 9}, {0.7, 0, 9}}},
		{Separated, false, true, true, false, true, []Trial{{0.5, 9, 9}, {0.6, 2, 9}, {0.7, 0, 9}}},
		{Increasing, false, false, false, false, false, []Trial{{0.5, 1, 9}, {0.6, 8, 9}}},
		{Unbounded, true, false, false, true, false, []Trial{{0.5, 5, 9}, {0.6, 4, 9}}},
		{PoorFit, true, true, false, true, false, []Trial{{0.5, 200, 400}, {0.55, 280, 400}, {0.6, 180, 400}, {0.65, 230, 400}, {0.7, 200, 400}}}, // of an open end too
		{PoorFit, true, true, true, true, true, []Trial{{0.5, 390, 400}, {0.55, 250, 400}, {0.6, 390, 400}, {0.7, 10, 400}}},
		{OK, true, true, true, true, true, []Trial{{0.7, 1, 20}, {0.6, 9, 20}, {0.5, 19, 20}}},
	} {
		l := FitLogistic(test.points)
		there := func(what string, x float64, want bool) {
			if math.IsNaN(x) == want {
				t.Errorf("%v: %s of %+v", test.points, what, l)
			}
		}
		if l.Status != test.status {
			t.Errorf("%v: status %s, want %s", test.points, l.Status, test.status)
		}
		there("half", l.Half.Value, test.value)
		there("low", l.Half.Low, test.low)
		there("high", l.Half.High, test.high)
		there("width", l.Width.Value, test.value)
		there("low width", l.Width.Low, test.widthLow)
		there("high width", l.Width.High, test.widest)
	}
}

// Of n searches that all succeed at one point and at those below it, the middle is at
// least where the most favourable curve gives them the probability exp(−χ²/2): that is
// step-like, or flat at one half.
func TestEndOfAllSolved(t *testing.T) {
	l := FitLogistic([]Trial{{0.5, 9, 9}, {0.6, 2, 2}})
	// middle m < 0.6: a curve of slope s has ln p = −Σ n ln(1 + e^(s(x−m))); scan s
	least := math.Inf(-1)
	for k := range 100000 {
		s := float64(k) * 0.01
		least = max(least, -9*math.Log1p(math.Exp(s*(0.5-l.Half.Low)))-2*math.Log1p(math.Exp(s*(0.6-l.Half.Low))))
	}
	near(t, "likelihood at the end", least, -chi2/2, 1e-4)
}

// Order, units and origin of x do not matter.
func TestUnits(t *testing.T) {
	a := FitLogistic([]Trial{{0.5, 19, 20}, {0.6, 11, 20}, {0.7, 4, 20}})
	b := FitLogistic([]Trial{{17, 4, 20}, {13, 19, 20}, {15, 5, 9}, {15, 6, 11}})
	for i, e := range [][2]Estimate{{a.Half, b.Half}, {a.Width, b.Width}} {
		shift := 3. * float64(1-i)
		near(t, "value", e[1].Value, 20*e[0].Value+shift, 1e-5)
		near(t, "low", e[1].Low, 20*e[0].Low+shift, 1e-5)
		near(t, "high", e[1].High, 20*e[0].High+shift, 1e-5)
	}
}

// Probabilities in the place of fractions give back the scaling that they are of.
func TestScalingOfProbabilities(t *testing.T) {
	const infinite, b, c, nu, shift = 0.76, -1.1, 0.4, 1.7, 4. / 3
	var sizes []Size
	var own []Logistic
	for _, n := range []float64{201, 501, 1001, 2001, 5001} {
		half, width := infinite+b*math.Pow(n, -1/shift), c*math.Pow(n, -1/nu)
		s := Size{N: n}
		for i := range 7 {
			z := float64(i-3) * 0.8
			s.Points = append(s.Points, Trial{half + z*width, 1000 / (1 + math.Exp(z)), 1000})
		}
		sizes, own = append(sizes, s), append(own, FitLogistic(s.Points))
	}
	s, ok := FitScaling(sizes, own)
	if !ok || s.Status != OK {
		t.Fatalf("%+v", s)
	}
	near(t, "α_∞", s.Infinite.Value, infinite, 1e-5)
	near(t, "ν", s.Nu.Value, nu, 1e-4)
	near(t, "exponent of the shift", s.Shift, shift, 0)
	near(t, "B", s.B, b, 1e-3)
	near(t, "C", s.C, c, 1e-3)
	for _, at := range s.Profile { // a shift of another exponent fits worse, and has another limit
		if same := at.Shift == shift; same != (at.Deviance < 1e-6) || same != (math.Abs(at.Infinite.Value-infinite) < 1e-5) || at.Infinite.Low < s.Infinite.Low || at.Infinite.High > s.Infinite.High {
			t.Errorf("%+v", at)
		}
	}
	if len(s.Profile) != len(Shifts) {
		t.Errorf("a profile of %d", len(s.Profile))
	}
	if half, width := s.Size(501); math.Abs(half-own[1].Half.Value) > 1e-5 || math.Abs(width-own[1].Width.Value) > 1e-5 {
		t.Errorf("N = 501: %g, %g", half, width)
	}
	if _, ok := FitScaling(sizes[:3], own[:3]); ok {
		t.Error("a limit of three sizes")
	}
	for i := range sizes { // another middle for one size
		sizes[1].Points[min(i, 6)].X += 0.02
	}
	own[1] = FitLogistic(sizes[1].Points)
	if s, _ := FitScaling(sizes, own); s.Status != PoorFit {
		t.Errorf("sizes that do not scale: %+v", s)
	}
}

// A scaling that fits badly says so, though an interval is open: sizes next to each other,
// whose middles scatter, say nothing of the exponent.
func TestPoorScalingWithOpenEnds(t *testing.T) {
	var sizes []Size
	var own []Logistic
	for i, n := range []float64{201, 205, 209, 213} {
		s := Size{N: n}
		for k := range 5 {
			z := float64(k-2) - 1.5*float64(i%2)
			s.Points = append(s.Points, Trial{0.6 + 0.05*float64(k), 400 / (1 + math.Exp(z)), 400})
		}
		sizes, own = append(sizes, s), append(own, FitLogistic(s.Points))
	}
	if s, _ := FitScaling(sizes, own); s.Status != PoorFit || !(s.Nu.open() || s.Infinite.open()) {
		t.Errorf("%+v", s)
	}
}

// The time of a fit grows as the number of its points: rounding errors of long sums must not
// send the search for the maximum on, for up to 200 steps with 60 halvings each.
func TestMaximumOfManyPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range []int{100, 1000, 10000} {
		points := make([]Trial, m)
		for i := range points {
			x := float64(i)/float64(m) - 0.5
			points[i] = Trial{X: x, Trials: 20}
			for range 20 {
				if rng.Float64() < 1/(1+math.Exp(8*x)) {
					points[i].Solved++
				}
			}
		}
		f := newLogisticFit(points)
		for i, p := range f.points {
			f.two.x[0][i], f.two.x[1][i] = 1, -f.z(p.X)
		}
		theta, most := f.two.maximise()
		if f.two.evaluated > 30 {
			t.Errorf("%d points: the log-likelihood was evaluated %d times", m, f.two.evaluated)
		}
		// a maximum: less at a standard error on either side, of order 1/sqrt(20 m)
		for j := range 2 {
			for _, sign := range []float64{-1, 1} {
				beside := theta
				beside[j] += sign / math.Sqrt(20*float64(m))
				if l := f.two.logLikelihood(beside); l >= most {
					t.Errorf("%d points: %v beside the maximum %v", m, l, most)
				}
			}
		}
	}
}
