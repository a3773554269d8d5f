package kern

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"fbp/internal/slow"
)

// everyTier runs a test on every tier of this machine.
func everyTier(t *testing.T, f func(t *testing.T)) {
	for _, tier := range Tiers() {
		t.Run(tier, func(t *testing.T) {
			use(t, tier)
			f(t)
		})
	}
}

// use makes a tier active until the test ends.
func use(tb testing.TB, tier string) {
	tb.Helper()
	before := Tier()
	tb.Cleanup(func() { Use(before) })
	if err := Use(tier); err != nil {
		tb.Fatal(err)
	}
}

// TestChoose: the environment forces a tier, and one that does not exist is
// reported, not fatal.
func TestChoose(t *testing.T) {
	best := supported()[0]
	for _, name := range append(Tiers(), "") {
		if got, err := choose(name); err != nil || name != "" && got.String() != name || name == "" && got != best {
			t.Errorf("choose(%q) = %v, %v", name, got, err)
		}
	}
	for name, want := range map[string]string{
		"sse": `FBP_KERNEL = "sse": want one of ` + strings.Join(Tiers(), ", "),
		"GO":  `FBP_KERNEL = "GO": want one of ` + strings.Join(Tiers(), ", "),
	} {
		if got, err := choose(name); err == nil || err.Error() != want || got != best {
			t.Errorf("choose(%q) = %v, %v", name, got, err)
		}
	}
	for _, name := range tierNames {
		if _, err := choose(name); err != nil && !strings.Contains(err.Error(), "not on this processor") {
			t.Errorf("choose(%q): %v", name, err)
		}
	}
}

// problem is the input of every kernel.
type problem struct {
	row
	s     []float64 // what Update takes for magnetisations, besides those of Cavity
	c     [MaxDegree + 1]float64
	gain  float64
	scale float64
	decay float64 // of Star
}

// classes are the degrees up to which a loop of Update goes.
var classes = []int{5, 7, 11, 15}

// guard stands before and after every slice, and must stay.
const guard = 17.25

// guarded copies x to where a write past an end would show.
func guarded(x []float64) (inside, all []float64) {
	const margin = 16
	all = make([]float64, len(x)+2*margin)
	for i := range all {
		all[i] = guard
	}
	inside = all[margin : margin+len(x) : margin+len(x)]
	copy(inside, x)
	return inside, all
}

// answers is everything that the kernels make of a problem, guards included.
func (p *problem) answers(degrees []int) (all [][]float64) {
	keep := func(x ...float64) { all = append(all, x) }
	n := len(p.h)
	h, hAll := guarded(p.h)
	u, uAll := guarded(p.u)
	s, sAll := guarded(make([]float64, n))
	omega, v := Cavity(s, h, u, p.signs)
	keep(omega, v)
	keep(LogCosh(s, h, u, p.signs))
	sums := p.four([4]float64{}).Negatives(p.u)
	keep(sums[:]...)
	all = append(all, append([]float64{}, sAll...))
	for _, degree := range degrees {
		c := p.c
		clear(c[degree+1:])
		copy(h, p.h)
		copy(u, p.u)
		Update(h, u, s, p.signs, &c, degree, 1-p.gain)
		Update(h, u, p.s, p.signs, &c, degree, 1-p.gain)
		all = append(all, append([]float64{}, hAll...), append([]float64{}, uAll...))
	}
	Star(s, p.h, p.u, p.decay, 19)
	all = append(all, append([]float64{}, sAll...))
	all = append(append(append(append(all, p.nodes()...), p.flips()...), p.gaussAnswers()...), p.units()...)
	copy(h, p.h)
	copy(u, p.u)
	Add(h, u, p.signs)
	p.four([4]float64{p.scale, -1, 1e10, p.decay}).AddNegatives(h)
	keep(LogCosh(p.s, h, u, p.signs))
	return append(all, hAll, uAll, sAll)
}

// gaussAnswers is what the kernels of real weights make of the problem.
func (p *problem) gaussAnswers() [][]float64 {
	n := len(p.h)
	s, sAll := guarded(make([]float64, n))
	v, vAll := guarded(p.s)
	a, aAll := guarded(p.s)
	b, bAll := guarded(p.h)
	ua, uaAll := guarded(p.h)
	ub, ubAll := guarded(p.u)
	var sums [4]float64
	gaussCavity(s, v, a, b, ua, ub, p.signs, &sums)
	answers := [][]float64{sums[:], append([]float64{}, sAll...), append([]float64{}, vAll...)}
	var series Pull
	copy(series.C[:], p.c[:])
	copy(series.C[len(p.c):], p.c[:])
	for _, class := range pullClasses {
		series.Degree, series.Centre = class.degree, p.c[3]
		GaussUpdate(a, b, ua, ub, s, v, p.signs, RowSums{Omega: sums[0], V: sums[1]}, &series, 1-p.gain)
		GaussUpdate(a, b, ua, ub, p.u, p.s, p.signs, RowSums{Omega: p.c[1], V: 3}, &series, 1-p.gain)
		for _, x := range [][]float64{aAll, bAll, uaAll, ubAll} {
			answers = append(answers, append([]float64{}, x...))
		}
	}
	return append(answers, sAll, vAll)
}

// nodes is what the kernels of row polynomials make of the problem.
func (p *problem) nodes() [][]float64 {
	f, all := guarded(make([]float64, len(p.s)))
	answers := [][]float64{}
	for _, sure := range []float64{0, 1e-100, p.decay} {
		vote(f, p.s, p.c[0], 100*p.c[1], sure, 1-sure)
		answers = append(answers, append([]float64{}, all...))
		within(f, p.s, p.c[2], 100*p.c[3], 1e3*sure)
		answers = append(answers, append([]float64{}, all...))
	}
	for _, half := range []int{3, 4, 6, 8} {
		var powers, m = [2 * lanes]float64{}, interpolations[2*half-1].matrices
		interpolate(&powers, &p.c, &m, half)
		answers = append(answers, powers[:])
	}
	return answers
}

// units is what the kernels of layers of sign units make of the problem.
func (p *problem) units() (answers [][]float64) {
	n := len(p.h)
	var x [7][]float64
	for i := range x {
		var all []float64
		x[i], all = guarded(make([]float64, n))
		answers = append(answers, all)
	}
	copy(x[0], p.h)
	for i, v := range p.u {
		x[1][i] = 100 * v // variances too small among them, and none at all
	}
	SignTails(x[0], x[1], x[2], x[3], x[4], p.decay)
	SignAnswers(x[5], x[6], p.s, x[0], x[1], x[2], x[3])
	h, all := guarded(append(append([]float64{}, p.h...), p.u...))
	if n > 0 {
		AddProduct(h, n, Factors{p.c[:], 1, 2}, append(append([]float64{}, p.s...), p.u...))
	}
	return append(answers, all)
}

// flips is what the kernels of [Flips] make of the problem.
func (p *problem) flips() (answers [][]float64) {
	keep := func(x []float64) { answers = append(answers, append([]float64{}, x...)) }
	n := len(p.s)
	r, all := guarded(make([]float64, n))
	Odds(r, p.h, p.u, p.signs)
	keep(all)
	up, down := make([]float64, n+block), make([]float64, n+block)
	for _, odds := range [][]float64{r, p.s} {
		against := splitOdds(up, down, odds)
		keep(up[:against])
		keep(down[:n-against])
		u, all := guarded(make([]float64, n))
		mergeMessages(u, odds, up, down)
		keep(all)
	}
	padded := extend(append([]float64{}, p.s...), (n+block-1)/block*block)
	stride := len(padded)/4 + 2*lanes
	factors, all := guarded(make([]float64, 5*stride))
	mean, variance, most := fourFactors(factors, stride, padded, 1+1e3*p.decay)
	keep(append(all, mean, variance, most, meanFlips(padded, 1+1e3*p.decay)))
	var counts, other [countBlock]float64
	copy(counts[:], p.c[:])
	copy(other[:], p.h)
	moments, all := guarded(make([]float64, 2*lanes))
	correlate(moments, append(p.c[:3:3], counts[:3]...), append(append([]float64{}, counts[:]...), other[:]...))
	keep(all)
	padded = extend(padded, multiple(n, 2*block))
	m, all := guarded(make([]float64, len(padded)))
	flipMessages(m, padded, moments, 1+p.decay, p.gain, 1-p.gain, math.Copysign(0, p.c[0]))
	keep(all)
	h, allH := guarded(p.h)
	u, allU := guarded(p.u)
	AddMessages(h, u, p.s, p.signs, p.gain)
	Settle(h, u, p.s, p.signs, p.gain)
	keep(allH)
	keep(allU)
	omega, v := new(Flips).Cavity(m[:n], p.h, p.u, p.signs)
	sum, variance := cavityOdds(m[:n], p.h, p.u, p.signs, r)
	keep(append(all, omega, v, sum, variance))
	keep(r)
	return answers
}

// four are the problem's signs, turned by a few weights for each row.
func (p *problem) four(x [4]float64) *FourRows {
	var rows [4][]uint64
	for k := range rows {
		rows[k] = make([]uint64, len(p.signs))
		for w, word := range p.signs {
			rows[k][w] = bits.RotateLeft64(word, 7*k)
		}
	}
	return fourOf(rows, x)
}

// fourOf are these four rows with their numbers.
func fourOf(rows [4][]uint64, x [4]float64) *FourRows { return &FourRows{rows, x, 4} }

// sameBits compares the bits; every NaN is the same NaN.
func sameBits(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
}

// compareTiers gives a problem to all tiers and says where they differ.
func compareTiers(tb testing.TB, p *problem, degrees []int) {
	tb.Helper()
	use(tb, "go")
	want := p.answers(degrees)
	for _, tier := range Tiers() {
		use(tb, tier)
		for k, got := range p.answers(degrees) {
			for i, x := range got {
				if !sameBits(x, want[k][i]) {
					tb.Fatalf("n %d: tier %s, answer %d, element %d: %v (%x), in Go %v (%x)", len(p.h),
						tier, k, i, x, math.Float64bits(x), want[k][i], math.Float64bits(want[k][i]))
				}
			}
		}
	}
}

// extremes are what a field, a message or a magnetisation must never be, and
// what they are at their ends.
var extremes = []float64{
	0, math.Copysign(0, -1), 5e-324, -5e-324, 1e-310, 1e-300, -1e-300, 1e-17, -1e-17, 1e-8, 0.5, -0.5, 1, -1,
	math.Nextafter(1, 0), 18.7, -18.7, 19.1, 40, -40, 349.9, farTail, -farTail, math.Nextafter(farTail, 400), -354.9,
	372.6, 708, 745.2, -745.2, 1e5, 1e15, -1e15, 4.6e15, 1e300, -1e300, math.MaxFloat64, -math.MaxFloat64,
	math.Inf(1), math.Inf(-1), math.NaN(), -math.NaN(), math.Float64frombits(0x7ff0000000000fff), math.Float64frombits(0xfffffffffffff123),
}

// newProblem makes fields of scale spread; a share of the numbers is extreme.
func newProblem(rng *rand.Rand, n int, spread, share float64) *problem {
	draw := func(count int, scale float64) []float64 {
		x := make([]float64, count)
		for i := range x {
			x[i] = scale * rng.NormFloat64()
			if rng.Float64() < share {
				x[i] = extremes[rng.IntN(len(extremes))]
			}
		}
		return x
	}
	p := &problem{row: row{draw(n, spread), draw(n, 0.1), make([]uint64, words(n))}, s: draw(n, 0.5), gain: 0.5, scale: 0.3, decay: math.Exp(-20 * rng.ExpFloat64())}
	copy(p.c[:], draw(len(p.c), 0.3))
	for k := range p.signs {
		p.signs[k] = rng.Uint64()
	}
	if rng.Float64() < 0.5 {
		p.gain = rng.Float64()
	}
	return p
}

// TestTiers: every tier gives the bits of the loops in Go and
// writes nowhere else.
//
// Check: kernels in assembly | the loops in Go | every bit
func TestTiers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for _, n := range append(lengths, 24, 33, 40, 47, 95, 96) {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			for _, spread := range slow.Some(4, []float64{0, 1e-300, 1e-8, 0.1, 1, 5, 30, 400, 1e5, 1e300}) {
				for _, share := range []float64{0, 0.01, 0.3} {
					compareTiers(t, newProblem(rng, n, spread, share), classes)
				}
			}
		})
	}
	for _, n := range []int{logCoshBlock - 1, logCoshBlock, logCoshBlock + 1, 2*logCoshBlock + 8} {
		compareTiers(t, newProblem(rng, n, 1, 0.001), classes)
	}
}

// TestTiersDegrees takes polynomials of every degree.
func TestTiersDegrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 17))
	for degree := range MaxDegree + 1 {
		for range 10 {
			compareTiers(t, newProblem(rng, 71, 1, 0.1), []int{degree})
		}
	}
}

// TestTiersEverywhere puts every extreme number in every position of rows that
// meet every part of a loop, one at a time, for the fields and for the messages; in long
// rows a third of the numbers in each position, in turn.
func TestTiersEverywhere(t *testing.T) {
	slow.Only(t)
	rng := rand.New(rand.NewPCG(7, 11))
	for _, n := range []int{5, 13, 39} {
		p := newProblem(rng, n, 1, 0)
		for _, x := range [][]float64{p.h, p.u, p.s} {
			for i, before := range x {
				for k, e := range extremes {
					if n == 39 && (i+k)%3 > 0 {
						continue
					}
					x[i] = e
					compareTiers(t, p, []int{7})
				}
				x[i] = before
			}
		}
	}
}

// TestPropagation: NaN anywhere in fields or messages reaches the sums on every
// tier, and none of its neighbours.
func TestPropagation(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		const n = 45
		for i := range n {
			r, s := newRow(n, 1), make([]float64, n)
			r.h[i] = math.NaN()
			omega, v := Cavity(s, r.h, r.u, r.signs)
			sum := LogCosh(s, r.h, r.u, r.signs)
			if !math.IsNaN(omega) || !math.IsNaN(v) || !math.IsNaN(sum) {
				t.Errorf("NaN at %d: sums %v, %v, %v", i, omega, v, sum)
			}
			for j := range s {
				if math.IsNaN(s[j]) != (j == i) {
					t.Errorf("NaN at %d: s_%d = %v", i, j, s[j])
				}
			}
		}
	})
}

func TestKernelsDoNotAllocate(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		r, s := newRow(100, 1), make([]float64, 100)
		signs := [4][]uint64{r.signs, r.signs, r.signs, r.signs}
		variances, pull := make([]float64, 100), Pull{Degree: 8}
		if n := testing.AllocsPerRun(10, func() {
			omega, v := Cavity(s, r.h, r.u, r.signs)
			var c [MaxDegree + 1]float64
			halfLineCoefficients(&c, 7, 0, omega, v)
			Update(r.h, r.u, s, r.signs, &c, 7, 0.5)
			LogCosh(s, r.h, r.u, r.signs)
			Add(r.h, r.u, r.signs)
			var rows FourRows
			for _, signs := range signs {
				rows.Take(signs, 0)
			}
			sums := rows.Negatives(s)
			for k, signs := range signs {
				rows.Take(signs, sums[k])
			}
			rows.AddNegatives(r.h)
			Star(s, r.h, r.u, 0.1, 3)
			sums4 := GaussCavity(s, variances, r.h, r.u, r.u, r.u, r.signs)
			GaussUpdate(r.h, r.h, r.u, r.u, s, variances, r.signs, sums4, &pull, 0.5)
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

// TestShortSlices: a slice that is too short panics on every tier, before
// anything is read or written behind it.
func TestShortSlices(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		long, signs := make([]float64, 65), make([]uint64, 2)
		short := long[:64] // its capacity does not count
		var c [MaxDegree + 1]float64
		for name, f := range map[string]func(){
			"Cavity h":            func() { Cavity(long, short, long, signs) },
			"Cavity u":            func() { Cavity(long, long, short, signs) },
			"Cavity signs":        func() { Cavity(long, long, long, signs[:1]) },
			"LogCosh h":           func() { LogCosh(long, short, long, signs) },
			"LogCosh u":           func() { LogCosh(long, long, short, signs) },
			"LogCosh signs":       func() { LogCosh(long, long, long, signs[:1]) },
			"Update h":            func() { Update(short, long, long, signs, &c, 5, 0) },
			"Update u":            func() { Update(long, short, long, signs, &c, 5, 0) },
			"Update signs":        func() { Update(long, long, long, signs[:1], &c, 5, 0) },
			"Add u":               func() { Add(long, short, signs) },
			"Add signs":           func() { Add(long, long, signs[:1]) },
			"Negatives":           func() { fourOf([4][]uint64{signs, signs, signs, signs[:1]}, [4]float64{}).Negatives(long) },
			"AddNegatives":        func() { fourOf([4][]uint64{signs[:1], signs, signs, signs}, [4]float64{}).AddNegatives(long) },
			"Odds h":              func() { Odds(long, short, long, signs) },
			"Odds u":              func() { Odds(long, long, short, signs) },
			"AddMessages h":       func() { AddMessages(short, long, long, signs, 1) },
			"AddMessages u":       func() { AddMessages(long, short, long, signs, 1) },
			"AddMessages ξ":       func() { AddMessages(long, long, long, signs[:1], 1) },
			"Settle h":            func() { Settle(short, long, long, signs, 1) },
			"Settle u":            func() { Settle(long, short, long, signs, 1) },
			"Settle ξ":            func() { Settle(long, long, long, signs[:1], 1) },
			"VoteMessages f":      func() { VoteMessages(short, long, 0, 20, 0.5, 0.5) },
			"BandMessages f":      func() { BandMessages(short, long, 0, 20, 3) },
			"Star h":              func() { Star(long, short, long, 0.5, 1) },
			"GaussCavity v":       func() { GaussCavity(long, short, long, long, long, long, signs) },
			"GaussCavity ub":      func() { GaussCavity(long, long, long, long, long, short, signs) },
			"GaussUpdate a":       func() { GaussUpdate(short, long, long, long, long, long, signs, RowSums{}, &Pull{}, 0) },
			"GaussUpdate ξ":       func() { GaussUpdate(long, long, long, long, long, long, signs[:1], RowSums{}, &Pull{}, 0) },
			"part of fourFactors": func() { fourFactors(long, 9, long[:24:24], 1) },
			"part of a pair":      func() { correlate(long[:8], long[:3], long) },
			"part of eight":       func() { correlate(long[:7], long[:2], long) },
			"part of block":       func() { flipMessages(long[:48], long, long[:8], 1, 0, 1, 0) },
			"Star e":              func() { Star(long, long, short, 0.5, 1) },
		} {
			func() {
				defer func() {
					if recover() == nil && !(strings.HasPrefix(name, "part") && active == portable) {
						t.Errorf("%s: no panic", name)
					}
				}()
				f()
			}()
		}
	})
}

// FuzzTiers takes any numbers at all.
func FuzzTiers(f *testing.F) {
	f.Add(uint16(45), []byte{})
	f.Add(uint16(9), []byte("\x00\x00\x00\x00\x00\x00\xf8\x7f\x01\x00\x00\x00\x00\x00\xf0\xff"))
	f.Fuzz(func(t *testing.T, n uint16, data []byte) {
		p := newProblem(rand.New(rand.NewPCG(uint64(n), 1)), int(n)%300, 1, 0)
		slots := [][]float64{p.h, p.u, p.s, p.c[:]}
		for i := 0; len(data) >= 8; i++ {
			if x := slots[i%len(slots)]; len(x) > 0 {
				x[i/len(slots)%len(x)] = math.Float64frombits(binary.LittleEndian.Uint64(data))
			}
			data = data[8:]
		}
		compareTiers(t, p, classes)
	})
}
