package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fbp/internal/fault"
	"fbp/internal/traits"
	"fbp/theory"
)

// Choice is a parameter of a theory that is a word; it takes several. Its words lead
// the rows, the first choice slowest.
type Choice struct {
	Name    string // "activation"
	Default string
	Help    string
	Words   []string // that it accepts, or some of them
	// Follows: beside an experiment it is the model's, where a config does not say it.
	Follows  bool
	Instance bool // it is the instance's instead
	check    func(word string) error
}

var (
	weightsChoice = Choice{Name: "weights", Default: "binary", Words: []string{"binary", "spherical"}, Help: "measure of the weights: binary or spherical", Follows: true,
		check: func(word string) error { _, err := theory.ParseWeights(word); return err }}
	binaryChoice     = Choice{Name: "weights", Default: "binary", Words: []string{"binary"}, Help: "binary", check: oneOf("binary")}
	activationChoice = Choice{Name: "activation", Default: "linear", Follows: true, Words: []string{"linear", "sign", "relu", "leaky-relu:0.1"},
		Help:  "hidden units of a committee with many of them: sign, relu or leaky-relu:a, a their slope below 0; linear: the perceptron",
		check: func(word string) error { _, err := theory.ParseActivation(word); return err }}
	labelsChoice = Choice{Name: "labels", Default: random, Words: []string{random, teacher}, Help: "labels that are random, or those of a teacher with random binary weights", Follows: true, Instance: true,
		check: oneOf(random, teacher)}
)

// The words for labels.
const random, teacher = traits.Random, traits.Teacher

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
	w, _ := theory.ParseWeights(v["weights"]) // checked
	a, _ := theory.ParseActivation(v["activation"])
	return theory.Committee{Weights: w, Activation: a}
}

// labels are those of the teacher, or random ones of the machine.
func (v variant) labels() theory.Labels {
	return theory.Labels{Machine: v.committee(), Planted: v["labels"] == teacher}
}

// selections is the cross product of the words.
func (e Entry) selections(words map[string][]string) []variant {
	all := []variant{{}}
	for _, c := range e.Choices {
		list, asked := words[c.Name]
		if !asked {
			list = []string{c.Default}
		}
		var next []variant
		for _, chosen := range all {
			for _, word := range list {
				more := variant{c.Name: word}
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

// CheckWords refuses unknown words, and labels of a teacher with other weights or units than its own.
func (e Entry) CheckWords(r Request) error {
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
			if c.Name != "labels" && word != c.Default && slices.Contains(r.Words["labels"], teacher) {
				return fmt.Errorf("%s: %w", e.Name, fault.New(c.Name, word, "want %s with labels of a teacher", c.Default))
			}
		}
	}
	return nil
}

// TableColumns are the columns of the table, without status and note: first the
// choices, then numbers.
func (e Entry) TableColumns() (columns []string) {
	for _, c := range e.Choices {
		columns = append(columns, strings.ReplaceAll(c.Name, "-", "_"))
	}
	return append(columns, e.Columns...)
}

// Has tells whether the table of a request has numbers in a column.
func (e Entry) Has(r Request, column string) bool {
	labels, given := r.Words["labels"]
	if !given {
		labels = []string{random}
	}
	of, one := e.Labels[column]
	return slices.Contains(e.TableColumns(), column) && (!one || slices.Contains(labels, of))
}
