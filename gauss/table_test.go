package gauss

import (
	"bufio"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The bounds are those of the doc comments: they are what the callers were
// promised, a few ulps (1.1e-16 each) for the roundings along each formula.
var tables = []struct {
	name  string
	f     func(float64) float64
	bound float64
}{
	{"exp", Exp, 1.4e-16},
	{"log", Log, 3e-16},
	{"log1p", Log1p, 4e-16},
	{"expm1", Expm1, 4e-16},
	{"tanh", Tanh, 4e-16},
	{"atanh", Atanh, 5e-16},
	{"erfcx", Erfcx, 6e-16},
	{"erfc", Erfc, 7e-16},
	{"density", G, 4e-16},
	{"tail", H, 7e-16},
	{"log_tail", LogH, 2e-15},
	{"mills", Mills, 8e-16},
	{"log2cosh", Log2Cosh, 3e-16},
	{"sech2", Sech2, 6e-16},
}

// Check: H, ln H, Mills ratio, tanh, exp, log … | tables computed with 50 digits | 2e-15 relative at worst,
// most below 8e-16
func TestTables(t *testing.T) {
	for _, c := range tables {
		t.Run(c.name, func(t *testing.T) {
			var worst, at float64
			for _, row := range readTable(t, c.name) {
				x := number(t, row[0])
				got := c.f(x)
				err := relative(t, got, row[1])
				if math.Abs(c.f(x)) < 0x1p-1022 {
					err = math.Max(0, err-0x1p-1074/math.Abs(got)) // half a unit and half of the subnormals
				}
				if !(err <= worst) {
					worst, at = err, x
				}
			}
			t.Logf("largest relative error %.2g at x = %v", worst, at)
			if !(worst <= c.bound) {
				t.Errorf("relative error %.2g at x = %v, want below %.1g", worst, at, c.bound)
			}
		})
	}
}

func TestLogRatioTable(t *testing.T) {
	for _, c := range []struct {
		low, high, bound float64 // of the smaller argument
	}{
		{-9, 100, 1e-14},
		// half an ulp of the midpoint of a close pair at -12 costs 12² ulps
		{-12, -9, 3e-14},
		// here the larger argument counts: when it is below -12 too, zero is the answer
		{-100, -12, 1e-14},
	} {
		var worst, at, bt float64
		for _, row := range readTable(t, "log_ratio") {
			a, b := number(t, row[0]), number(t, row[1])
			if low := math.Min(a, b); low < c.low || low >= c.high {
				continue
			}
			got := LogRatioH(a, b)
			if math.Max(a, b) < -12 {
				if got != 0 {
					t.Errorf("LogRatioH(%v, %v) = %v, want 0", a, b, got)
				}
				continue
			}
			if err := relative(t, got, row[2]); !(err <= worst) {
				worst, at, bt = err, a, b
			}
		}
		t.Logf("from %v: largest relative error %.2g at %v, %v", c.low, worst, at, bt)
		if !(worst <= c.bound) {
			t.Errorf("relative error %.2g at %v, %v, want below %.1g", worst, at, bt, c.bound)
		}
	}
}

// relative returns |got/want − 1|, want read with more digits than a double
// has, so that its rounding is not counted.
func relative(t *testing.T, got float64, want string) float64 {
	t.Helper()
	if math.IsNaN(got) || math.IsInf(got, 0) {
		return math.Inf(1)
	}
	w, _, err := big.ParseFloat(want, 10, 120, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	d := new(big.Float).SetPrec(120).Sub(big.NewFloat(got), w)
	if d.Sign() == 0 {
		return 0
	}
	if w.Sign() == 0 {
		return math.Inf(1)
	}
	r, _ := d.Quo(d, w).Float64()
	return math.Abs(r)
}

func readTable(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name+".tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows [][]string
	header := false
	for s := bufio.NewScanner(f); s.Scan(); {
		switch line := s.Text(); {
		case strings.HasPrefix(line, "#"):
		case !header:
			header = true
		default:
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	if len(rows) < 100 {
		t.Fatalf("%s.tsv: %d rows, want at least 100", name, len(rows))
	}
	return rows
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
