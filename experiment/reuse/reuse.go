// Package reuse is the algorithm that searches nothing, [algorithm] kind = "file": it takes weights
// that a run or another program has found.
package reuse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fbp/experiment/store"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/internal/files"
	"fbp/model"
	"fbp/results"
)

// File takes weights from elsewhere. Path is the folder of a run, or one solution file in
// it, whose solutions are those of its instances: same n, kind of instance, p,
// seed and sample. Or it is a file of weights ±1, text or .npy (see
// instances.ReadSigns), for all samples or, with {sample} in it, one for each, and with
// {search} one for each of several searches of a sample, or with {instance}, the name that
// fbp plan --write-patterns gives the patterns, one for each instance.
type File struct {
	Path string `toml:"path" example:"\"results/first\"" help:"folder of a run, one of its solution files, or a file of weights, text or .npy; {sample} stands for the sample's number, {search} for the search's, {instance} for the name of its pattern file"`

	want  int // weights of the model
	once  sync.Once
	found solutions
	fault error
}

// New takes weights for a model; nil is any.
func New(m model.Model) *File {
	if m == nil {
		return new(File)
	}
	return &File{want: m.Dim()}
}

// solutions are those at a path.
type solutions struct {
	weights []float64 // of a file of weights
	of      map[searched][]string
}

// searched is one of several searches of an instance.
type searched struct {
	model.Instance
	search int
}

// Validate wants a path.
func (f *File) Validate() error {
	if f.Path == "" {
		return fault.New("path", "", "want the folder of a run, a solution file, or a file of weights")
	}
	return nil
}

// Check takes any model; whether the weights fit is known with the instance.
func (f *File) Check(model.Model) error { return nil }

// About implements kinds.Algorithm.
func (f *File) About() model.About {
	return model.About{Draws: f.draws(), Tables: f.tables(), Real: model.AnyInputs, Files: []string{"path"}, Bind: f.Bind}
}

// draws: nothing is drawn, but samples may have weights of
// their own, of searches that did: in files with their numbers, or in a folder with
// solutions of several, or of several searches.
func (f *File) draws() bool {
	if f.Path == "" || strings.Contains(f.Path, "{sample}") || strings.Contains(f.Path, "{search}") || strings.Contains(f.Path, "{instance}") {
		return true
	}
	f.read()
	if f.fault != nil {
		return true // Bind tells it
	}
	drawn := map[[2]int]bool{}
	for in := range f.found.of {
		drawn[[2]int{in.Sample, in.search}] = true
	}
	return len(drawn) > 1
}

// Bind finds the one solution of a search of an instance.
func (f *File) Bind(in model.Instance, search int) (*model.Binding, error) {
	path := strings.NewReplacer("{sample}", strconv.Itoa(in.Sample), "{search}", strconv.Itoa(search), "{instance}", in.Name()).Replace(f.Path)
	if path != f.Path {
		if strings.Contains(f.Path, "{search}") {
			search = 0
		}
		return (&File{Path: path, want: f.want}).Bind(in, search)
	}
	f.read()
	if f.fault != nil {
		return nil, f.fault
	}
	if w := f.found.weights; w != nil {
		if search > 0 {
			return nil, fault.New("path", f.Path, "holds one weight vector: want {search} in it with several searches")
		}
		file := &store.SolutionFile{Instance: in, Outcome: results.Converged, Numbers: given.Values.Of(nil)}
		err := file.SetWeights(w)
		return (&bound{file, f.Path}).binding(), err
	}
	switch list := f.found.of[searched{in, search}]; len(list) {
	case 0:
		return nil, fault.New("path", f.Path, "%s", f.found.whyNone(in, search))
	case 1:
		file, err := store.ReadSolutionFile(list[0])
		if err != nil {
			return nil, fault.Wrap("path", f.Path, err)
		}
		return (&bound{file, f.Path}).binding(), nil
	default:
		return nil, fault.New("path", f.Path, "sample %d has several solutions (%s, %s): name a folder with one per sample", in.Sample, filepath.Base(list[0]), filepath.Base(list[1]))
	}
}

// read reads what is at the path, once.
func (f *File) read() { f.once.Do(func() { f.found, f.fault = solutionsIn(f.Path, f.want) }) }

// whyNone names the first key in which all solutions differ from an instance that has none.
func (s *solutions) whyNone(in model.Instance, search int) string {
	keysOf := func(in model.Instance) []any { return []any{in.N, in.Kind, in.P, in.Seed, in.Digest, in.Sample} }
	left := slices.Collect(maps.Keys(s.of))
	for k, name := range []string{"n", "instance.kind", "p", "seed", "the digest of the pattern file", "sample"} {
		here := fmt.Sprint(keysOf(in)[k])
		var there []string
		same := left[:0]
		for _, x := range left {
			if value := fmt.Sprint(keysOf(x.Instance)[k]); value != here {
				there = append(there, value)
			} else {
				same = append(same, x)
			}
		}
		if left = same; len(left) == 0 {
			slices.Sort(there)
			there = slices.Compact(there)
			return fmt.Sprintf("its solutions have %s = %s; this config has %s", name, strings.Join(there[:min(5, len(there))], ", "), here)
		}
	}
	return fmt.Sprintf("there is no solution of search %d of sample %d", search, in.Sample)
}

// Solve is never asked: a bound algorithm is, see Bind of [model.About].
func (f *File) Solve(context.Context, *model.Problem, *rand.Rand, func(results.Reading)) (*model.Solution, error) {
	return nil, errors.New("stored solutions have to be bound to an instance")
}

// solutionsIn lists the solution files at a path by their instances. Files that
// are damaged are passed over, unless all are: they are redone by the run that owns them.
// A file of weights has as many as wanted.
func solutionsIn(path string, want int) (solutions, error) {
	s := solutions{of: map[searched][]string{}}
	info, err := files.Stat(path)
	if err != nil {
		return s, fault.New("path", path, "there is no such file or folder")
	}
	add := func(file string) error {
		f, err := store.ReadSolutionFile(file)
		if err == nil {
			of := searched{f.Instance, f.Search}
			s.of[of] = append(s.of[of], file)
		}
		return err
	}
	if !info.IsDir() {
		isSolution, err := holdsObject(path)
		if isSolution {
			err = add(path)
		} else if err == nil {
			s.weights, err = instances.ReadSigns(path, want)
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
		if store.Unreadable(err) {
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
func (f *File) tables() []results.Layout {
	return []results.Layout{given.Layout(results.Layout{Open: true})}
}
