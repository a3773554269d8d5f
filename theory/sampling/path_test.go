package sampling

import (
	"math"
	"slices"
	"testing"

	"fbp/gauss"
	"fbp/internal/slow"
	"fbp/theory"
)

// defined has V, dq/dQ, M, D and φ₀ by the definition: averages over z₀ and z₁, here with panels.
func defined(p Typical, s State) (v, stiff, m, d, phi float64) {
	// Z/Z₀ moves z₁ of fields below the margin far up
	rule := func(high float64, breaks ...float64) gauss.Rule {
		edges := append([]float64{-12, high}, breaks...)
		for z := -12.0; z < high; z++ {
			edges = append(edges, z)
		}
		edges = slices.DeleteFunc(edges, func(z float64) bool { return !(z >= -12 && z <= high) })
		slices.Sort(edges)
		return gauss.Legendre(16, slices.Compact(edges)...)
	}
	gain := p.V - s.V
	sv, sV := math.Sqrt(s.V), math.Sqrt(p.V)
	outer := rule(12, gauss.Around(p.Kappa/math.Sqrt(p.Q), sV/math.Sqrt(p.Q))...)
	logs := 0.0
	for i, z0 := range outer.X {
		a := math.Sqrt(p.Q) * z0
		l0, _, _ := p.c.all((a - p.Kappa) / sV)
		l0 += p.Power * math.Log(sV)
		step := math.Sqrt(gain)
		inner := rule(12+max(0, p.Kappa-a)/step, gauss.Around((p.Kappa-a)/step, sv/step)...)
		for k, z1 := range inner.X {
			l, r, slope := p.c.all((a + step*z1 - p.Kappa) / sv)
			l += p.Power * math.Log(sv)
			w := outer.W[i] * inner.W[k] * math.Exp(l-l0-(z0*z0+z1*z1)/2) / (2 * math.Pi)
			m += w * r * r / s.V
			d += w * slope * slope / (s.V * s.V)
			logs += w * l
		}
	}
	if p.Weights == theory.Spherical {
		q := s.Q
		phi = 0.5 * (math.Log(s.V) + (q-p.Q)/p.V + p.Q*s.V/(p.V*p.V))
		return 1 / (1/p.V + s.Field), s.V * s.V, m, d, phi + p.Alpha*logs
	}
	phi = -0.5*(p.QHat+s.Field)*(1+s.Q) + p.Q*p.QHat + p.Alpha*logs
	step := math.Sqrt(s.Field)
	outer = rule(12, gauss.Around(0, 1/math.Sqrt(p.QHat))...)
	for i, z0 := range outer.X {
		h0 := math.Sqrt(p.QHat) * z0
		inner := rule(12, gauss.Around(-step-h0/step, 1/step)...)
		for k, z1 := range inner.X { // e^{−Q/2} cosh H/cosh h₀ shifts z₁ by ±√Q
			h := h0 + s.Field + step*z1
			w := outer.W[i] * inner.W[k] * math.Exp(-(z0*z0+z1*z1)/2) / (2 * math.Pi) * (1 + math.Tanh(h0))
			sech2 := gauss.Sech2(h)
			v += w * sech2
			stiff += w * sech2 * sech2
			phi += w * gauss.Log2Cosh(h)
		}
	}
	return v, stiff, m, d, phi
}

// TestDefinition: all of a state by its definition, dt/dQ = 1 − Λ, dq/dQ, φ₀' = −t/2.
func TestDefinition(t *testing.T) {
	for _, g := range slow.Some(2, measures) {
		p := typical(t, g.w, g.kappa, g.power, g.alpha)
		for _, share := range []float64{0.1, 1, 8} {
			field := share
			if g.w == spherical {
				field /= p.V
			}
			s := p.At(field)
			v, stiff, m, d, phi := defined(p, s)
			close(t, "V", s.V/v, 1, 1e-10)
			close(t, "dq/dQ", s.Stiff/stiff, 1, 1e-10)
			close(t, "t", s.Time, field-(p.Alpha*m-p.QHat), 1e-10*(1+p.QHat))
			close(t, "Λ", s.Lambda, p.Alpha*d*s.Stiff, 1e-9)
			h := 2e-3 * field
			at := func(k float64) State { return p.At(field + k*h) }
			difference := func(f func(State) float64) float64 {
				return (8*(f(at(1))-f(at(-1))) - f(at(2)) + f(at(-2))) / (12 * h)
			}
			close(t, "dt/dQ", difference(func(s State) float64 { return s.Time }), 1-s.Lambda, 3e-8)
			close(t, "dq/dQ by differences", difference(func(s State) float64 { return -s.V })/s.Stiff, 1, 1e-8)
			if share == 1 {
				change := difference(func(s State) float64 { _, _, _, _, phi := defined(p, s); return phi })
				close(t, "φ₀'", change/s.Stiff, -s.Time/2, 1e-7*(1+s.Time)+1e-9*math.Abs(phi)/s.Stiff)
			}
		}
	}
}

// TestStart: at t = 0 the path is the typical point, with Λ the replicon.
func TestStart(t *testing.T) {
	for _, g := range measures {
		p := typical(t, g.w, g.kappa, g.power, g.alpha)
		s := p.At(0)
		close(t, "q", s.Q, p.Q, 1e-12)
		close(t, "t", s.Time, 0, 1e-11*(1+p.QHat))
		close(t, "Λ", s.Lambda, p.Replicon, 1e-11)
	}
}

// TestPathKnownValues: of an independent derivation, to their last printed digits.
func TestPathKnownValues(t *testing.T) {
	p := typical(t, binary, 0, 1, 0.5)
	for _, g := range [][4]float64{{1, .707072027, .7788112845, .3096898638}, {6, 3.776980743, .9880801681, .4467996769}} {
		s := p.At(g[0])
		close(t, "t", s.Time, g[1], 6e-10)
		close(t, "q", s.Q, g[2], 6e-11)
		close(t, "Λ", s.Lambda, g[3], 6e-11)
	}
}
