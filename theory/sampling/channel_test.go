package sampling

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"fbp/theory/oracle"
)

func close(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.15g, want %.15g (off by %.2g, allowed %.2g)", what, got, want, got-want, tol)
	}
}

// rows are the numbers of a table of testdata.
func rows(t *testing.T, name string) (list [][]float64) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		var row []float64
		for _, cell := range strings.Fields(line) {
			x, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				break
			}
			row = append(row, x)
		}
		if len(row) > 0 {
			list = append(list, row)
		}
	}
	return list
}

// TestChannelTable: values of an independent program, with parabolic cylinder functions of 40 digits.
func TestChannelTable(t *testing.T) {
	for _, g := range rows(t, "sampling_channel.tsv") {
		l, r, slope := newChannel(g[0]).all(g[1])
		if g[0] == 0 && g[1] > cellsHigh { // 1 to all digits
			close(t, "ln I of all", l+r+slope, 0, 1e-30)
			continue
		}
		close(t, "ln I", l, g[2], 1e-14*max(1, math.Abs(g[2])))
		close(t, "r", r/g[3], 1, 1e-13)
		close(t, "r'", slope/g[4], 1, 2e-13)
	}
}

// TestChannel: moments of y by adaptive quadrature, in ln y, for integer and other powers, on both sides of each edge.
func TestChannel(t *testing.T) {
	for _, b := range []float64{0, 1e-3, .25, .9, 1, 1.25, 2, 3.7, 7, 9.99, 10} {
		c := newChannel(b)
		for _, x := range []float64{-45, -40.01, -39.99, -20.3, -8, -1.01, -0.99, -0.2, 0.7, 3.14, 8.99, 9.01, 15, 38} {
			l, r, slope := c.all(x)
			peak := (x + math.Sqrt(x*x+4*(b+1))) / 2
			top := b*math.Log(peak) - (peak-x)*(peak-x)/2
			moment := oracle.Integrals(func(v float64) [5]float64 {
				y := math.Exp(v)
				f := y * math.Exp(b*v-(y-x)*(y-x)/2-top)
				return [5]float64{f, f * y, f * y * y}
			}, 3, 1e-13, math.Log(peak)-38/(1+b)-3, math.Log(peak)-1, math.Log(peak), math.Log(peak)+.2, math.Log(peak)+1, math.Log(peak+12))
			mean := moment[1] / moment[0]
			want := math.Log(moment[0]/math.Sqrt(2*math.Pi)) + top
			close(t, "ln I", l, want, 2e-12*max(1, math.Abs(want)))
			close(t, "r", r, mean-x, 2e-12*max(1, math.Abs(x)))
			close(t, "r'", slope, moment[2]/moment[0]-mean*mean-1, 2e-12*max(1, x*x)) // the difference cancels
			close(t, "ln I alone", c.Log(x), l, 1e-14*max(1, math.Abs(l)))
		}
	}
}
