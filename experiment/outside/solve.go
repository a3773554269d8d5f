package outside

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"fbp/experiment/config"
	"fbp/instances"
	"fbp/internal/files"
	"fbp/internal/process"
	"fbp/model"
	"fbp/results"
)

// bound is Command bound to one instance.
type bound struct {
	*Command
	instance string // the name of its patterns
}

// solve runs the program in a folder of its own. A program that fails, or writes what are no weights of
// the model, is an error. One whose time is over, or that says by its exit code that it found no weights, has
// not solved: it may have written some, which are counted.
func (b *bound) solve(ctx context.Context, p *model.Problem, rng *rand.Rand, _ func(results.Reading)) (*model.Solution, error) {
	if p.Outside == nil {
		return nil, errors.New("programs are not run without --allow-commands")
	}
	now, err := hash(b.Run)
	if err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(now, b.hashed) {
		return nil, errors.New("a file of the command has changed since the plan was made")
	}
	dir, err := files.TemporaryDir(p.Outside.Folder, "command")
	if err != nil {
		return nil, err
	}
	defer files.RemoveAll(dir)
	program, err := b.program(p, rng, dir)
	if err != nil {
		return nil, err
	}
	end, err := program.Run(ctx)
	if err != nil {
		return nil, err
	}
	p.Outside.Ended(results.Outside{Run: b.Run, Ended: end.How, Seconds: end.Wall.Seconds(), Stdout: end.Stdout, Stderr: end.Stderr}, end.CPU)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return b.outcome(p, end, weightsIn(dir))
}

// outcome is what a program that has ended so, and may have written weights, comes to.
func (b *bound) outcome(p *model.Problem, end process.End, path string) (*model.Solution, error) {
	late := lateness.Values.Of(end.Late)
	none := slices.Contains(b.NoneFound, end.Code)
	if !end.Late && end.Code != 0 && !none {
		return nil, fmt.Errorf("%s: %s%s", b.Run[0], end.How, lastLine(end.Stderr))
	}
	w, err := b.read(p.Model, path)
	switch wrote := !errors.Is(err, errNoWeights); {
	case end.Late && err != nil:
		return model.Unfound(fmt.Sprintf("the program wrote no weights in %d seconds", b.MaxTime), late...), nil
	case none && !wrote:
		return model.Unfound("the program found none: "+end.How, late...), nil
	case err != nil:
		return nil, err
	}
	errors := p.Model.Errors(w, p.Data.Train)
	return &model.Solution{Weights: w, Errors: errors, Outcome: model.OutcomeOf(errors, false), Numbers: late}, nil
}

// errNoWeights is the error of a program that wrote none.
var errNoWeights = errors.New("wrote no weights")

// weightsIn is the file of the weights in the folder of a program.
func weightsIn(dir string) string { return filepath.Join(dir, "weights.txt") }

// program is what is run in a folder, with the files that it reads.
func (b *bound) program(p *model.Problem, rng *rand.Rand, dir string) (process.Program, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return process.Program{}, err
	}
	patternsFile, labelsFile := filepath.Join(dir, b.instance+".txt"), filepath.Join(dir, "labels.txt")
	names := []string{patterns, patternsFile, labels, labelsFile, weights, weightsIn(dir), kappa, strconv.FormatFloat(p.Model.Margin(), 'g', -1, 64)}
	if b.has(seed) {
		names = append(names, seed, strconv.FormatUint(rng.Uint64()>>33, 10))
	}
	if err = p.Data.Train.WriteFile(patternsFile); err == nil && b.has(labels) {
		err = files.WriteFile(labelsFile, labelLines(p.Data.Train))
	}
	words := make([]string, len(b.Run))
	for i, word := range b.Run {
		if words[i] = strings.NewReplacer(names...).Replace(word); config.IsFile(word) && err == nil {
			words[i], err = filepath.Abs(word)
		}
	}
	return process.Program{
		Words: words, Dir: dir, Env: environment(), Time: time.Duration(b.MaxTime) * time.Second, Memory: uint64(b.MaxMemory) << 20,
	}, err
}

// environment is that of this process. Libraries of linear algebra start no threads, unless it says how many:
// tasks run at the same time, and seconds are those of one core.
func environment() []string {
	env := os.Environ()
	for _, name := range []string{"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"} {
		if os.Getenv(name) == "" {
			env = append(env, name+"=1")
		}
	}
	return env
}

// labelLines are the labels, one per line.
func labelLines(p *instances.Patterns) (text []byte) {
	for mu := range p.P {
		text = fmt.Appendf(text, "%v\n", p.Label(mu))
	}
	return text
}

// read reads weights of a model, real ones on their spheres.
func (b *bound) read(m model.Model, path string) ([]float64, error) {
	read, real := instances.ReadSigns, m.Weights() != model.BinaryWeights
	if real {
		read = instances.ReadReals
	}
	w, err := read(path, m.Dim())
	switch {
	case files.Missing(err):
		return nil, fmt.Errorf("%s: %w: there is no file {weights}", b.Run[0], errNoWeights)
	case errors.Is(err, instances.ErrNoNumbers):
		return nil, fmt.Errorf("%s: %w: {weights} is empty", b.Run[0], errNoWeights)
	case err != nil:
		return nil, fmt.Errorf("{weights}: %w", files.Cause(err))
	}
	if spherical, ok := m.(*model.Architecture); ok && real {
		model.Normalize(spherical, w)
	}
	return w, nil
}

// lastLine is the last line of a text that is not empty, behind a colon.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	if last == "" {
		return ""
	}
	return ": " + last
}
