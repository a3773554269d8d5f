package kern

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestFewerFlips: how many flips are expected is told as by the sum itself, beside it and far
// away, for any λ.
func TestFewerFlips(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for trial := range 200 {
		n := 1 + rng.IntN(300)
		s := flipping{odds: make([]float64, n, n+2*block)}
		for i := range s.odds {
			s.odds[i] = math.Exp2(-100 * rng.Float64() * rng.Float64())
		}
		s.odds = s.odds[:n+2*block]
		s.keep(n)
		s.prepare(1)
		tilt := math.Exp2(float64(rng.IntN(1 + 1000*(trial%2))))
		want := expectGo(s.odds, tilt)
		for _, name := range Tiers() {
			use(t, name)
			for _, share := range []float64{0, 0.5, 1 - 1e-6, 1 - 1e-15, 1, 1 + 1e-15, 1 + 1e-6, 2} {
				if than := share * want; s.fewer(than, tilt) != (want < than) {
					t.Fatalf("tier %s, %d odds, λ %v, %v flips expected: fewer than %v is %v", name, n, tilt, want, than, want >= than)
				}
			}
			if sum := expectRoughly(s.odds, tilt); tilt < 1e70 && !(math.Abs(sum-want) <= 1e-12*want) {
				t.Fatalf("tier %s, λ %v: %v flips expected, roughly %v", name, tilt, want, sum)
			}
		}
	}
}

// TestBracketed: series of which only the first terms are summed have the bits of all terms, or
// are found out; in Go all terms are then summed at once.
func TestBracketed(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	whole, refused := 0, 0
	for range 300 {
		const n = 3 * block
		g, odds, got, want := make([]float64, 64), make([]float64, n), make([]float64, n), make([]float64, n)
		decay, tilt := math.Exp2(1-4*rng.Float64()), math.Exp2(rng.Float64())
		for i := range g {
			g[i] = rng.Float64() * math.Pow(decay, float64(i))
		}
		for i := range odds {
			odds[i] = math.Exp2(-20*rng.Float64()) / tilt
		}
		terms, bound := 2+rng.IntN(60), 0.0
		for _, y := range g[terms:] {
			bound += 2 * y
		}
		c := direction{tilt, 0.1, 0.9, 0, 1}
		directedGo(want, odds, g, &c)
		c.messages(got, odds, g, terms, bound)
		equalBits(t, fmt.Sprintf("%d terms", terms), got, want)
		for _, name := range Tiers() {
			use(t, name)
			done := bracketed(got, odds, g[:terms], &c, bound)
			for i := range got[:done] {
				if !sameBits(got[i], want[i]) {
					t.Fatalf("tier %s, %d terms, odds %v: message %v, from all terms %v", name, terms, odds[i], got[i], want[i])
				}
			}
			if done == n {
				whole++
			} else {
				refused++
			}
		}
	}
	t.Logf("%d rows done, %d not", whole, refused)
	if vector := len(Tiers()) > 1; vector && min(whole, refused) < 20 {
		t.Error("tests only one case")
	}
}
