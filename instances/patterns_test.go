package instances

import (
	"math"
	"math/rand/v2"
	"testing"
)

// sizes are those where packing can go wrong.
var sizes = []int{1, 2, 63, 64, 65, 127, 128, 129, 2001}

func randomSet(t *testing.T, n, p int) *Patterns {
	t.Helper()
	set, err := Random{Size: Size{P: p}}.Patterns(n, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// checkPadding checks that the bits past N are 0.
func checkPadding(t *testing.T, p *Patterns) {
	t.Helper()
	for mu := range p.P {
		row := p.Row(mu)
		if len(row) != (p.N+63)/64 {
			t.Fatalf("N = %d: a row of %d words", p.N, len(row))
		}
		for i := p.N; i < 64*len(row); i++ {
			if row[i/64]>>(i%64)&1 != 0 {
				t.Errorf("N = %d: bit %d of row %d is set", p.N, i, mu)
			}
		}
	}
}

func TestPatterns(t *testing.T) {
	for _, n := range sizes {
		p := NewPatterns(n, 3)
		want := make([][]float64, 3) // the slow way
		for mu := range want {
			want[mu] = make([]float64, n)
			for i := range want[mu] {
				want[mu][i] = 1
			}
		}
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		for range 4 * n {
			mu, i, negative := rng.IntN(3), rng.IntN(n), rng.IntN(2) == 0
			p.Set(mu, i, negative)
			want[mu][i] = 1
			if negative {
				want[mu][i] = -1
			}
		}
		p.Negate(1)
		for i := range want[1] {
			want[1][i] *= -1
		}
		for mu := range want {
			for i, x := range want[mu] {
				if p.At(mu, i) != x {
					t.Fatalf("N = %d: ξ of pattern %d, input %d is %v, want %v", n, mu, i, p.At(mu, i), x)
				}
				if bit := p.Row(mu)[i/64] >> (i % 64) & 1; (bit == 1) != (x < 0) {
					t.Fatalf("N = %d: the bit of pattern %d, input %d is %d for %v", n, mu, i, bit, x)
				}
			}
		}
		checkPadding(t, p)
	}
}

func TestDot(t *testing.T) {
	for _, n := range sizes {
		p := randomSet(t, n, 3)
		rng := rand.New(rand.NewPCG(2, uint64(n)))
		w, signs := make([]float64, n), make([]float64, n)
		for i := range w {
			w[i] = rng.NormFloat64()
			signs[i] = math.Copysign(1, w[i])
		}
		for mu := range 3 {
			slow, slowSigns := 0.0, 0.0
			for i := range w {
				slow += p.At(mu, i) * w[i]
				slowSigns += p.At(mu, i) * signs[i]
			}
			// The same terms in the same order: the same bits.
			if got := p.Dot(mu, w); got != slow {
				t.Errorf("N = %d: Dot = %v, want %v", n, got, slow)
			}
			if got := p.Dot(mu, signs); got != slowSigns {
				t.Errorf("N = %d: Dot of signs = %v, want %v", n, got, slowSigns)
			}
			if got := p.DotSigns(mu, PackSigns(w)); float64(got) != slowSigns {
				t.Errorf("N = %d: DotSigns = %v, want %v", n, got, slowSigns)
			}
		}
	}
}

func TestPackSigns(t *testing.T) {
	w := []float64{0, math.Copysign(0, -1), -1e-300, 2, math.Inf(-1)}
	if got := PackSigns(w); len(got) != 1 || got[0] != 0b10100 {
		t.Errorf("signs %b, want 10100", got)
	}
	if got := PackSigns(nil); len(got) != 0 {
		t.Errorf("signs of nothing: %v", got)
	}
}

func TestPatternsPanic(t *testing.T) {
	p := NewPatterns(65, 2)
	for name, f := range map[string]func(){
		"input past N":    func() { p.At(0, 65) },
		"set past N":      func() { p.Set(1, 100, true) },
		"negative input":  func() { p.At(1, -1) },
		"pattern past P":  func() { p.Row(2) },
		"too few weights": func() { p.Dot(0, make([]float64, 64)) },
		"too few words":   func() { p.DotSigns(0, make([]uint64, 1)) },
		"no inputs":       func() { NewPatterns(0, 1) },
		"negative P":      func() { NewPatterns(1, -1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

// A row's slice must not let an append run into the next row.
func TestRowIsClosed(t *testing.T) {
	p := NewPatterns(65, 2)
	_ = append(p.Row(0), 1)
	if p.Row(1)[0] != 0 {
		t.Error("appending to a row changed the next")
	}
}

func BenchmarkDot(b *testing.B) {
	const n, p = 2001, 1000
	set, _ := Random{Size: Size{P: p}}.Patterns(n, 1, 0)
	w := make([]float64, n)
	for i := range w {
		w[i] = float64(i)
	}
	for b.Loop() {
		for mu := range p {
			set.Dot(mu, w)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(n*p), "ns/edge")
}

// TestInputs: a part of the inputs is those inputs, whatever words they lie in.
func TestInputs(t *testing.T) {
	p := randomSet(t, 201, 3)
	p.Labels = []float64{1, -1, 1}
	for _, part := range [][2]int{{0, 201}, {0, 67}, {67, 134}, {134, 201}, {64, 128}, {63, 64}, {127, 193}} {
		q := p.Inputs(part[0], part[1])
		checkPadding(t, q)
		for mu := range p.P {
			for i := range q.N {
				if q.At(mu, i) != p.At(mu, part[0]+i) {
					t.Errorf("inputs %v of pattern %d: %d differs", part, mu, i)
				}
			}
			if q.Label(mu) != p.Label(mu) {
				t.Errorf("inputs %v: label of pattern %d", part, mu)
			}
		}
	}
}
