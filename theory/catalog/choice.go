package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fbp/internal/fault"
	"fbp/theory"
)

// Choice is a parameter of a theory that is a word; it takes several. Its words lead
// the rows, the first choice slowest.
type Choice struct {
	Name    string // "activation"
	Default string
	Help    string
	Words   []string // that it accepts, or some of them
	// Column: it is always a column; otherwise only where it is asked for.
	Column bool
	// Follows: beside an experiment it is the model's, where a config does not say it.
	Follows bool
	check   func(word string) error
}

// shown tells whether the choice is a column of the table.
func (c Choice) shown(r Request) bool {
	_, asked := r.Words[c.Name]
	return c.Column || asked
}

var (
	weightsChoice = Choice{Name: "weights", Default: "binary", Words: []string{"binary", "spherical"}, Help: "measure of the weights: binary or spherical", Column: true, Follows: true,
		check: func(word string) error { _, err := theory.ParseWeights(word); return err }}
	activationChoice = Choice{Name: "activation", Default: "linear", Column: true, Follows: true, Words: []string{"linear", "sign", "relu", "leaky-relu:0.1"},
		Help:  "hidden units of a committee with many of them: sign, relu or leaky-relu:a, a their slope below 0; linear: the perceptron",
		check: func(word string) error { _, err := theory.ParseActivation(word); return err }}
	ansatzChoice = Choice{Name: "ansatz", Default: "rs", Words: []string{"rs", "1rsb"}, Help: "replica symmetry, rs, or one step of breaking it, 1rsb", Column: true,
		check: oneOf("rs", "1rsb")}

	// onlyBinary are the choices of a theory of binary weights that had no other.
	onlyBinary = []Choice{hidden(Choice{Name: "weights", Default: "binary", Words: []string{"binary"}, Help: "binary", check: oneOf("binary")}), hidden(activationChoice)}
	anyWeights = []Choice{hidden(weightsChoice), hidden(activationChoice)}
)

// hidden is the choice without a column unless it is asked for.
func hidden(c Choice) Choice {
	c.Column = false
	return c
}

func oneOf(words ...string) func(string) error {
	return func(word string) error {
		if slices.Contains(words, word) {
			return nil
		}
		want := words[0]
		for _, w := range words[1:] {
			want += " or " + w
		}
		return &theory.WordError{Word: word, Want: want}
	}
}

// committee is the machine that the words name.
func (v variant) committee() theory.Committee {
	w, _ := theory.ParseWeights(v.words["weights"]) // checked
	a, _ := theory.ParseActivation(v.words["activation"])
	return theory.Committee{Weights: w, Activation: a}
}

// labels are those of the teacher, or random ones of the machine.
func (v variant) labels() theory.Labels {
	return theory.Labels{Machine: v.committee(), Planted: v.planted}
}

// selections is the cross product of the words.
func (e Entry) selections(words map[string][]string) []map[string]string {
	all := []map[string]string{{}}
	for _, c := range e.Choices {
		list, asked := words[c.Name]
		if !asked {
			list = []string{c.Default}
		}
		var next []map[string]string
		for _, chosen := range all {
			for _, word := range list {
				more := map[string]string{c.Name: word}
				for name, other := range chosen {
					more[name] = other
				}
				next = append(next, more)
			}
		}
		all = next
	}
	return all
}

// checkWords refuses unknown words, and committees of a teacher.
func (e Entry) checkWords(r Request) error {
	for name := range r.Words {
		if !slices.ContainsFunc(e.Choices, func(c Choice) bool { return c.Name == name }) {
			return fmt.Errorf("%s has no parameter %q", e.Name, name)
		}
	}
	for _, c := range e.Choices {
		list, asked := r.Words[c.Name]
		if asked && len(list) == 0 {
			return fmt.Errorf("%s: %s: want a word", e.Name, c.Name)
		}
		for _, word := range list {
			if err := c.check(word); err != nil {
				if w := new(theory.WordError); errors.As(err, &w) {
					err = fault.New(c.Name, w.Word, "want %s", w.Want)
				}
				return fmt.Errorf("%s: %w", e.Name, err)
			}
			if r.Planted && word != c.Default {
				return fmt.Errorf("%s: %w", e.Name, fault.New(c.Name, word, "want %s with planted labels", c.Default))
			}
		}
	}
	return nil
}

// numbers are the columns of numbers.
func (e Entry) numbers(r Request) (columns []string) {
	for _, column := range e.allNumbers(r) {
		if !e.quiet(r, column) {
			columns = append(columns, column)
		}
	}
	return columns
}

// allNumbers are the numbers of an answer.
func (e Entry) allNumbers(r Request) []string {
	if r.Planted {
		return e.PlantedColumns
	}
	return e.Columns
}

// quiet tells whether a column is that of a parameter that is not asked for.
func (e Entry) quiet(r Request, column string) bool {
	return slices.ContainsFunc(e.Params, func(p Param) bool {
		_, asked := r.Values[p.Name]
		return p.Quiet && !asked && strings.ReplaceAll(p.Name, "-", "_") == column
	})
}

// TableColumns are the columns of the table, without status and note: first the
// choices, then numbers.
func (e Entry) TableColumns(r Request) (columns []string) {
	for _, c := range e.Choices {
		if c.shown(r) {
			columns = append(columns, strings.ReplaceAll(c.Name, "-", "_"))
		}
	}
	return append(columns, e.numbers(r)...)
}
