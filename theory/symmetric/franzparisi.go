package symmetric

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/saddle"
)

// Point is the Franz-Parisi entropy at one distance.
type Point struct {
	Alpha, KappaRef, Kappa, D float64
	Entropy                   float64 // φ(d), nats per weight
	Slope                     float64 // dφ/dd
}

// FranzParisi returns the entropy per weight of the solutions of width kappa at distance d
// from a typical solution of width kappaRef,
//
//	φ(d) = H₂(d) + α ln [P₂(1−2d)/P₁(κ̃)],   H₂(d) = −d ln d − (1−d) ln(1−d),
//
// with P₂(ρ) = P(|x| ≤ κ̃, |y| ≤ κ) of normal x and y of correlation ρ: the mean number of
// solutions around a planted reference. Up to capacity what is true with high probability of
// planted instances is so of typical ones (Abbe, Li and Sly, arXiv:2102.13069), so that it
// bounds the number around typical references from above; nothing closer than the first zero
// is left. It is symmetric about d = ½. The slope follows from
// dP₂/dρ = 2g(κ̃, κ) − 2g(κ̃, −κ), g the density of (x, y).
//
// Accurate to 1e-13 (1 + α) for d from 1e-12 and margins from 1e-3 on. The error wraps
// theory.ErrDomain unless α ≥ 0, κ̃ > 0 and κ > 0 are finite and 0 < d ≤ ½.
func FranzParisi(alpha, kappaRef, kappa, d float64) (Point, error) {
	if !(alpha >= 0 && kappaRef > 0 && kappa > 0 && d > 0 && d <= 0.5) || math.IsInf(alpha+kappaRef+kappa, 0) {
		return Point{}, fmt.Errorf("symmetric: FranzParisi(alpha = %v, kappa-ref = %v, kappa = %v, d = %v): want finite alpha ≥ 0, kappa-ref > 0, kappa > 0 and 0 < d ≤ 0.5: %w",
			alpha, kappaRef, kappa, d, theory.ErrDomain)
	}
	p := Point{Alpha: alpha, KappaRef: kappaRef, Kappa: kappa, D: d, Entropy: theory.Bound(d), Slope: math.Log1p(-d) - math.Log(d)}
	if alpha > 0 {
		log := logShare(kappaRef, kappa, d)
		p.Entropy += alpha * log
		// −2 dP₂/dρ over P₂ = P₁(κ̃) e^log
		p.Slope -= 4 * alpha * (density(kappaRef, kappa, d) - density(kappaRef, -kappa, d)) * math.Exp(-log-logInside(kappaRef))
	}
	return p, nil
}

// spread is √(1−ρ²) at ρ = 1−2d.
func spread(d float64) float64 { return 2 * math.Sqrt(d*(1-d)) }

// density is that of (x, y) at (a, b): a² + b² − 2ρab = (a−b)² + 4abd, without cancellation.
func density(a, b, d float64) float64 {
	s := spread(d)
	return math.Exp(-((a-b)*(a-b)+4*a*b*d)/(2*s*s)) / (2 * math.Pi * s)
}

// reach is where the normal density is cut off; 1e-19 lies beyond.
const reach = 9

// logShare is ln P(|y| ≤ κ | |x| ≤ κ̃). Where few y are beyond, they are counted:
// near d = 0 their number is all that matters.
func logShare(kappaRef, kappa, d float64) float64 {
	rho, s := 1-2*d, spread(d)
	end := min(kappaRef, reach)
	turn := saddle.Feature{At: kappa / rho, Width: s / rho}
	inside := math.Exp(logInside(kappaRef))
	beyond := 2 / inside * saddle.Mesh(gauss.Rule{}, -end, end, 1, turn).Sum(func(x float64) float64 {
		return gauss.G(x) * gauss.H((kappa-rho*x)/s) // y > κ at x, y < −κ at −x
	})
	if beyond < 0.5 {
		return math.Log1p(-beyond)
	}
	share := 2 / inside * saddle.Mesh(gauss.Rule{}, 0, end, 1, turn).Sum(func(x float64) float64 {
		return gauss.G(x) * (gauss.H((rho*x-kappa)/s) - gauss.H((rho*x+kappa)/s))
	})
	return math.Log(share)
}
