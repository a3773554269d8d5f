package experiment

import (
	"slices"
	"testing"
)

// TestTheoryBetweenLoads: a theory that runs along the loads of a sweep has fifty values between them, and those of the
// points; one that runs along another parameter, or whose loads are given, has no more.
func TestTheoryBetweenLoads(t *testing.T) {
	const head = "samples = 1\n[model]\nkind = \"perceptron\"\nn = 51\n[instance]\nkind = \"random\"\n[algorithm]\nkind = \"bp\"\n[sweep]\n\"instance.alpha\" = [0.4, 0.2, 0.6]\n[[theory]]\n"
	for text, want := range map[string]int{
		"kind = \"rs\"\n":                                       51, // 0.196 and 0.588 are the ends, 20/51 between them
		"kind = \"rs\"\nalpha = [0.2, 0.6]\n":                   2,
		"kind = \"rs\"\nkappa = [0.0, 0.1]\n":                   3,
		"kind = \"franz_parisi\"\nd = [0.1, 0.2]\n":             3,
		"kind = \"franz_parisi\"\nd = 0.1\nkappa_ref = \"0\"\n": 51,
	} {
		s := parsed(t, head+text)
		alpha := s.Theories[0].Request.Values["alpha"]
		if len(alpha) != want {
			t.Errorf("%d values of alpha, want %d of\n%s", len(alpha), want, text)
		}
		if want > 2 && (!slices.Contains(alpha, 20.0/51) || !slices.Contains(alpha, 10.0/51) || !slices.Contains(alpha, 30.0/51)) {
			t.Errorf("%v lacks the loads of the points", alpha)
		}
		if again := parsed(t, string(s.Resolved(""))); !slices.Equal(again.Theories[0].Request.Values["alpha"], alpha) {
			t.Error("a resolved config has other values")
		}
	}
}
