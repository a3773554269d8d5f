package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fbp/experiment/plan"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/internal/files"
	"fbp/model"
	"fbp/results"
)

// Stored is the algorithm that searches nothing: it takes weights from elsewhere,
// [algorithm] kind = "file". Path is the folder of a run, or one solution file in
// it, whose solutions are those of its instances: same n, kind of instance, p,
// seed and sample. Or it is a file of weights ±1, text or .npy (see
// instances.ReadSigns), for all samples or, with {sample} in it, one for each, and with
// {search} one for each of several searches of a sample, or with {instance}, the name that
// fbp plan --write-patterns gives the patterns, one for each instance.
type Stored struct {
	Path string `toml:"path" help:"folder of a run, one of its solution files, or a file of weights, text or .npy; {sample} stands for the sample's number, {search} for the search's, {instance} for the name of its pattern file"`

	once  sync.Once
	found stored
	fault error
}

// stored are the solutions at a path.
type stored struct {
	weights []float64 // of a file of weights
	of      map[searched][]string
	models  map[plan.Instance]string // what each is a solution of
}

// searched is one of several searches of an instance.
type searched struct {
	plan.Instance
	search int
}

// Validate wants a path.
func (s *Stored) Validate() error {
	if s.Path == "" {
		return fault.New("path", "", "want the folder of a run, a solution file, or a file of weights")
	}
	return nil
}

// Check takes any model; whether the weights fit is known with the instance.
func (s *Stored) Check(model.Model) error { return nil }

// About implements plan.Algorithm.
func (s *Stored) About() model.About {
	return model.About{Draws: s.draws(), Tables: s.tables(), Real: model.AnyInputs, Files: []string{"path"}}
}

// draws: nothing is drawn, but samples may have weights of
// their own, of searches that did: in files with their numbers, or in a folder with
// solutions of several, or of several searches.
func (s *Stored) draws() bool {
	if s.Path == "" || strings.Contains(s.Path, "{sample}") || strings.Contains(s.Path, "{search}") || strings.Contains(s.Path, "{instance}") {
		return true
	}
	s.read()
	if s.fault != nil {
		return true // Bind tells it
	}
	drawn := map[[2]int]bool{}
	for in := range s.found.of {
		drawn[[2]int{in.Sample, in.search}] = true
	}
	return len(drawn) > 1
}

// Bind finds the one solution of a search of an instance.
func (s *Stored) Bind(in plan.Instance, search int) (plan.Algorithm, string, error) {
	path := strings.NewReplacer("{sample}", strconv.Itoa(in.Sample), "{search}", strconv.Itoa(search), "{instance}", in.Name()).Replace(s.Path)
	if path != s.Path {
		if strings.Contains(s.Path, "{search}") {
			search = 0
		}
		return (&Stored{Path: path}).Bind(in, search)
	}
	s.read()
	if s.fault != nil {
		return nil, "", s.fault
	}
	if w := s.found.weights; w != nil {
		if search > 0 {
			return nil, "", fault.New("path", s.Path, "holds one weight vector: want {search} in it with several searches")
		}
		f := &SolutionFile{Instance: in, Outcome: results.Converged, Numbers: ofWeights}
		err := f.SetWeights(w)
		return &storedSolution{f, s.Path}, f.Fingerprint(), err
	}
	switch list := s.found.of[searched{in, search}]; len(list) {
	case 0:
		return nil, "", fault.New("path", s.Path, "%s", s.found.lacks(in, search))
	case 1:
		f, err := ReadSolutionFile(list[0])
		if err != nil {
			return nil, "", fault.Wrap("path", s.Path, err)
		}
		return &storedSolution{f, s.Path}, f.Fingerprint(), nil
	default:
		return nil, "", fault.New("path", s.Path, "sample %d has several solutions (%s, %s): name a folder with one per sample", in.Sample, filepath.Base(list[0]), filepath.Base(list[1]))
	}
}

// read reads what is at the path, once.
func (s *Stored) read() { s.once.Do(func() { s.found, s.fault = solutionsIn(s.Path) }) }

// lacks says what the solutions are of, when none is of the instance that is
// asked for: where the one that is nearest to it differs.
func (s *stored) lacks(in plan.Instance, search int) string {
	var have []plan.Instance
	for other := range s.of {
		if other.Instance == in {
			return fmt.Sprintf("there is no solution of search %d of sample %d", search, in.Sample)
		}
		have = append(have, other.Instance)
	}
	slices.SortFunc(have, func(a, b plan.Instance) int {
		return cmp.Or(cmp.Compare(a.N, b.N), cmp.Compare(a.P, b.P), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Sample, b.Sample))
	})
	nothing := fmt.Sprintf("there is no solution of sample %d for %s with n = %d, p = %d, seed = %d", in.Sample, in.Kind, in.N, in.P, in.Seed)
	nearest, text := -1, nothing
	for _, x := range have {
		near, what := 0, ""
		switch {
		case x.N != in.N:
			near, what = 0, fmt.Sprintf("a solution of %s; this config has %d", s.models[x], in.N)
		case x.Kind != in.Kind:
			near, what = 1, fmt.Sprintf("a solution of patterns of kind %q; this config has %q", x.Kind, in.Kind)
		case x.P != in.P:
			near, what = 2, fmt.Sprintf("a solution of %d patterns; this config has %d", x.P, in.P)
		case x.Seed != in.Seed:
			near, what = 3, fmt.Sprintf("a solution of seed %d; this config has %d", x.Seed, in.Seed)
		case x.Digest != in.Digest:
			near, what = 4, "a solution of another pattern file"
		default:
			near, what = 5, nothing
		}
		if near > nearest {
			nearest, text = near, what
		}
	}
	return text
}

// Solve is never asked: a Bound algorithm is bound first.
func (s *Stored) Solve(context.Context, *model.Problem, *rand.Rand, func(results.Reading)) (*model.Solution, error) {
	return nil, errors.New("stored solutions have to be bound to an instance")
}

// solutionsIn lists the solution files at a path by their instances. Files that
// are damaged are passed over, unless all are: they are redone by the run that owns them.
func solutionsIn(path string) (stored, error) {
	s := stored{of: map[searched][]string{}, models: map[plan.Instance]string{}}
	info, err := files.Stat(path)
	if err != nil {
		return s, fault.New("path", path, "there is no such file or folder")
	}
	add := func(file string) error {
		f, err := ReadSolutionFile(file)
		if err == nil {
			of := searched{f.Instance, f.Search}
			s.of[of] = append(s.of[of], file)
			s.models[f.Instance] = f.describe()
		}
		return err
	}
	if !info.IsDir() {
		isSolution, err := holdsObject(path)
		if isSolution {
			err = add(path)
		} else if err == nil {
			s.weights, err = instances.ReadSigns(path)
		}
		if err != nil {
			return s, fault.Wrap("path", path, files.Cause(err))
		}
		return s, nil
	}
	folder := filepath.Join(path, "solutions")
	entries, err := files.ReadDir(folder)
	if err != nil {
		return s, fault.New("path", path, "want the folder of a run, with solutions in it")
	}
	var bad error
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || strings.Contains(e.Name(), ".bad") {
			continue
		}
		err := add(filepath.Join(folder, e.Name()))
		if Stops(err) {
			return s, fault.Wrap("path", path, err)
		}
		if err != nil {
			bad = err
		}
	}
	if bad != nil && len(s.of) == 0 {
		return s, fault.Wrap("path", path, bad)
	}
	return s, nil
}

// holdsObject tells a solution, which is a JSON object, from a file of weights.
func holdsObject(path string) (bool, error) {
	f, err := files.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	first := make([]byte, 1)
	_, err = io.ReadFull(f, first)
	if err == io.EOF {
		err = errors.New("an empty file")
	}
	return first[0] == '{', err
}

// tables are the outcome alone, with the numbers of whatever found the weights.
func (s *Stored) tables() []results.Layout {
	return []results.Layout{{Table: results.SolutionTable, Values: []string{"converged", "q", "sweeps"}, Open: true,
		Units: results.Units{"converged": "1", "q": "1", "sweeps": "sweeps"}}}
}
