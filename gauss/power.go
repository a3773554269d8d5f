package gauss

import "math"

// LogPower returns ln I_b(x) and its first two derivatives with respect to x, where
//
//	I_b(x) = ∫_0^∞ y^b G(y − x) dy,   b ≥ 0,
//
// the moment b of a normal variable of mean x above zero: I_0 = H(−x), I_1 = G + x H(−x).
// For |x| up to 40 and b up to 10 ln I_b is right to 1e-12 max(1, |ln I_b|), the first
// derivative to a relative 1e-12 and the second to a relative 1e-10.
//
// With r_b = d ln I_b/dx, I_{b+1} = x I_b + b I_{b−1} is r_{b+1} = (b+1)/(x + r_b). That is
// stable upwards for x > −1.5, from the fractional part of b on, and downwards, as a continued
// fraction of ρ_b = I_{b+1}/I_b = x + r_b, for smaller x.
func LogPower(b, x float64) (logI, slope, curvature float64) {
	if b == 0 {
		r := Mills(-x)
		return LogH(-x), r, float64(-r * (r + x))
	}
	if x < -1.5 {
		return logPowerBelow(b, x)
	}
	rest := b - math.Floor(b)
	logI, r, r1 := logFraction(rest, x)
	for k := rest + 1; k <= b; k++ {
		rho := x + r
		logI += Log(rho)
		r = k / rho
		r1 = float64(-float64(r*r)*(1+r1)) / k
	}
	return logI, r, r1
}

// logPowerBelow is LogPower for x < −1.5, from ρ_k = (k+1)/(ρ_{k+1} − x).
func logPowerBelow(b, x float64) (logI, slope, curvature float64) {
	rest := b - math.Floor(b)
	k := b + math.Ceil(30+400/float64(x*x))
	rho := float64(0.5 * (math.Sqrt(float64(x*x)+float64(4*k)+4) + x))
	for k--; k > b-0.5; k-- {
		rho = (k + 1) / (rho - x)
	}
	slope = rho - x
	curvature = b - float64(slope*rho)
	for ; k > rest-0.5; k-- {
		rho = (k + 1) / (rho - x)
		logI += Log(rho)
	}
	first, _, _ := logFraction(rest, x)
	return logI + first, slope, curvature
}

// fractionStep is the step in t of the trapezoidal rule for y = ln(1 + e^t), which goes like
// e^t to the left of zero and like t to the right of it.
const (
	fractionStep = 0.25
	fractionLow  = -184 // t = −46, where y is 1e-20
	fractionHigh = 160  // t = 40, from where on y = t
)

type fractionNode struct{ y, logY, logWeight float64 }

var fractionNodes = newFractionNodes()

func newFractionNodes() *[fractionHigh - fractionLow]fractionNode {
	var nodes [fractionHigh - fractionLow]fractionNode
	for j := range nodes {
		t := float64(fractionStep * float64(j+fractionLow))
		y := Log1p(Exp(t))
		logY := Log(y)
		nodes[j] = fractionNode{y, logY, -Log1p(Exp(-t))}
	}
	return &nodes
}

func fraction(j int) fractionNode {
	if j < fractionHigh {
		return fractionNodes[j-fractionLow]
	}
	y := float64(fractionStep * float64(j))
	return fractionNode{y, Log(y), 0}
}

// logFraction is LogPower for 0 ≤ b < 1, its derivatives for x ≥ −1.5 alone. With averages
// over y^b G(y − x),
//
//	r = ⟨y − x⟩ = ⟨b (1 − e^{−xy})/y + y e^{−xy}⟩,
//
// of which the first has no cancellation for x < 0, the second none for x > 0.
func logFraction(b, x float64) (logI, slope, curvature float64) {
	if b == 0 {
		return LogPower(0, x)
	}
	const cut = 9.5 // G is 1e-20 there
	from, to := fractionLow, int(math.Floor((max(x, 0)+cut)/fractionStep))
	if x > cut {
		from = int(math.Ceil((x - cut) / fractionStep))
	}
	sum, mean := 0.0, 0.0
	for j := from; j <= to; j++ {
		node := fraction(j)
		y := node.y
		d := y - x
		square := float64(d * d)
		if x < 0 { // relative to e^{−x²/2}
			square = float64(y * (d - x))
		}
		w := Exp(float64(b*node.logY) + node.logWeight - float64(0.5*square))
		sum += w
		if x < 0 {
			mean += float64(w * d)
			continue
		}
		less := Expm1(-float64(x * y))
		mean += float64(w * (float64(y*(1+less)) - float64(b*less)/y))
	}
	logI = Log(float64(fractionStep * float64(sum*invSqrt2Pi)))
	if x < 0 {
		logI -= float64(0.5 * float64(x*x))
	}
	slope = mean / sum
	return logI, slope, b - float64(slope*(slope+x))
}
