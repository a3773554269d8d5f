package gauss

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The bound is that of the doc comment.
func TestInverseHTable(t *testing.T) {
	worst, at := 0.0, 0.0
	for _, row := range readTable(t, "inverse_tail") {
		p := number(t, row[0])
		if p == 0.5 {
			if got := InverseH(p); got != 0 {
				t.Errorf("InverseH(1/2) = %v", got)
			}
			continue
		}
		if err := relative(t, InverseH(p), row[1]); !(err <= worst) {
			worst, at = err, p
		}
	}
	t.Logf("largest relative error %.2g at p = %v", worst, at)
	if !(worst <= 1e-15) {
		t.Errorf("relative error %.2g at p = %v, want below 1e-15", worst, at)
	}
}

func TestInverseHEdges(t *testing.T) {
	for p, want := range map[float64]float64{0: math.Inf(1), 1: math.Inf(-1), 0.5: 0} {
		if got := InverseH(p); got != want {
			t.Errorf("InverseH(%v) = %v, want %v", p, got, want)
		}
	}
	for _, p := range []float64{-1e-300, -1, math.Nextafter(1, 2), 7, math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got := InverseH(p); !math.IsNaN(got) {
			t.Errorf("InverseH(%v) = %v, want NaN", p, got)
		}
	}
	// H undoes it, to what p loses: p changes by x² times the relative error of x.
	for x := -8.0; x < 37; x += 0.03 {
		if got := InverseH(H(x)); math.Abs(got-x) > 3e-15*max(1, math.Abs(x))+1e-16/G(min(x, 0)) {
			t.Errorf("InverseH(H(%v)) = %v", x, got)
		}
	}
}

// splitMix is a generator for tests.
type splitMix uint64

func (s *splitMix) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// TestDeviate: moments and the distribution within five standard errors of a
// million deviates, quantiles as gonum has them, and symmetry.
//
// Check: normal deviates | a table in 50 digits; moments, distribution and quantiles of a million | 1e-15; 5
// standard errors
func TestDeviate(t *testing.T) {
	const n = 1_000_000
	x, rng := make([]float64, n), splitMix(1)
	var moments [7]float64
	for i := range x {
		x[i] = Deviate(rng.next())
		power := 1.0
		for k := range moments {
			moments[k] += power / n
			power *= x[i]
		}
	}
	for k, want := range []float64{1, 0, 1, 0, 3, 0, 15} { // the first to rounding
		variance := []float64{1e-15, 1, 2, 15, 96, 945, 10170}[k] // of x^k: (2k−1)!! − ((k−1)!!)²
		if math.Abs(moments[k]-want) > 5*math.Sqrt(variance/n) {
			t.Errorf("moment %d: %v, want %v", k, moments[k], want)
		}
	}
	slices.Sort(x)
	largest := 0.0 // Kolmogorov and Smirnov: √n D exceeds 2.5 once in 10^5
	for i, v := range x {
		largest = max(largest, math.Abs(distuv.UnitNormal.CDF(v)-(float64(i)+0.5)/n))
	}
	if largest*math.Sqrt(n) > 2.5 {
		t.Errorf("distribution off by %v", largest)
	}
	for _, bits := range []uint64{0, 1 << 40, 0x123456789abcdef0, 1 << 63, math.MaxUint64 - 1} {
		a, b := Deviate(bits), Deviate(bits|1)
		p := (float64(bits>>1) + 0.5) / (1 << 64)
		if want := -distuv.UnitNormal.Quantile(p); a != -b || math.Abs(a-want) > 1e-14*max(1, want) {
			t.Errorf("bits %#x: %v and %v, gonum %v", bits, a, b, want)
		}
	}
}

// TestSameBitsOfDeviates is TestSameBits for deviates.
func TestSameBitsOfDeviates(t *testing.T) {
	const want = 0xc6e51f90c30e0a97
	h, rng := fnv.New64a(), splitMix(2)
	for k := range 4000 {
		_ = binary.Write(h, binary.LittleEndian, Deviate(rng.next()>>(k%60)))
	}
	if got := h.Sum64(); got != want {
		t.Errorf("bits %#x, want %#x", got, uint64(want))
	}
}
