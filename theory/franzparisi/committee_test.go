package franzparisi

import (
	"errors"
	"math"
	"testing"

	"fbp/gauss"
	"fbp/internal/slow"
	"fbp/theory"
	"fbp/theory/oracle"
	"fbp/theory/saddle"
)

// TestCommitteeFPTable: binary weights, sign units, α = 0.6, by an independent program.
//
// Check: Franz-Parisi entropy of committees of many units | 37 points of an independent derivation; flat;
// double sums; its maximum | 1e-9, most 1e-12
func TestCommitteeFPTable(t *testing.T) {
	c, err := OfCommittee(theory.Committee{Weights: theory.Binary, Activation: theory.Sign}, 0.6, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	rows := oracle.Golden(t, "committee_franz_parisi_binary_sign_alpha0.6.tsv")
	for _, row := range rows {
		p := c.must(t, row["d"])
		tol := 1e-9 // its first row, where 1 − p = 1e-4, is off by 5e-10; the others agree to 1e-12
		if d := p.Entropy - row["FP"]; math.Abs(d) > tol {
			t.Errorf("d = %v: φ off by %.2g", row["d"], d)
		}
		for name, pair := range map[string][2]float64{"p": {p.P, row["p"]}, "t": {p.T0, row["t"]}, "that": {p.T0Hat, row["that"]},
			"FPnorm": {p.Entropy - p.Bound, row["FPnorm"]}, "phat": {p.PHat, row["phat"]}, "Shat": {p.T1Hat, row["Shat"]}} {
			if off := math.Abs(pair[0] - pair[1]); off > 3e-4*math.Abs(pair[1]) || row["d"] > 0.0005 && off > 1e-8 {
				t.Errorf("d = %v: %s = %v, want %v", row["d"], name, pair[0], pair[1])
			}
		}
	}
	if len(rows) != 37 {
		t.Errorf("%d rows, want 37", len(rows))
	}
}

// committeeFP is the Franz-Parisi entropy of given order parameters by plain sums; for
// the sphere with all conjugates eliminated, v = 1 − p,
//
//	𝒢_S = ½ ln v + [p − 2t1(t1−t0)/(1−q) + (t1−t0)²/(1−q)²]/2v.
func committeeFP(c Curve, d, p, t0, pHat, t0Hat, t1Hat float64) float64 {
	const h = 0.06
	eff := func(x float64) float64 { return c.Committee.Activation.Effective(theory.Overlap{Q: x, V: 1 - x}).Q }
	r, scale := c.Reference, c.Committee.Activation.Scale()
	t1 := 1 - 2*d
	bigQ, bigP, bigT, bigS := eff(r.Q), eff(p), eff(t0), eff(t1)
	gamma := bigP - bigT*bigT/bigQ
	root := math.Sqrt(gamma*(1-bigQ) - (bigS-bigT)*(bigS-bigT))
	narrow := math.Sqrt(max(0, pHat-t0Hat*t0Hat/r.QHat))
	weights, patterns := 0.0, 0.0
	for i := -140; i <= 140; i++ {
		x := float64(i) * h
		hb := gauss.H((r.Kappa/scale - math.Sqrt(bigQ)*x) / math.Sqrt(1-bigQ))
		for j := -140; j <= 140; j++ {
			y := float64(j) * h
			dxy := h * h * math.Exp(-(x*x+y*y)/2) / (2 * math.Pi)
			a := (math.Sqrt(gamma)*(r.Kappa/scale-math.Sqrt(bigQ)*x) - (bigS-bigT)*y) / root
			patterns += dxy * gauss.H(a) / hb * gauss.LogH((c.Kappa/scale-bigT/math.Sqrt(bigQ)*x-math.Sqrt(gamma)*y)/math.Sqrt(1-bigP))
			if c.Committee.Weights == theory.Binary {
				field := narrow*y + t0Hat/math.Sqrt(r.QHat)*x + t1Hat - t0Hat
				weights += dxy * 2 / (1 + math.Exp(-2*math.Sqrt(r.QHat)*x)) * gauss.Log2Cosh(field)
			}
		}
	}
	if c.Committee.Weights == theory.Spherical {
		u := (t1 - t0) / (1 - r.Q)
		return (math.Log(1-p)+(p-2*t1*u+u*u)/(1-p))/2 + r.Alpha*patterns
	}
	return -pHat/2*(1-p) + t0*t0Hat - t1*t1Hat + weights + r.Alpha*patterns
}

// TestCommitteeFPOracle: the entropy is that of plain sums, and flat in every order
// parameter there; its slope is the difference of entropies.
func TestCommitteeFPOracle(t *testing.T) {
	t.Parallel()
	for _, m := range slow.Some(1, machinesOf[1:]) { // the first is the perceptron
		if m.Activation.Linear() && m.Weights == theory.Binary {
			continue
		}
		for _, g := range [][4]float64{{0.6, 0, 0, 0.2}, {0.4, 0.1, 0.03, 0.15}} { // α, κ̃, κ, d
			c, err := OfCommittee(m, g[0], g[1], g[2])
			if err != nil {
				t.Fatal(err)
			}
			p, d := c.must(t, g[3]), g[3]
			x := []float64{p.P, p.T0, p.PHat, p.T0Hat, p.T1Hat}
			if want := committeeFP(c, d, x[0], x[1], x[2], x[3], x[4]); math.Abs(p.Entropy-want) > 1e-10 {
				t.Errorf("%v, %v: φ = %.12f, plain sum %.12f", m, g, p.Entropy, want)
			}
			for k := range x {
				if k > 1 && m.Weights == theory.Spherical {
					break
				}
				const h = 2e-3 // five points: errors h⁴ = 2e-11 of a fifth derivative
				phi := func(n float64) float64 {
					y := append([]float64(nil), x...)
					y[k] += n * h * min(1, 4*math.Abs(x[k]))
					return committeeFP(c, d, y[0], y[1], y[2], y[3], y[4])
				}
				slope := (8*(phi(1)-phi(-1)) - (phi(2) - phi(-2))) / 12 / h
				if math.Abs(slope) > 1e-8 {
					t.Errorf("%v, %v: derivative in parameter %d is %.2g, want 0", m, g, k, slope)
				}
			}
			h := d / 400
			phi := func(e float64) float64 { return c.must(t, d+e).Entropy }
			if want := (8*(phi(h)-phi(-h)) - (phi(2*h) - phi(-2*h))) / (12 * h); math.Abs(p.Slope-want) > 1e-7*(1+math.Abs(want)) {
				t.Errorf("%v, %v: slope %v, difference %v", m, g, p.Slope, want)
			}
		}
	}
}

// TestCommitteeFPMaximum: the maximum over d is φ_RS(α, κ), at p = q(κ) and t1 = t0;
// for κ̃ = κ at d_typ.
func TestCommitteeFPMaximum(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	for _, m := range slow.Some(2, machinesOf[1:7]) {
		for _, g := range [][3]float64{{0.5, 0, 0}, {0.3, 0.1, 0.2}} {
			c, err := OfCommittee(m, g[0], g[1], g[2])
			if err != nil {
				t.Fatal(err)
			}
			rs, _ := m.RS(g[0], g[2])
			slope := func(d float64) float64 { return c.must(t, d).Slope }
			d, ok := saddle.Root(slope, 0.15, slope(0.15), 0.499, slope(0.499), 1e-12)
			p := c.must(t, d)
			if !ok || math.Abs(p.Entropy-rs.Entropy) > 1e-10 || math.Abs(p.P-rs.Q) > 1e-8 || math.Abs(p.T0-(1-2*d)) > 1e-8 {
				t.Errorf("%v, %v: φ = %.12f at d = %v, p = %v, t0 = %v; want %.12f, %v, %v", m, g, p.Entropy, d, p.P, p.T0, rs.Entropy, rs.Q, 1-2*d)
			}
			if g[1] == g[2] && math.Abs(d-rs.D) > 1e-8 {
				t.Errorf("%v, %v: the maximum is at d = %v, want %v", m, g, d, rs.D)
			}
		}
	}
}

// TestCommitteeAlphaU: PRL 127, 278301 (2021), supplement, section III: α'_u is much lower
// for sign units than for ReLU.
func TestCommitteeAlphaU(t *testing.T) {
	slow.Only(t)
	for _, c := range slow.Some(1, []struct {
		a    theory.Activation
		want float64
	}{{theory.Sign, 0.557789}, {theory.ReLU, 0.772489}}) {
		m := theory.Committee{Weights: theory.Binary, Activation: c.a}
		p, d, err := AlphaUOf(theory.Labels{Machine: m}, 0)
		if err != nil || math.Abs(p.Alpha-c.want) > 1e-6 {
			t.Fatalf("%v: α'_u = %v, %v", c.a, p.Alpha, err)
		}
		// below it the slope is positive at all distances up to the maximum, above it is not
		for _, e := range []float64{-1e-3, 1e-3} {
			top, err := (theory.Labels{Machine: m}).KappaMax(p.Alpha + e)
			if err != nil {
				t.Fatal(err)
			}
			curve, err := OfCommittee(m, top.Alpha, top.Kappa, 0)
			if err != nil {
				t.Fatal(err)
			}
			least := math.Inf(1)
			for lnD := math.Log(d) - 4; lnD < math.Log(0.15); lnD += 0.25 {
				if q, err := curve.At(math.Exp(lnD)); err == nil {
					least = min(least, q.Slope)
				}
			}
			least = min(least, curve.must(t, d).Slope)
			if (least > 0) != (e < 0) {
				t.Errorf("%v: α = α'_u %+v: least slope %v", c.a, e, least)
			}
		}
	}
}

// TestCommitteeSphericalMargins: no margin is the largest for spherical weights.
func TestCommitteeSphericalMargins(t *testing.T) {
	if _, err := (theory.Labels{Machine: theory.Committee{Weights: theory.Spherical, Activation: theory.ReLU}}).KappaMax(0.5); !errors.Is(err, theory.ErrNoMargin) {
		t.Error(err)
	}
}

func BenchmarkCommitteeFranzParisi(b *testing.B) {
	for _, m := range []theory.Committee{{Weights: theory.Binary, Activation: theory.Sign}, {Weights: theory.Binary, Activation: theory.ReLU}, {Weights: theory.Spherical, Activation: theory.Sign}, {Weights: theory.Spherical, Activation: theory.ReLU}} {
		c, err := OfCommittee(m, 0.6, 0, 0)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(m.Weights.String()+"/"+m.Activation.String(), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				c.must(b, 0.001+0.45*float64(i%50)/50)
			}
		})
	}
}

var machinesOf = []theory.Committee{{Weights: theory.Binary, Activation: theory.Linear}, {Weights: theory.Binary, Activation: theory.Sign}, {Weights: theory.Binary, Activation: theory.ReLU}, {Weights: theory.Binary, Activation: theory.LeakyReLU(0.3)},
	{Weights: theory.Spherical, Activation: theory.Linear}, {Weights: theory.Spherical, Activation: theory.Sign}, {Weights: theory.Spherical, Activation: theory.ReLU}, {Weights: theory.Spherical, Activation: theory.LeakyReLU(0.3)}}
