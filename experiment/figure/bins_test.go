package figure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fbp/results"
)

// The bins of real stabilities are joined until they are as wide as Freedman and Diaconis have it for 2000 normal values: the
// quartiles are at ±0.6745. The area stays, and so do those of a lattice; none lie outside the values.
func TestBins(t *testing.T) {
	const samples, patterns, width = 4, 500, 0.02
	rng, counts := rand.New(rand.NewPCG(1, 2)), make([]int, 500)
	for range samples * patterns {
		counts[int((rng.NormFloat64()+5)/width)]++
	}
	table := &results.Table{Columns: []string{"p", "n_samples"}}
	var c curve
	for i, count := range counts {
		table.Rows = append(table.Rows, []results.Value{results.Int(patterns), results.Int(samples)})
		c.X, c.Y, c.YErr, c.rows = append(c.X, (float64(i)+0.5)*width-5), append(c.Y, float64(count)/(samples*patterns*width)), append(c.YErr, 1), append(c.rows, i)
	}
	coarse := curve{rows: []int{0, 1, 2, 3}}
	coarse.X, coarse.Y, coarse.YErr = []float64{0, 1, 2, 3}, []float64{0, 0.5, 0.5, 0}, []float64{1, 2, 3, 4}
	c.bin(table)
	got, want := c.X[1]-c.X[0], 2*2*0.6745/math.Cbrt(samples*patterns)
	if math.Abs(got-want) > 1.5*width || len(c.YErr) > 0 || len(c.rows) != len(c.X) {
		t.Errorf("bins of %v, want about %v", got, want)
	}
	area, mean := 0.0, 0.0
	for i := range c.Y {
		area, mean = area+c.Y[i]*got, mean+c.X[i]*c.Y[i]*got
	}
	if math.Abs(area-1) > 1e-9 || math.Abs(mean) > 4/math.Sqrt(samples*patterns)+got {
		t.Errorf("area %v, mean %v", area, mean)
	}
	if coarse.bin(table); !slices.Equal(coarse.X, []float64{1, 2}) || fmt.Sprint(coarse.YErr, coarse.rows) != "[2 3] [1 2]" {
		t.Errorf("of a lattice: %+v", coarse)
	}
}
