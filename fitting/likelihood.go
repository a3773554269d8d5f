package fitting

import (
	"math"

	"fbp/gauss"
)

// terms are the parts of ln p/(1 − p) at each point, linear in at most three parameters
// θ: offset + Σ_j θ_j x_j.
type terms struct {
	offset []float64
	x      [3][]float64
	points []Trial
	n      int // of parameters

	evaluated int // how often the likelihood was
}

// newTerms has room for the terms of points.
func newTerms(points []Trial, n int) *terms {
	t := &terms{points: points, n: n, offset: make([]float64, len(points))}
	for j := range n {
		t.x[j] = make([]float64, len(points))
	}
	return t
}

// at is the log-odds of point i.
func (t *terms) at(i int, theta [3]float64) float64 {
	sum := t.offset[i]
	for j := range t.n {
		sum += float64(theta[j] * t.x[j][i])
	}
	return sum
}

// logLikelihood is Σ k ln p + (n − k) ln(1 − p), without the binomial coefficients.
func (t *terms) logLikelihood(theta [3]float64) (sum float64) {
	t.evaluated++
	for i, p := range t.points {
		eta := t.at(i, theta)
		// ln(1 − p) = −ln(1 + e^η), written so that neither overflows nor cancels
		if tail := gauss.Log1p(gauss.Exp(-math.Abs(eta))); eta > 0 {
			sum -= float64((p.Trials-p.Solved)*eta) + float64(p.Trials*tail)
		} else {
			sum += float64(p.Solved*eta) - float64(p.Trials*tail)
		}
	}
	return sum
}

// maximise returns the maximum of the log-likelihood and where it is, by Newton's
// method. It is concave. Where it is largest at infinity, the steps end when it rises
// no more, by more than the rounding errors of its sum over the points: among these a
// search for gains would take as many steps as it may.
func (t *terms) maximise() (theta [3]float64, most float64) {
	most = t.logLikelihood(theta)
	least := max(1e-11, 0x1p-52*math.Sqrt(float64(len(t.points)))*math.Abs(most))
	for range 200 {
		step, rise := t.newton(theta)
		halvings := 60 // until it gains
		if rise < least {
			halvings = 1
		}
		gain := 0.0
		for range halvings {
			next := theta
			for j := range t.n {
				next[j] += step[j]
				step[j] /= 2
			}
			if l := t.logLikelihood(next); l > most {
				gain, theta, most = l-most, next, l
				break
			}
		}
		if gain < least {
			break
		}
	}
	return theta, most
}

// newton is the step that solves (−H) step = gradient, and by how much the parabola of
// gradient and H rises.
func (t *terms) newton(theta [3]float64) (step [3]float64, rise float64) {
	var g [3]float64
	var h [3][3]float64
	for i, p := range t.points {
		eta := t.at(i, theta)
		e := gauss.Exp(-math.Abs(eta))
		prob, weight := 1/(1+e), e/float64((1+e)*(1+e))*p.Trials
		if eta < 0 {
			prob = e / (1 + e)
		}
		missing := p.Solved - float64(p.Trials*prob)
		for j := range t.n {
			g[j] += float64(t.x[j][i] * missing)
			for k := range t.n {
				h[j][k] += float64(float64(t.x[j][i]*t.x[k][i]) * weight)
			}
		}
	}
	step = t.solve(h, g)
	for j := range t.n {
		rise += float64(step[j]*g[j]) / 2
	}
	return step, rise
}

// solve is Gauss's elimination on a positive definite matrix; a diagonal of rounding
// errors is lifted, as that of columns that are multiples of each other.
func (t *terms) solve(h [3][3]float64, g [3]float64) [3]float64 {
	for j := range t.n {
		h[j][j] += float64(1e-12*h[j][j]) + 1e-300
	}
	for j := range t.n {
		for k := j + 1; k < t.n; k++ {
			f := h[k][j] / h[j][j]
			for l := j; l < t.n; l++ {
				h[k][l] -= float64(f * h[j][l])
			}
			g[k] -= float64(f * g[j])
		}
	}
	for j := t.n - 1; j >= 0; j-- {
		for k := j + 1; k < t.n; k++ {
			g[j] -= float64(h[j][k] * g[k])
		}
		g[j] /= h[j][j]
	}
	return g
}

// saturated is the largest log-likelihood that any curve has: p = k/n at every point.
func saturated(points []Trial) (sum float64) {
	for _, p := range points {
		for _, k := range []float64{p.Solved, p.Trials - p.Solved} {
			if k > 0 {
				sum += float64(k * gauss.Log(k/p.Trials))
			}
		}
	}
	return sum
}

// poor tells whether a deviance, twice a difference of log-likelihoods, has probability
// below 0.001 with so many degrees of freedom: χ² is (1 − 2/9d + z √(2/9d))³ d (Wilson
// and Hilferty, PNAS 17, 684 (1931)).
func poor(deviance float64, freedom int) bool {
	if freedom < 1 {
		return false
	}
	const z = 3.0902323061678132
	ninth := 2 / (9 * float64(freedom))
	x := 1 - ninth + float64(z*math.Sqrt(ninth))
	return deviance > float64(float64(freedom)*float64(x*float64(x*x)))
}
