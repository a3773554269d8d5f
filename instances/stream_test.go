package instances

import (
	"crypto/sha256"
	"math"
	"math/big"
	"math/bits"
	"testing"
)

func firstOf(seed int64, purpose string, keys ...any) [3]uint64 {
	rng := Stream(seed, purpose, keys...)
	return [3]uint64{rng.Uint64(), rng.Uint64(), rng.Uint64()}
}

// A guard of "same bits": whoever changes these numbers changes every published
// result. They were computed with another program from the definition, SHA-256
// of the name as state of PCG XSL RR 128/64.
func TestStreamGolden(t *testing.T) {
	const name = "fbp stream 1\nseed -7\npurpose \"patterns\"\nstring \"random\"\nint 2001\nfloat 0.5\nbool true\n"
	keys := []any{"random", 2001, 0.5, true}
	if got := streamName(-7, "patterns", keys); got != name {
		t.Errorf("the stream's name is %q, want %q", got, name)
	}
	want := [3]uint64{0x86b06c3e24fd8b01, 0xf72c4c509fe9141a, 0x97feaa485f7fe50d}
	if got := firstOf(-7, "patterns", keys...); got != want {
		t.Errorf("got %#x, want %#x", got, want)
	}
}

func TestStreamsDiffer(t *testing.T) {
	type kind string
	seen := map[[3]uint64]string{}
	for _, s := range []struct {
		seed    int64
		purpose string
		keys    []any
	}{
		{1, "patterns", nil},
		{2, "patterns", nil},
		{-1, "patterns", nil},
		{1, "teacher", nil},
		{1, "patterns", []any{1}},
		{1, "patterns", []any{2}},
		{1, "patterns", []any{"1"}},
		{1, "patterns", []any{1.0}},
		{1, "patterns", []any{true}},
		{1, "patterns", []any{1, 2}},
		{1, "patterns", []any{2, 1}},
		{1, "patterns", []any{12}},
		{1, "patterns", []any{"a", "b"}},
		{1, "patterns", []any{"a\"\nstring \"b"}},
		{1, "patterns\nint 1", nil},
	} {
		name := streamName(s.seed, s.purpose, s.keys)
		first := firstOf(s.seed, s.purpose, s.keys...)
		if other, ok := seen[first]; ok {
			t.Errorf("%q and %q are one stream", name, other)
		}
		seen[first] = name
		if firstOf(s.seed, s.purpose, s.keys...) != first {
			t.Errorf("%q gives other numbers the second time", name)
		}
	}
	if firstOf(1, "x", 5, "a", float32(0.5)) != firstOf(1, "x", uint8(5), kind("a"), 0.5) {
		t.Error("the width of a key's type matters")
	}
}

func TestStreamRefusesOtherKeys(t *testing.T) {
	for _, key := range []any{nil, []int{1}, struct{}{}, new(int)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a %T names a stream", key)
				}
			}()
			Stream(1, "x", key)
		}()
	}
}

// Neighbouring seeds and samples must be as independent as any: of 64 streams
// of 4096 signs, the 2016 sums Σ ξξ' of a pair are 0 within 6 of their σ = 64.
func TestStreamsAreIndependent(t *testing.T) {
	var rows []*Patterns
	for sample := range 64 {
		p := NewPatterns(4096, 1)
		p.draw(Stream(1, "patterns", sample))
		rows = append(rows, p)
	}
	for a := range rows {
		for b := range a {
			if dot := rows[a].DotSigns(0, rows[b].Row(0)); dot*dot > 36*4096 {
				t.Errorf("samples %d and %d: Σ ξξ' = %d, σ = 64", a, b, dot)
			}
		}
	}
}

// A stream that begins later goes on as if all numbers before had been drawn; two jumps
// are one, also where nobody could draw the numbers.
func TestStreamAt(t *testing.T) {
	rng := Stream(3, "jump", 7)
	for k := range uint64(2000) {
		if got, want := StreamAt(k, 3, "jump", 7).Uint64(), rng.Uint64(); got != want {
			t.Fatalf("number %d is %#x, want %#x", k, got, want)
		}
	}
	for _, far := range []uint64{1 << 40, 1<<63 + 12345, math.MaxUint64 - 3} {
		from := StreamAt(far, 3, "jump", 7)
		for k := range uint64(3) {
			if got, want := from.Uint64(), StreamAt(far+k, 3, "jump", 7).Uint64(); got != want {
				t.Errorf("number %d + %d is %#x, want %#x", far, k, got, want)
			}
		}
	}
}

// The numbers of a stream are those of the closed form of the generator, PCG XSL RR
// 128/64 with the constants that golang.org/x/exp/rand has: the state after k numbers is
// a^k x + c (a^k − 1)/(a − 1) mod 2^128, in integers of any length, and x the first half of
// the hash of the stream's name.
func TestStreamIsPCG(t *testing.T) {
	number := func(digits string) *big.Int {
		x, _ := new(big.Int).SetString(digits, 10)
		return x
	}
	a, c := number("47026247687942121848144207491837523525"), number("117397592171526113268558934119004209487")
	one, period := big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 128)
	less := new(big.Int).Sub(a, one)
	hash := sha256.Sum256([]byte(streamName(5, "tape", nil)))
	x, rng := new(big.Int).SetBytes(hash[:16]), Stream(5, "tape")
	for k := range uint64(12346) {
		got := rng.Uint64()
		if k > 2 && k%5000 > 1 {
			continue
		}
		steps := new(big.Int).Add(new(big.Int).SetUint64(k), one) // a number is read off the state after it
		power := new(big.Int).Exp(a, steps, new(big.Int).Mul(less, period))
		sum := new(big.Int).Div(new(big.Int).Sub(power, one), less)
		state := new(big.Int).Add(new(big.Int).Mul(power, x), sum.Mul(sum, c))
		state.Mod(state, period)
		high, low := new(big.Int).Rsh(state, 64).Uint64(), new(big.Int).And(state, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
		if want := bits.RotateLeft64(high^low, -int(high>>58)); got != want {
			t.Errorf("number %d is %#x, want %#x", k, got, want)
		}
	}
}
