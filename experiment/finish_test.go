package experiment

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// TestFinish: samples.tsv has the epochs of what finishes a search, 0 only where messages
// solve, the same bytes with checkpoints as often as possible; several searches of an
// instance are allowed. Without it no column is there.
func TestFinish(t *testing.T) {
	const text = "name = \"x\"\nsamples = 4\nsearches = 2\n[model]\nkind = \"perceptron\"\nn = 51\n[instance]\nkind = \"random\"\np = 40\n[algorithm]\n" +
		"kind = \"fbp\"\npreset = \"capacity\"\nrate = 0.02\n"
	made := func(o Options, finish string, sets ...string) string {
		t.Helper()
		p := planned(t, text+finish, sets...)
		o.Dir = t.TempDir()
		ran(t, p, o)
		tables(t, p, o.Dir)
		return scratch.Read(t, o.Dir, "samples.tsv")
	}
	const finish = "attempts = 3\nmax_epochs = 50\n"
	got := made(Options{}, finish)
	if again := made(Options{Checkpoint: -1}, finish); again != got {
		t.Errorf("with checkpoints:\n%s\nwithout\n%s", again, got)
	}
	lines := strings.Split(strings.TrimSpace(got), "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, "#") })
	names := strings.Split(lines[0], "\t")
	at, solved, finished := slices.Index(names, "finish_epochs"), slices.Index(names, "solved"), 0
	for _, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		n, err := strconv.Atoi(cells[at])
		if err != nil || n < 0 || n > 150 || n == 0 && cells[solved] != "1" || cells[solved] == "0" && n != 150 {
			t.Errorf("%s: %v epochs", line, n)
		}
		if n > 0 {
			finished++
		}
	}
	if finished == 0 {
		t.Errorf("nothing was finished:\n%s", got)
	}
	if none := made(Options{}, "", "searches=1", "algorithm.preset=cheap"); strings.Contains(none, "finish") {
		t.Errorf("without: %s", none)
	}
}
