package kern

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// The benchmarks report ns/edge as the minimum over short repetitions: what the
// machine does when nothing else runs on it.
func best(b *testing.B, edges int, f func()) {
	const calls = 16
	shortest := time.Duration(math.MaxInt64)
	for b.Loop() {
		start := time.Now()
		for range calls {
			f()
		}
		shortest = min(shortest, time.Since(start))
	}
	b.ReportMetric(float64(shortest.Nanoseconds())/float64(calls*edges), "ns/edge")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkKernels times every kernel on every tier, per element that it is about: bench/kernels.txt, from
// which the table of the package comment is made (TestTable).
func BenchmarkKernels(b *testing.B) {
	defer Use(Tier())
	for _, tier := range Tiers() {
		for _, k := range benchmarked() {
			b.Run(k.name+"/"+tier, func(b *testing.B) {
				if err := Use(tier); err != nil {
					b.Fatal(err)
				}
				best(b, k.elements, k.run)
			})
		}
	}
}

// timed is a call of a kernel that is about so many elements.
type timed struct {
	name     string
	elements int
	run      func()
}

// benchmarked calls each kernel as the program does, those of several degrees at each of them.
func benchmarked() (calls []timed) {
	const n = 2001
	add := func(name string, elements int, run func()) { calls = append(calls, timed{name, elements, run}) }
	r, s, odds := newRow(n, 1), make([]float64, n), make([]float64, n+2*block)
	omega, v := Cavity(s, r.h, r.u, r.signs)
	add("cavity", n, func() { cavity(s, r.h, r.u, r.signs) })
	add("cavityOdds", n, func() { cavityOdds(s, r.h, r.u, r.signs, odds[:n]) })
	for _, degree := range classes {
		var c [MaxDegree + 1]float64
		halfLineCoefficients(&c, degree, 0, omega, v)
		add(fmt.Sprint("update", degree), n, func() { Update(r.h, r.u, s, r.signs, &c, degree, 0.5) })
	}
	add("logCosh", n, func() { LogCosh(s, r.h, r.u, r.signs) })
	var f, c [MaxDegree + 1]float64
	nodes := Nodes(MaxDegree)
	add("interpolate", len(f), func() { Interpolate(&c, MaxDegree, &f) })
	add("vote", len(nodes), func() { VoteMessages(f[:], nodes, 1, 20, 0.1, 0.9) })
	add("within", len(nodes), func() { BandMessages(f[:], nodes, 1, 20, 3) })
	h, m := make([]float64, n), numbers(rand.New(rand.NewPCG(5, 6)), n)
	four, x := [4][]uint64{r.signs, newRow(n, 2).signs, newRow(n+1, 2).signs, newRow(n+2, 2).signs}, [4]float64{1e-9, 1e-9, 1e-9, 1e-9}
	add("negatives", 4*n, func() { fourOf(four, x).Negatives(m) })
	add("addNegatives", 4*n, func() { fourOf(four, x).AddNegatives(h) })
	add("addMessages", n, func() { AddMessages(h, r.u, m, r.signs, 1e-9) })
	add("settle", n, func() { Settle(h, r.u, m, r.signs, 0.5) })
	const columns = 101
	matrix, rows, factors := make([]float64, columns*columns), make([]float64, 128*columns), make([]float64, 128*columns)
	add("addProduct", 128*columns*columns, func() { AddProduct(rows, columns, Factors{factors, columns, 1}, matrix) })
	calls = append(calls, timedGauss(n)...)
	calls = append(calls, timedSigns(n)...)
	return append(calls, timedFlips(n)...)
}

// timedGauss are the kernels of rows of real weights.
func timedGauss(n int) (calls []timed) {
	r := newRow(n, 3)
	a, b, ua, ub, s, v := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range a {
		a[i], b[i] = 1.5, r.h[i]
	}
	sums := GaussCavity(s, v, a, b, ua, ub, r.signs)
	calls = append(calls, timed{"gaussCavity", n, func() { GaussCavity(s, v, a, b, ua, ub, r.signs) }})
	for _, class := range pullClasses {
		pull := Pull{Degree: class.degree}
		calls = append(calls, timed{fmt.Sprint("gaussUpdate", class.degree), n, func() { GaussUpdate(a, b, ua, ub, s, v, r.signs, sums, &pull, 0.5) }})
	}
	return calls
}

// timedSigns are the kernels of a layer of sign units.
func timedSigns(n int) []timed {
	rng := rand.New(rand.NewPCG(7, 8))
	u, b, rv := numbers(rng, n), numbers(rng, n), make([]float64, n)
	ratio, rarity, x, g, slope := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range rv {
		rv[i] = 1
	}
	SignTails(u, rv, ratio, rarity, x, LeastVariance)
	return []timed{
		{"signTails", n, func() { SignTails(u, rv, ratio, rarity, x, LeastVariance) }},
		{"signAnswers", n, func() { SignAnswers(g, slope, b, u, rv, ratio, rarity) }},
	}
}

// timedFlips are the kernels of rows of few free weights, of which some five flip.
func timedFlips(n int) []timed {
	rng := rand.New(rand.NewPCG(9, 10))
	r, odds := newRow(n, 4), make([]float64, n)
	s := drawOdds(rng, n)
	s.distribute(1)
	up, down, m := make([]float64, n+2*block), make([]float64, n+2*block), make([]float64, multiple(n, block)+block)
	s.makePayoff(len(s.count) + 1)
	fill(s.payoff, 0.5)
	s.correlate()
	whole := multiple(n, block)
	a, b, out := s.evenCount(), s.payoff[:2*(len(s.count)+1)+lanes], make([]float64, len(s.count)+1)
	return []timed{
		{"odds", n, func() { Odds(odds, r.h, r.u, r.signs) }},
		{"splitOdds", n, func() { splitOdds(up, down, odds) }},
		{"mergeMessages", n, func() { mergeMessages(m[:n], odds, up, down) }},
		{"meanFlips", n, func() { meanFlips(s.odds, 1) }},
		{"fourFactors", n, func() { fourFactors(s.factors, s.stride, s.odds, 1) }},
		{"multiply", n * len(s.count), func() {
			if !multiplyOne(&s) {
				s.multiply()
			}
		}},
		{"correlate", len(out) * len(a), func() { correlate(out, a, b) }},
		{"flipMessages", n * len(s.moments), func() { flipMessages(m[:whole], s.odds[:whole], s.moments, 1, 0, 1, 0) }},
	}
}

// BenchmarkCoefficients is the cost of a row, per row.
func BenchmarkCoefficients(b *testing.B) {
	for _, degree := range []int{5, 7, 11, 15} {
		v := map[int]float64{5: 1500, 7: 400, 11: 80, 15: 20}[degree]
		b.Run(fmt.Sprint(degree), func(b *testing.B) {
			var c [MaxDegree + 1]float64
			omega := 0.0
			best(b, 1, func() {
				halfLineCoefficients(&c, degree, 0, omega, v)
				omega = math.Mod(omega+1, 2*math.Sqrt(v))
			})
		})
	}
}
