package gauss

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

// The table is the parabolic cylinder function with 40 and 60 digits, by mpmath; its head says more.
func TestLogPowerIsTheTable(t *testing.T) {
	file, err := os.Open("testdata/power.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	rows := 0
	for lines.Scan() {
		var b, x, logI, r, r1 float64
		if strings.HasPrefix(lines.Text(), "#") || strings.HasPrefix(lines.Text(), "b") {
			continue
		}
		if _, err := fmt.Sscan(lines.Text(), &b, &x, &logI, &r, &r1); err != nil {
			t.Fatal(err)
		}
		rows++
		gotLog, got, got1 := LogPower(b, x)
		if e := math.Abs(gotLog-logI) / max(1, math.Abs(logI)); !(e <= 1e-12) {
			t.Errorf("b = %v, x = %v: ln I = %v, want %v (%.1e)", b, x, gotLog, logI, e)
		}
		if e := math.Abs(got/r - 1); !(e <= 1e-12) {
			t.Errorf("b = %v, x = %v: r = %v, want %v (%.1e)", b, x, got, r, e)
		}
		if e := math.Abs(got1/r1 - 1); !(e <= 1e-10) {
			t.Errorf("b = %v, x = %v: r' = %v, want %v (%.1e)", b, x, got1, r1, e)
		}
	}
	if rows < 250 {
		t.Errorf("%d rows", rows)
	}
}
