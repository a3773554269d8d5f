package experiment

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"

	"fbp/internal/files"
	"fbp/model"
	"fbp/results"
)

// Stored is the algorithm that searches nothing: it takes weights that another
// run found, [algorithm] kind = "file". Path is the folder of that run, or one
// solution file in it. A task takes the solution of its own instance: same n,
// kind of instance, p, seed and sample. A relative path starts from the working
// directory.
type Stored struct {
	Path string `toml:"path" help:"folder of a run, or one of its solution files"`

	once  sync.Once
	found map[Instance][]string // solution files by instance
	fault error
}

// Validate wants a path.
func (s *Stored) Validate() error {
	if s.Path == "" {
		return errors.New(`path = "": want the folder of a run, or a solution file`)
	}
	return nil
}

// Check takes any model; whether the weights fit is known with the instance.
func (s *Stored) Check(model.Model) error { return nil }

// Bind finds the one solution of an instance.
func (s *Stored) Bind(in Instance) (Algorithm, string, error) {
	s.once.Do(func() { s.found, s.fault = solutionsIn(s.Path) })
	if s.fault != nil {
		return nil, "", s.fault
	}
	switch files := s.found[in]; len(files) {
	case 0:
		return nil, "", fmt.Errorf("path = %q: there is no solution of sample %d for %s with n = %d, p = %d, seed = %d",
			s.Path, in.Sample, in.Kind, in.N, in.P, in.Seed)
	case 1:
		f, err := readSolution(files[0])
		if err != nil {
			return nil, "", fmt.Errorf("path = %q: %w", s.Path, err)
		}
		return &storedSolution{f}, f.fingerprint(), nil
	default:
		return nil, "", fmt.Errorf("path = %q: sample %d has several solutions (%s, %s): name a folder with one a sample",
			s.Path, in.Sample, filepath.Base(files[0]), filepath.Base(files[1]))
	}
}

// Solve is never asked: a Bound algorithm is bound first.
func (s *Stored) Solve(context.Context, *model.Problem, *rand.Rand, func(results.Reading)) (*model.Solution, error) {
	return nil, errors.New("stored solutions have to be bound to an instance")
}

// solutionsIn lists the solution files at a path by their instances. Files that
// are damaged are passed over: they are redone by the run that owns them.
func solutionsIn(path string) (map[Instance][]string, error) {
	info, err := files.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("path = %q: there is no such file or folder", path)
	}
	if !info.IsDir() {
		f, err := readSolution(path)
		if err != nil {
			return nil, fmt.Errorf("path = %q: %w", path, err)
		}
		return map[Instance][]string{f.Instance: {path}}, nil
	}
	folder := filepath.Join(path, "solutions")
	entries, err := files.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("path = %q: want the folder of a run, with solutions in it", path)
	}
	found := map[Instance][]string{}
	for _, e := range entries {
		file := filepath.Join(folder, e.Name())
		if strings.HasPrefix(e.Name(), ".") || strings.Contains(e.Name(), ".bad") {
			continue
		}
		f, err := readSolution(file)
		switch {
		case err == nil:
			found[f.Instance] = append(found[f.Instance], file)
		case stops(err):
			return nil, fmt.Errorf("path = %q: %w", path, err)
		}
	}
	return found, nil
}

// storedSolution is Stored bound to one instance.
type storedSolution struct{ *solutionFile }

func (s *storedSolution) Validate() error         { return nil }
func (s *storedSolution) Check(model.Model) error { return nil }

// Solve returns the weights. Their errors are counted anew where the model can
// tell, since its margin need not be the one they were found with.
func (s *storedSolution) Solve(_ context.Context, p *model.Problem, _ *rand.Rand, _ func(results.Reading)) (*model.Solution, error) {
	found, err := s.solution()
	if err != nil {
		return nil, err
	}
	if len(found.Weights) != p.Model.Dim() {
		return nil, fmt.Errorf("the stored solution has %d weights, the model %d", len(found.Weights), p.Model.Dim())
	}
	if m, ok := p.Model.(model.Layered); ok {
		found.Errors = model.Errors(m, found.Weights, p.Patterns)
		found.Solved = found.Errors == 0
	}
	return found, nil
}

// Tables are none: what a stored solution has to say is its outcome.
func (s *Stored) Tables() []results.Layout { return nil }
