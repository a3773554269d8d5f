package fault

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
)

type word string

func TestFault(t *testing.T) {
	for want, err := range map[string]error{
		"rate = 1.5: want 0 < rate < 1":        New("rate", 1.5, "want %d < rate < %d", 0, 1),
		`accuracy = "x": want amp`:             New("accuracy", word("x"), "want amp"),
		"path: give a file":                    New("path", nil, "give a file"),
		"pairs = []: want pairs":               New("pairs", [][2]float64(nil), "want pairs"),
		`between = ["a", "b"]: want c`:         New("between", []string{"a", "b"}, "want c"),
		"pairs = [[1, 2], [3, 4]]: want pairs": New("pairs", [][2]float64{{1, 2}, {3, 4}}, "want pairs"),
		"rho.list = [1]: want 2":               In("rho", New("list", []int{1}, "want 2")),
		`path = "a": file does not exist`:      Wrap("path", "a", fs.ErrNotExist),
		"something else":                       In("rho", errors.New("something else")),
		"theory: kappa = 2: want kappa below":  fmt.Errorf("theory: %w", New("kappa", 2, "want kappa below")),
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
	if !errors.Is(Wrap("path", "a", fs.ErrNotExist), fs.ErrNotExist) || In("rho", nil) != nil {
		t.Error("a cause is lost, or nil is an error")
	}
}
