package kern

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"fbp/gauss"
)

// message is the message that [HalfLineMessages] has many of, by the formula.
func message(s, theta, omega, v float64) float64 {
	rest := max(math.FMA(s, s, v-1), LeastVariance)
	scale := 1 / math.Sqrt(rest)
	x := theta - omega + s
	return 0.5 * gauss.LogRatioH(float64((x-1)*scale), float64((x+1)*scale))
}

// TestMessageError tabulates by row variance V the error of a message as a sweep
// computes it, by the polynomial of the row or, below its range, by the formula itself, against
// 60 digits: thresholds from nine standard deviations below to twelve above,
// weights from frozen against to frozen along. Promised is 1e-10, relative where
// messages exceed one.
func TestMessageError(t *testing.T) {
	f, err := os.Open("testdata/messages.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	worst, at := map[float64]float64{}, []float64{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var v, threshold, s, want float64
		if strings.HasPrefix(lines.Text(), "#") || strings.HasPrefix(lines.Text(), "V") {
			continue
		}
		if _, err := fmt.Sscan(lines.Text(), &v, &threshold, &s, &want); err != nil {
			t.Fatal(err)
		}
		got, degree := message(s, threshold, 0, v), 0
		if v > LatticeBelow {
			degree = Degree(v)
			var c [MaxDegree + 1]float64
			h, u, m := []float64{0}, []float64{0}, []float64{s}
			halfLineCoefficients(&c, degree, threshold, 0, v)
			Update(h, u, m, []uint64{0}, &c, degree, 0)
			got = u[0]
		}
		if _, seen := worst[v]; !seen {
			at = append(at, v)
		}
		worst[v] = max(worst[v], math.Abs(got-want)/max(1, math.Abs(want)))
	}
	if len(at) < 20 {
		t.Fatalf("%d variances", len(at))
	}
	for _, v := range at {
		t.Logf("V = %-7g degree %2d: error %.1e", v, Degree(v), worst[v])
		if !(worst[v] <= 1e-10) {
			t.Errorf("V = %g: error %.2e", v, worst[v])
		}
	}
}
