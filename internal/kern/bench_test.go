package kern

import (
	"fmt"
	"math"
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

func BenchmarkKernels(b *testing.B) {
	defer Use(Tier())
	const n = 2001
	r := newRow(n, 1)
	s := make([]float64, n)
	omega, v := Cavity(s, r.h, r.u, r.signs)
	for _, name := range Tiers() {
		run := func(kernel string, f func()) {
			b.Run(kernel+"/"+name, func(b *testing.B) {
				if err := Use(name); err != nil {
					b.Fatal(err)
				}
				best(b, n, f)
			})
		}
		run("Cavity", func() { Cavity(s, r.h, r.u, r.signs) })
		for _, degree := range []int{5, 7, 11, 15} {
			var c [MaxDegree + 1]float64
			halfLineCoefficients(&c, degree, 0, omega, v)
			run(fmt.Sprint("Update", degree), func() { Update(r.h, r.u, s, r.signs, &c, degree, 0.5) })
		}
		run("LogCosh", func() { LogCosh(s, r.h, r.u, r.signs) })
		h := make([]float64, n)
		run("Add", func() { Add(h, r.u, r.signs) })
		four, x := [4][]uint64{r.signs, newRow(n, 2).signs, newRow(n+1, 2).signs, newRow(n+2, 2).signs}, [4]float64{1e-9, 1e-9, 1e-9, 1e-9}
		b.Run("Negatives/"+name, func(b *testing.B) { Use(name); best(b, 4*n, func() { fourOf(four, x).Negatives(h) }) })
		b.Run("AddNegatives/"+name, func(b *testing.B) { Use(name); best(b, 4*n, func() { fourOf(four, x).AddNegatives(h) }) })
		run("Star", func() { Star(s, r.h, r.u, 0.3, 19) }) // a weight, not an edge
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
