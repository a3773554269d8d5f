package experiment

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/instances"
	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// Several samples that learn the same patterns are refused, unless the search draws random numbers.
func TestCopies(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string { return scratch.Write(t, filepath.Join(dir, name), text) }
	row := strings.Repeat("1 -1 1 ", 7) + "\n"
	one := write("one.txt", row+row)
	ones := strings.Repeat("1\n", 21)
	weights := write("w.txt", ones)
	for k := range 3 {
		write(fmt.Sprintf("own%d.txt", k), strings.Repeat(row, 2-k%2)+strings.Repeat("-"+row, k%2)) // 0 and 2 are equal
		write(fmt.Sprintf("other%d.txt", k), strings.Repeat("-", k%2)+row+strings.Repeat("-", k/2)+row)
		write(fmt.Sprintf("labels%d.txt", k), fmt.Sprintf("%d\n%d\n", 1-2*(k%2), 1-2*(k/2)))
		write(fmt.Sprintf("w%d.txt", k), ones)
	}
	file := func(path string) string { return fmt.Sprintf("instance={ kind = 'file', path = '%s' }", path) }
	stored := func(path string) string { return fmt.Sprintf("algorithm={ kind = 'file', path = '%s' }", path) }
	of := func(name string) string { return filepath.Join(dir, name) }
	images := append(blackAndWhite(t, "", 6200), "instance.kind=idx", "instance.p=", "instance.classes=[3, 4]", "model.n=784", "model.kappa=0.1", "algorithm={ kind = 'bp' }")
	const noise = "algorithm.start={ noise = 0.1 }"
	for name, test := range map[string]struct {
		sets    []string
		samples int // 1: more are refused; 0: for the content of their files
	}{
		"random":                    {[]string{}, 10},
		"file":                      {[]string{file(one)}, 1},
		"file, bp":                  {[]string{file(one), "algorithm={ kind = 'bp' }"}, 1},
		"file, noise":               {[]string{file(one), noise}, 10},
		"file, shuffled":            {[]string{file(one), "algorithm.shuffle=true"}, 10},
		"file, decimation":          {[]string{file(one), "algorithm={ kind = 'decimation' }"}, 10},
		"files":                     {[]string{file(of("other{sample}.txt")), "samples=3"}, 3},
		"equal files":               {[]string{file(of("own{sample}.txt")), "samples=3"}, 0},
		"equal files, noise":        {[]string{file(of("own{sample}.txt")), noise, "samples=3"}, 0},
		"files of labels":           {[]string{file(one), "instance.labels='" + of("labels{sample}.txt") + "'", "samples=3"}, 3},
		"weights":                   {[]string{stored(weights)}, 10},
		"file and weights":          {[]string{file(one), stored(weights)}, 1},
		"file and files of weights": {[]string{file(one), stored(of("w{sample}.txt")), "samples=3"}, 3},
		"images":                    {images, 1},
		"images, shuffled pixels":   {append(slices.Clone(images), "instance.randomize=pixels"), 10},
		"images, some":              {append(slices.Clone(images), "instance.p=20"), 10},
		"images, others tested":     {append(slices.Clone(images), "instance.test=20"), 10},
	} {
		text := "[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\np = 2\n[algorithm]\nkind = \"fbp\"\n"
		made := func(sets ...string) (*plan.Plan, error) {
			return plantest.Try(t, Standard(), text, append(slices.Clone(test.sets), sets...)...)
		}
		const want = "want samples = 1: every sample has the same patterns"
		switch p, err := made(); {
		case test.samples == 0:
			if err == nil || !strings.Contains(err.Error(), "instance.path") || !strings.Contains(err.Error(), "samples 0 and 2 would be the same") {
				t.Errorf("%s: %v", name, err)
			}
		case test.samples == 1:
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := made("samples=2"); err == nil || !strings.HasPrefix(err.Error(), "--set samples=2: "+want) {
				t.Errorf("%s, two samples: %v", name, err)
			}
			if p, err := made("samples=1"); err != nil || p.Samples != 1 {
				t.Errorf("%s, one sample: %v", name, err)
			}
		case err != nil || p.Samples != test.samples:
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCopiesBesideOthers: a variant whose samples would be copies does not take samples from others
// without a word.
func TestCopiesBesideOthers(t *testing.T) {
	one := scratch.Write(t, filepath.Join(t.TempDir(), "one.txt"), strings.Repeat(strings.Repeat("1 -1 1 ", 7)+"\n", 2))
	variants := "[[variant]]\nname = \"a\"\n[[variant]]\nname = \"b\"\ninstance = { kind = \"file\", path = '" + one + "' }\n"
	text := "[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\np = 2\n[algorithm]\nkind = \"fbp\"\n" + variants
	if _, err := plantest.Try(t, Standard(), text); err == nil || !strings.Contains(err.Error(), "samples = 10: want samples = 1: ") {
		t.Error(err)
	}
	if p, err := plantest.Try(t, Standard(), text, "samples=1"); err != nil || len(p.Tasks) != 2 {
		t.Errorf("one sample: %v", err)
	}
}

// A run of one sample, measured again with its own weights, is one of one sample.
func TestStoredSolutionOfAFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.txt")
	scratch.Write(t, path, strings.Repeat(strings.Repeat("1 -1 1 ", 7)+"\n", 2))
	text := "samples = 1\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"file\"\npath = '" + path + "'\n[algorithm]\nkind = \"fbp\"\n[[measure]]\nkind = \"stability\"\n"
	ran(t, planned(t, text), Options{Dir: dir})
	if p := planned(t, text, "algorithm={ kind = 'file', path = '"+dir+"' }"); p.Samples != 1 {
		t.Errorf("%d samples", p.Samples)
	}
}

// heard notes whether random numbers were drawn.
type heard struct {
	rand.Source
	drawn *bool
}

func (h heard) Uint64() uint64 {
	*h.drawn = true
	return h.Source.Uint64()
}

// Every algorithm of the catalog draws random numbers exactly if it says so, on every
// model, with its defaults, noise to start from, and rows in random order.
func TestAlgorithmsSayWhetherTheyDraw(t *testing.T) {
	slow.Only(t)
	c, asked := Standard(), map[string]int{}
	for _, m := range modelsOf(c) {
		for _, a := range slices.Sorted(maps.Keys(c.Algorithms)) {
			if a == "file" || a == "command" {
				continue // of weights that were found before, see TestCopies, or elsewhere
			}
			for _, set := range []string{"", "algorithm.shuffle=true", "algorithm.start={ noise = 0.2 }"} {
				var sets []string
				if set != "" {
					sets = append(sets, set)
				}
				s, err := plan.Parse(t.Context(), "x.toml", combination(m, "random", a, "", ""), sets, c)
				if err != nil {
					continue
				}
				at := s.Points[0]
				data, err := at.Source.Data(t.Context(), at.Model, 1, 0)
				if err != nil {
					t.Fatal(err)
				}
				drawn := false
				stream := func(purpose string) *rand.Rand {
					return rand.New(heard{instances.Stream(1, purpose), &drawn})
				}
				problem := &model.Problem{Model: at.Model, Data: data, Stream: stream}
				if _, err := at.Algorithm.Solve(context.Background(), problem, stream("search"), func(results.Reading) {}); err != nil {
					t.Fatalf("%s on %s, %s: %v", a, m, set, err)
				}
				if drawn != at.Algorithm.About().Draws {
					t.Errorf("%s on %s, %s: draws random numbers: %v; it says %v", a, m, set, drawn, at.Algorithm.About().Draws)
				}
				asked[a]++
			}
		}
	}
	if len(asked) < len(c.Algorithms)-2 || asked["fbp"] < 6 {
		t.Errorf("asked %v: some were not", asked)
	}
}
