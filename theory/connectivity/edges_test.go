package connectivity

import (
	"math"
	"testing"

	"fbp/internal/slow"
	"fbp/theory"
	"fbp/theory/oracle"
)

// integral is ∫ f between the first and the last of the ends, by halving, to a tolerance per length.
func integral(f func(float64) float64, tolerance float64, ends ...float64) float64 {
	one := func(x float64) (v [5]float64) { v[0] = 1 + f(x); return v } // the 1 makes a relative tolerance absolute
	return oracle.Integrals(one, 1, tolerance, ends...)[0] - (ends[len(ends)-1] - ends[0])
}

// between are the ends of an integral with those of the points that lie inside, in ascending order.
func between(lo, hi float64, points ...float64) []float64 {
	ends := []float64{lo}
	for len(points) > 0 {
		next := math.Inf(1)
		var rest []float64
		for _, x := range points {
			next = min(next, x)
		}
		for _, x := range points {
			if x > next {
				rest = append(rest, x)
			}
		}
		if points = rest; next > ends[len(ends)-1] && next < hi {
			ends = append(ends, next)
		}
	}
	return append(ends, hi)
}

func normal(z float64) float64 { return math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) }

// errorByHalving is Error of the sphere from its definition, the three integrals one inside of the
// other, each cut at the kinks and steps of the margins and halved where it changes.
func (p Pair) errorByHalving(gamma, kappa float64) float64 {
	const reach = 7
	if gamma < 0.5 {
		return Pair{p.B, p.A, p.P}.errorByHalving(1-gamma, kappa)
	}
	a, b := p.A, p.B
	r := p.P / math.Sqrt(a.Q*b.Q)
	s := math.Sqrt(max(0, 1-r*r))
	if s < 1e-7 {
		s = 0
	}
	bound := kappa * math.Sqrt(gamma*gamma+(1-gamma)*(1-gamma)+2*gamma*(1-gamma)*p.P)
	last := bound / gamma
	if gamma < 1 {
		last = (bound - (1-gamma)*b.Kappa) / gamma
	}
	wrong := func(u, z float64) float64 { // P(u₂ < u) given its field
		if b.V == 0 {
			if max(z, b.Kappa) < u {
				return 1
			}
			return 0
		}
		if u <= b.Kappa {
			return 0
		}
		at := func(x float64) float64 { return oracle.LogH((x - math.Sqrt(b.Q)*z) / math.Sqrt(b.V)) }
		return -math.Expm1(at(u) - at(b.Kappa))
	}
	given := func(u1, z1 float64) float64 {
		if gamma == 1 {
			return 1
		}
		u := (bound - gamma*u1) / (1 - gamma)
		if s == 0 {
			return wrong(u, z1)
		}
		if b.V == 0 {
			if u <= b.Kappa {
				return 0
			}
			return math.Erfc((r*z1-u)/s/math.Sqrt2) / 2
		}
		cut := func(x float64) float64 { return (x/math.Sqrt(b.Q) - r*z1) / s }
		w := math.Sqrt(b.V/b.Q) / s
		return integral(func(t float64) float64 { return normal(t) * wrong(u, r*z1+s*t) }, 1e-9,
			between(-reach, reach, 0, cut(b.Kappa), cut(u), cut(b.Kappa)-3*w, cut(u)+3*w)...)
	}
	field := func(z1 float64) float64 {
		if a.V == 0 {
			if u := max(z1, a.Kappa); u < last {
				return given(u, z1)
			}
			return 0
		}
		mean, sd := math.Sqrt(a.Q)*z1, math.Sqrt(a.V)
		lost := oracle.LogH((a.Kappa - mean) / sd)
		top := mean + math.Hypot(max(0, a.Kappa-mean), 8*sd)
		if top = min(last, top); top <= a.Kappa {
			return 0
		}
		step := (bound - (1-gamma)*math.Sqrt(b.Q)*r*z1) / gamma
		w := (1 - gamma) / gamma * math.Sqrt(b.V+b.Q*s*s)
		return integral(func(u float64) float64 {
			x := (u - mean) / sd
			return math.Exp(-x*x/2-lost) / sd / math.Sqrt(2*math.Pi) * given(u, z1)
		}, 1e-10, between(a.Kappa, top, mean, mean-3*sd, mean+3*sd, step-4*w, step, step+4*w, last-w, last-8*w)...)
	}
	kinks := []float64{-3, 0, 3, a.Kappa / math.Sqrt(a.Q), last / math.Sqrt(a.Q), b.Kappa / math.Sqrt(b.Q)}
	return integral(func(z float64) float64 { return normal(z) * field(z) }, 1e-9, between(-reach, reach, kinks...)...)
}

// TestSharpSteps: the errors are those of the definition where the path asks for more than an end has, where an
// end has the largest margin, where both are nearly frozen, and close to the ends of the path.
func TestSharpSteps(t *testing.T) {
	for i, c := range []struct {
		alpha, kappaA, kappaB, kappa float64
		shares                       []float64
	}{
		{1, -0.5, -0.5, 0, []float64{0, 0.95, 0.99, 0.999, 1}},
		{1.5, Max, -0.4, 0.1, []float64{0, 0.001, 0.1, 0.5, 0.7}},
		{4.3, -0.5, -0.5, -0.45, []float64{0.5, 0.999}},
		{1.9, -0.3, 0, -0.1, []float64{0.95, 0.999}}, // the quadrature takes a minute
	} {
		if i > 2 && !slow.All {
			break
		}
		p := pair(t, typical(t, theory.Spherical, c.alpha, c.kappaA), typical(t, theory.Spherical, c.alpha, c.kappaB))
		for _, share := range c.shares {
			if got, want := p.Error(share, c.kappa), p.errorByHalving(share, c.kappa); math.Abs(got-want) > 1e-9 {
				t.Errorf("%+v, share %v: %.10f, want %.10f", c, share, got, want)
			}
		}
	}
	same := typical(t, theory.Spherical, 1, -0.5)
	if f, e := pair(t, same, same).Barrier(0); f != 0 || math.Abs(e-0.3098184894) > 1e-9 {
		t.Errorf("the largest error is %.10f at %v", e, f)
	}
}

// TestFrozenPair: two solutions of the largest margin are one, whose stabilities are max(z, κ_max), z normal.
func TestFrozenPair(t *testing.T) {
	for _, alpha := range []float64{0.1, 1, 4.7} {
		one := typical(t, theory.Spherical, alpha, Max)
		for _, above := range []float64{-0.1, 0.1, 1} {
			want := 0.0
			if above > 0 {
				want = math.Erfc(-(one.Kappa+above)/math.Sqrt2) / 2
			}
			for _, share := range []float64{0, 0.001, 0.3, 0.95, 1} {
				if got := pair(t, one, one).Error(share, one.Kappa+above); math.Abs(got-want) > 1e-9 {
					t.Errorf("α = %v, κ = κ_max + %v, share %v: %v, want %v", alpha, above, share, got, want)
				}
			}
		}
	}
}

// TestFlipsAtTheEnds: towards a solution errors become its own, whatever margin is asked for.
func TestFlipsAtTheEnds(t *testing.T) {
	for _, c := range slow.Some(2, []struct{ alpha, kappaA, kappaB, kappa float64 }{{0.3, -3, 0.3, -1}, {0.3, -0.5, 0, 1}, {0.8, 0, -0.5, 0.3}, {1.25, 0, -0.5, 0.2}}) {
		p := pair(t, typical(t, theory.Binary, c.alpha, c.kappaA), typical(t, theory.Binary, c.alpha, c.kappaB))
		for _, f := range []float64{1e-9, 1 - 1e-9} {
			if got, want := p.Error(f, c.kappa), p.Error(math.Round(f), c.kappa); math.Abs(got-want) > 4e-9 {
				t.Errorf("%+v, f = %v: %.10f, at the end %.10f", c, f, got, want)
			}
		}
	}
}
