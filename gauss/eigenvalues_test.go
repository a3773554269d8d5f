package gauss

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// symmetric matrices with what goes wrong: equal and vanishing eigenvalues, zero
// diagonals, entries that differ by many powers of ten, squares that overflow.
func symmetric() map[string][][]float64 {
	rng := splitMix(5)
	fill := func(n int, f func(i, j int) float64) [][]float64 {
		a := make([][]float64, n)
		for i := range a {
			a[i] = make([]float64, n)
			for j := range i + 1 {
				a[i][j] = f(i, j)
				a[j][i] = a[i][j]
			}
		}
		return a
	}
	normal := func(int, int) float64 { return Deviate(rng.next()) }
	all := map[string][][]float64{
		"one":        fill(1, normal),
		"zero":       fill(7, func(int, int) float64 { return 0 }),
		"ones":       fill(9, func(int, int) float64 { return 1 }),
		"identity":   fill(6, func(i, j int) float64 { return map[bool]float64{true: 1}[i == j] }),
		"exchange":   fill(8, func(i, j int) float64 { return map[bool]float64{true: 1}[i+j == 7] }),
		"chain":      fill(12, func(i, j int) float64 { return map[bool]float64{true: 1}[i == j+1] }),
		"wilkinson":  fill(21, func(i, j int) float64 { return map[int]float64{0: math.Abs(float64(i) - 10), 1: 1}[i-j] }),
		"graded":     fill(10, func(i, j int) float64 { return math.Pow(10, -float64(i+j)) * (1 + float64((i*j)%3)) }),
		"blocks":     fill(10, func(i, j int) float64 { return map[bool]float64{true: float64(1 + i*j)}[i/5 == j/5] }),
		"large":      fill(12, func(i, j int) float64 { return 0x1p990 * Deviate(rng.next()) }),
		"small":      fill(12, func(i, j int) float64 { return 0x1p-990 * Deviate(rng.next()) }),
		"rank three": fill(30, func(i, j int) float64 { return math.Sin(float64(i))*math.Sin(float64(j)) + float64(i*j) + 1 }),
	}
	for _, n := range []int{2, 3, 10, 61, 120} {
		all[fmt.Sprint("random ", n)] = fill(n, normal)
	}
	return all
}

func clone(a [][]float64) [][]float64 {
	b := make([][]float64, len(a))
	for i := range a {
		b[i] = slices.Clone(a[i])
	}
	return b
}

// TestEigenvalues compares with gonum and checks A v = λ v and v·v' = δ, to some
// ulps of the largest eigenvalue: 1e-14 √n, ten times what is met.
//
// Check: eigenvalues of symmetric matrices | gonum; A v = λ v; a chain, whose are known; the largest of
// Lanczos steps | 1e-14 √N of the largest; 1e-9
func TestEigenvalues(t *testing.T) {
	for name, a := range symmetric() {
		n, flat, unit := len(a), []float64{}, map[string]float64{"large": 0x1p990, "small": 0x1p-990}[name]
		unit = cmp.Or(unit, 1)
		for _, row := range a {
			for _, x := range row {
				flat = append(flat, x/unit) // gonum panics beyond some scale
			}
		}
		var g mat.EigenSym
		if !g.Factorize(mat.NewSymDense(n, flat), false) {
			t.Fatalf("%s: gonum fails", name)
		}
		want := g.Values(nil)
		for k := range want {
			want[k] *= unit
		}
		norm := max(math.Abs(want[0]), math.Abs(want[n-1]))
		tolerance := 1e-14 * math.Sqrt(float64(n))
		bare := clone(a)
		for i := range bare { // what is above the diagonal is not read
			for j := i + 1; j < n; j++ {
				bare[i][j] = math.NaN()
			}
		}
		values, err := Eigenvalues(bare, false)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		v := clone(a)
		same, err := Eigenvalues(v, true)
		if err != nil || !slices.Equal(same, values) {
			t.Errorf("%s: with vectors %v, %v; without %v", name, same, err, values)
		}
		for k := range values {
			if math.Abs(values[k]-want[k]) > tolerance*norm {
				t.Errorf("%s: eigenvalue %d is %v, gonum %v", name, k, values[k], want[k])
			}
			for i := range n {
				residual, dot := -values[k]*v[k][i], 0.0
				for j := range n {
					residual += a[i][j] * v[k][j]
					dot += v[k][j] * v[i][j]
				}
				if math.Abs(residual) > tolerance*norm {
					t.Errorf("%s: eigenvector %d misses by %v", name, k, residual)
				}
				if one := map[bool]float64{true: 1}[i == k]; math.Abs(dot-one) > tolerance {
					t.Errorf("%s: eigenvectors %d and %d have product %v", name, k, i, dot)
				}
			}
		}
	}
}

// TestTridiagonal: 2 and −1 have eigenvalues 2 − 2 cos(kπ/(n+1)) and eigenvectors
// √(2/(n+1)) sin(ikπ/(n+1)); rows of length 1 are the first components.
func TestTridiagonal(t *testing.T) {
	for _, n := range []int{1, 2, 50, 301} {
		d, e, first := make([]float64, n), make([]float64, n-1), make([][]float64, n)
		for i := range n {
			d[i], first[i] = 2, []float64{map[bool]float64{true: 1}[i == 0]}
			if i > 0 {
				e[i-1] = -1
			}
		}
		if err := Tridiagonal(d, e, first); err != nil {
			t.Fatal(err)
		}
		for k := range n {
			angle := float64(k+1) * math.Pi / float64(n+1)
			if want := 2 - 2*math.Cos(angle); math.Abs(d[k]-want) > 1e-14*math.Sqrt(float64(n)) {
				t.Errorf("n %d: eigenvalue %d is %v, want %v", n, k, d[k], want)
			}
			if want := math.Sqrt(2/float64(n+1)) * math.Sin(angle); math.Abs(math.Abs(first[k][0])-want) > 1e-13 {
				t.Errorf("n %d: vector %d begins with %v, want ±%v", n, k, first[k][0], want)
			}
		}
	}
	if err := Tridiagonal(nil, nil, nil); err != nil {
		t.Error(err)
	}
}

func TestEigenvaluesRefuse(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if _, err := Eigenvalues([][]float64{{1, 0}, {bad, 1}}, true); !errors.Is(err, ErrEigenvalues) {
			t.Errorf("%v in a matrix: %v", bad, err)
		}
		if err := Tridiagonal([]float64{1, 2}, []float64{bad}, nil); !errors.Is(err, ErrEigenvalues) {
			t.Errorf("%v in a tridiagonal matrix: %v", bad, err)
		}
	}
	if values, err := Eigenvalues(nil, true); err != nil || len(values) != 0 {
		t.Errorf("the empty matrix: %v, %v", values, err)
	}
}

// TestSameBitsOfEigenvalues is TestSameBits for eigenvalues and eigenvectors.
func TestSameBitsOfEigenvalues(t *testing.T) {
	const want = 0xe38a238a25ab9a7b
	rng, h := splitMix(6), fnv.New64a()
	for _, n := range []int{1, 2, 5, 40} {
		a := make([][]float64, n)
		for i := range a {
			a[i] = make([]float64, n)
			for j := range i + 1 {
				a[i][j] = Deviate(rng.next())
			}
		}
		values, err := Eigenvalues(a, true)
		if err != nil {
			t.Fatal(err)
		}
		_ = binary.Write(h, binary.LittleEndian, values)
		for _, row := range a {
			_ = binary.Write(h, binary.LittleEndian, row)
		}
	}
	if got := h.Sum64(); got != want {
		t.Errorf("bits %#x, want %#x", got, uint64(want))
	}
}

func BenchmarkEigenvalues(b *testing.B) {
	const n = 400
	rng, a := splitMix(7), make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n)
		for j := range a[i] {
			a[i][j] = Deviate(rng.next())
		}
	}
	for _, vectors := range []bool{false, true} {
		b.Run(fmt.Sprint("vectors=", vectors), func(b *testing.B) {
			for b.Loop() {
				if _, err := Eigenvalues(clone(a), vectors); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(n*n*n), "ns/n³")
		})
	}
}
