package franzparisi

import (
	"errors"
	"testing"

	"fbp/theory"
)

// TestEndsWithoutSearch: where the branch is known to have ended nothing is searched for;
// elsewhere a search stops when p comes close to 1 and no solution is there.
func TestEndsWithoutSearch(t *testing.T) {
	curve, err := Random(0.5, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := curve.At(0.1); err != nil {
		t.Fatal(err)
	}
	known := curve
	known.ended = interval{0.05, 0.2}
	if _, err := known.At(0.1); !errors.Is(err, theory.ErrEnds) {
		t.Errorf("a search inside a known interval: %v", err)
	}
	f := curve.problem(1e-4) // below d_c = 4.5e-4
	asked := 0
	f.hopeless = func() bool { asked++; return true }
	if x, ok := f.solve(-1); ok || asked == 0 || x[0] > endedAt {
		t.Errorf("solve: x0 = %v, %v, asked %d times", x[0], ok, asked)
	}
}
