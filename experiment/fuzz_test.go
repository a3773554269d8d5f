package experiment

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/experiment/store"
	"fbp/internal/scratch"
	"fbp/results"
)

// FuzzConfig: no text makes the parser panic; a mistake is one line that names
// the file; what parses makes a plan, and its resolved config the same one.
func FuzzConfig(f *testing.F) {
	f.Add(plain, "")
	f.Add(plain+"[sweep]\n\"instance.alpha\" = [0.3, 0.5]\nalgorithm.y = [1, 2]\n", "model.n=21,31")
	f.Add(plain+"[figure]\nkind = \"local_entropy\"\n", "algorithm.gamma={ list = [0.1] }")
	f.Add(game, "measure.stability.lattice=3")
	f.Add(varied+"[[variant]]\nname = \"a\"\nalgorithm.gamma.steps = 7\n[[variant]]\nname = \"b\"\ninstance = { kind = \"teacher\" }\n", "model.n=21")
	files, err := filepath.Glob("../configs/*.toml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text := scratch.Read(f, file)
		f.Add(text, "samples=2")
	}
	f.Fuzz(func(t *testing.T, text, set string) {
		if strings.Contains(text+set, "file") || strings.Contains(text+set, "command") || strings.Contains(text+set, "path") || strings.Contains(text+set, "images") {
			t.Skip("would look at files")
		}
		var sets []string
		if set != "" {
			sets = []string{set}
		}
		s, err := plan.Parse(t.Context(), "x.toml", text, sets, Standard())
		if err != nil {
			oneLineOf(t, err)
			return
		}
		if len(s.Points)*s.Samples > 1000 {
			t.Skip("a long plan")
		}
		p, err := plan.New(t.Context(), s)
		if err != nil {
			oneLineOf(t, err)
			return
		}
		resolved := string(s.Resolved(""))
		again, err := plan.Parse(t.Context(), "x.toml", resolved, nil, Standard())
		if err != nil {
			t.Fatalf("the resolved config does not parse: %v\n%s", err, resolved)
		}
		q, err := plan.New(t.Context(), again)
		if err != nil || !equal(ids(p), ids(q)) {
			t.Fatalf("the resolved config makes another plan: %v\n%s", err, resolved)
		}
	})
}

func oneLineOf(t *testing.T, err error) {
	t.Helper()
	text := err.Error()
	if strings.ContainsAny(text, "\n\r") || !strings.HasPrefix(text, "x.toml") && !strings.HasPrefix(text, "--set") {
		t.Errorf("not one line with a place: %q", text)
	}
}

// FuzzPlanFile: what is not a plan is an error, never a panic.
func FuzzPlanFile(f *testing.F) {
	p := plantest.Plan(f, Standard(), plain)
	f.Add(p.Encode())
	f.Add([]byte(`{"format":2,"sections":[{"of":"model","params":{}}],"points":[{"values":[{}]}],"swept":["a"]}`))
	path := filepath.Join(f.TempDir(), "plan.json")
	f.Fuzz(func(t *testing.T, data []byte) {
		scratch.Write(t, path, data)
		if p, err := plan.Read(path); err == nil {
			Standard().Decode(p)
		}
	})
}

// FuzzSolutionFile: what is no solution, or one that was changed, is an error of
// one line; what is read is written in the same bytes.
func FuzzSolutionFile(f *testing.F) {
	s := &store.SolutionFile{Solution: "x", Outcome: results.Limit, Params: map[string]any{"model": map[string]any{"kind": "perceptron"}}, Readings: map[string]*results.Rows{}}
	for _, w := range [][]float64{{1, -1, 1}, {0.5, 2}, {}} {
		if err := s.SetWeights(w); err != nil {
			f.Fatal(err)
		}
		data, err := s.Encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	path := filepath.Join(f.TempDir(), "x")
	f.Fuzz(func(t *testing.T, data []byte) {
		scratch.Write(t, path, data)
		found, err := store.ReadSolutionFile(path)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("an error of two lines: %q", err)
			}
			return
		}
		if w, err := found.Weights(); err != nil || len(w) != found.Count {
			t.Errorf("%d weights, want %d: %v", len(w), found.Count, err)
		}
	})
}

// FuzzMeasurementFile: what is no measurement, or one that was changed, is an error of
// one line; what is read is written in the same bytes.
func FuzzMeasurementFile(f *testing.F) {
	m := &store.MeasurementFile{Weights: "x", Readings: map[string]*results.Rows{"t": {Keys: []string{"k"}, Values: []string{"v"}, Rows: [][]results.Number{{1, 2}}}}}
	m.Kind, m.Solution, m.Physics, m.Params = "census", "s", results.PhysicsVersion, map[string]any{"scale": 1.5}
	for _, reason := range []string{"", "it froze"} {
		m.Reason = reason
		data, err := m.Encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	folder := store.Folder(f.TempDir())
	if err := os.Mkdir(folder.In("measurements"), 0o777); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		scratch.Write(t, folder.Measurement(m.Name()), data)
		found, err := folder.MeasurementNamed(m.Name())
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("an error of two lines: %q", err)
			}
			return
		}
		if again, err := found.Encode(); err != nil || found.Name() != m.Name() || strings.ContainsAny(found.Reason, "\n\r") || len(again) == 0 {
			t.Errorf("%+v, written again as %q: %v", found, again, err)
		}
	})
}
