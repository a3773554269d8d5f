package kern

import (
	"math"
	"math/rand/v2"
	"testing"

	"fbp/gauss"
)

// Fields of signs are those of the functions of package gauss, one by one, to the bit on
// every tier: in the middle, in both tails, past the smallest densities, and where the
// asymptotic series begins.
func TestSignTails(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(71, 72))
		for _, n := range lengths {
			omega, v := make([]float64, n), make([]float64, n)
			for i := range omega {
				v[i] = math.Exp(4 * rng.NormFloat64())
				omega[i] = math.Exp(3*rng.NormFloat64()) * rng.NormFloat64() * math.Sqrt(v[i])
				switch rng.IntN(20) {
				case 0:
					omega[i], v[i] = 3e5*rng.NormFloat64(), 0
				case 1:
					omega[i] = math.Copysign(37+3*rng.Float64(), omega[i]) * math.Sqrt(v[i])
				case 2:
					omega[i] = 0
				}
			}
			u, _ := guarded(omega)
			rv, _ := guarded(v)
			ratio, _ := guarded(omega)
			rarity, _ := guarded(omega)
			x, all := guarded(omega)
			SignTails(u, rv, ratio, rarity, x, 1e-6)
			for i := range u {
				scale := 1 / math.Sqrt(max(v[i], 1e-6))
				f := float64(omega[i] * scale)
				want := [5]float64{f, scale, 1 / gauss.Mills(math.Abs(f)), 1 / gauss.G(f)}
				want[4] = math.Copysign(1-float64(2*want[2])/want[3], f)
				for k, got := range [5]float64{u[i], rv[i], ratio[i], rarity[i], x[i]} {
					if !sameBits(got, want[k]) {
						t.Fatalf("ω = %v, V = %v: number %d is %v, want %v", omega[i], v[i], k, got, want[k])
					}
				}
			}
			for i, y := range all {
				if (i < 16 || i >= 16+n) && y != guard {
					t.Fatalf("n = %d: something is written at %d", n, i-16)
				}
			}
		}
	})
}

// What a sign says of its field is the derivative of the logarithm of its probability, by
// differences, and that derivative's own; both vanish, and nothing is NaN, in the far tails.
func TestSignAnswers(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		answer := func(omega, v, b float64) (g, slope, u, x float64) {
			var all [7][1]float64
			all[0][0], all[1][0] = omega, v
			SignTails(all[0][:], all[1][:], all[2][:], all[3][:], all[4][:], 1e-6)
			SignAnswers(all[5][:], all[6][:], []float64{b}, all[0][:], all[1][:], all[2][:], all[3][:])
			return all[5][0], all[6][0], all[0][0], all[4][0]
		}
		const v, step = 2.3, 1e-4
		for _, b := range []float64{0, math.Copysign(0, -1), 1e-8, 0.3, -0.7, 3, -9, math.Inf(1), math.Inf(-1)} {
			for _, omega := range []float64{-9, -2, -0.1, 0, 0.4, 3, 8} {
				log := func(omega float64) float64 {
					up, down := 0.5*math.Erfc(-omega/math.Sqrt(2*v)), 0.5*math.Erfc(omega/math.Sqrt(2*v))
					if math.IsInf(b, 0) {
						return math.Log([]float64{down, up}[int((1+math.Copysign(1, b))/2)])
					}
					return math.Log(math.Exp(b)*up + math.Exp(-b)*down)
				}
				g, slope, _, x := answer(omega, v, b)
				if want := (log(omega+step) - log(omega-step)) / (2 * step); !(math.Abs(g-want) <= 1e-7*(1+math.Abs(want))) {
					t.Errorf("b = %v, ω = %v: g = %v, want %v", b, omega, g, want)
				}
				if want := (log(omega+step) - 2*log(omega) + log(omega-step)) / (step * step); !(math.Abs(slope-want) <= 2e-6*(1+math.Abs(want))) {
					t.Errorf("b = %v, ω = %v: ∂g = %v, want %v", b, omega, slope, want)
				}
				if want := math.Erf(omega / math.Sqrt(2*v)); !(math.Abs(x-want) <= 1e-15) {
					t.Errorf("ω = %v: x = %v, want %v", omega, x, want)
				}
			}
		}
		for _, omega := range []float64{-60, -38, 38, 60} {
			for _, b := range []float64{-400, -1, 0, 1, 400, math.Inf(1)} {
				g, slope, u, x := answer(omega, 1, b)
				if math.IsNaN(g) || math.IsNaN(slope) || math.IsInf(g, 0) || math.IsInf(slope, 0) || u != omega || math.Abs(x) != 1 {
					t.Errorf("b = %v, ω = %v: g = %v, ∂g = %v, x = %v", b, omega, g, slope, x)
				}
			}
		}
	})
}

func BenchmarkSigns(b *testing.B) {
	const n = 1000
	var x [8][n]float64
	for i := range n {
		x[0][i], x[1][i], x[7][i] = 3*math.Sin(float64(i)), 2, math.Cos(float64(i))
	}
	b.Run("tails", func(b *testing.B) {
		best(b, n, func() { SignTails(x[0][:], x[1][:], x[2][:], x[3][:], x[4][:], 1e-6) })
	})
	b.Run("answers", func(b *testing.B) {
		best(b, n, func() { SignAnswers(x[5][:], x[6][:], x[7][:], x[0][:], x[1][:], x[2][:], x[3][:]) })
	})
}
