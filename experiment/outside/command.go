// Package outside is the algorithm that is none of ours, [algorithm] kind = "command": a program of the
// user's, in any language, searches for weights.
package outside

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fbp/experiment/config"
	"fbp/internal/fault"
	"fbp/internal/files"
	"fbp/model"
	"fbp/results"
)

// Command runs a program for each search. It reads the patterns from a file and writes weights to another,
// whose errors are counted here. What is in files among its words is part of the task's hash.
type Command struct {
	Run       []string `toml:"run" example:"[\"python3\", \"solver.py\", \"{patterns}\", \"{weights}\"]" help:"the program and its arguments, among them {patterns} and {weights}, the files that it reads and writes"`
	MaxTime   int      `toml:"max_seconds" min:"1" max:"604800" help:"wall clock seconds of a search; then the program is ended"`
	MaxMemory int      `toml:"max_memory" min:"1" max:"1048576" help:"MiB of data of the program, and of each that it starts (on Linux; Go programs escape it)"`
	NoneFound []int    `toml:"none_found,omitempty" absent:"" min:"0" max:"255" help:"exit codes with which the program may leave no weights behind: it found none, and the search is unsolved"`

	once   sync.Once
	hashed []any // the words, files among them by their content
	fault  error
}

// New has ten minutes and a GiB.
func New() *Command { return &Command{MaxTime: 600, MaxMemory: 1024} }

// The words in braces that stand for what differs from search to search.
const (
	patterns = "{patterns}"
	labels   = "{labels}"
	weights  = "{weights}"
	seed     = "{seed}"
	kappa    = "{kappa}"
)

var inBraces = regexp.MustCompile(`\{[a-z_]+\}`)

// Validate wants a program that reads patterns and writes weights.
func (c *Command) Validate() error {
	if len(c.Run) == 0 || inBraces.MatchString(c.Run[0]) || c.Run[0] == "" {
		return fault.New("run", c.Run, `want a program and its arguments, as ["python3", "solver.py", "{patterns}", "{weights}"]`)
	}
	known := []string{patterns, weights, labels, seed, kappa}
	for _, word := range c.Run {
		for _, name := range inBraces.FindAllString(word, -1) {
			if !slices.Contains(known, name) {
				return fault.New("run", c.Run, "%s: want one of %s", name, strings.Join(known, ", "))
			}
		}
	}
	for _, name := range known[:2] {
		if !c.has(name) {
			return fault.New("run", c.Run, "want %s among the arguments", name)
		}
	}
	return nil
}

// has tells whether a name in braces is among the words, or within one.
func (c *Command) has(name string) bool {
	return slices.ContainsFunc(c.Run, func(word string) bool { return strings.Contains(word, name) })
}

// Check takes any model.
func (c *Command) Check(model.Model) error { return nil }

// lateness is the number of a solution.
var lateness = results.Schema[bool]{Table: results.SolutionTable, Values: results.Columns[bool]{
	{Name: "late", Means: "1: 1 if the program was ended at its limit of time", Of: results.Flag}}}

// About implements kinds.Algorithm.
func (c *Command) About() model.About {
	return model.About{
		Draws: c.has(seed), Real: model.AnyInputs, Files: []string{"run"}, Bind: c.Bind, Runs: append([]string{}, c.Run...),
		Contents: func(keys map[string]any) { keys["run"] = c.hashed },
		Bytes:    func(model.Size) float64 { return float64(c.MaxMemory) * (1 << 20) },
		Tables:   []results.Layout{lateness.Layout(results.Layout{Omits: []string{results.Errors}})},
	}
}

// Bind reads the files among the words.
func (c *Command) Bind(in model.Instance, _ int) (*model.Binding, error) {
	c.once.Do(func() { c.hashed, c.fault = hash(c.Run) })
	if c.fault != nil {
		return nil, c.fault
	}
	sum := sha256.Sum256(config.ToJSON(c.hashed))
	return &model.Binding{Solve: (&bound{c, in.Name()}).solve, Fingerprint: hex.EncodeToString(sum[:16])}, nil
}

// hash are the words with the sums of files in their place.
func hash(words []string) (hashed []any, err error) {
	for _, word := range words {
		if config.IsFile(word) {
			content, err := files.ReadFile(word, files.Large)
			if err != nil {
				return nil, fault.New("run", word, "%v (a word with a slash names a file)", files.Cause(err))
			}
			sum := sha256.Sum256(content)
			word = "sha256:" + hex.EncodeToString(sum[:])
		}
		hashed = append(hashed, word)
	}
	return hashed, nil
}

// Solve is never asked: a bound algorithm is, see Bind of [model.About].
func (c *Command) Solve(context.Context, *model.Problem, *rand.Rand, func(results.Reading)) (*model.Solution, error) {
	return nil, errors.New("a program has to be bound to an instance")
}
