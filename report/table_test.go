package report

import (
	"math"
	"strings"
	"testing"

	"fbp/results"
)

// Numbers have true minus signs, also in exponents; texts stay as they are.
func TestShown(t *testing.T) {
	for want, v := range map[string]results.Value{
		"ceSGD-slow": results.Text("ceSGD-slow"), "-a-b": results.Text("-a-b"), "−1": results.Num(-1), "−3": results.Int(-3),
		"−1.25e−07": results.Num(-1.25e-7), "0.333333": results.Num(1. / 3), "−inf": results.Num(math.Inf(-1)), "": results.Missing, "1e+20": results.Num(1e20),
	} {
		if got := shown(v); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A sample without a solution is called unsolved, whatever its messages did.
func TestEnding(t *testing.T) {
	for status, solved := range map[results.Status]bool{results.Solved: true, results.Converged: false, results.Limit: false} {
		if got := (sample{Status: status}).Ending(); strings.HasPrefix(got, "unsolved") == solved {
			t.Errorf("%s: %s", status, got)
		}
	}
}
