package theories

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fbp/internal/traits"
	"fbp/knows"
	"fbp/model"
	"fbp/theory/catalog"
)

// Traits are what theory has to know of an experiment: the architecture, where labels come
// from, and margins.
type Traits struct {
	model.Traits
	Labels   string  // as of [instances.About]; "" where the config does not say
	Function string  // likewise
	Around   float64 // the margin of the solutions around the one that is found
	Path     float64 // the margin that is asked for on paths between two
}

// Random tells whether labels are random, and nothing about the patterns is unusual.
func (s Traits) Random() bool { return s.Labels == traits.Random }

// Threshold is the number of patterns per weight up to which there are solutions; ok is false
// where it is not known.
func (s Traits) Threshold() (alpha float64, ok bool) {
	if !s.Random() {
		return 0, false
	}
	return knows.Threshold(s.Traits)
}

// word is a trait in the words of theory, "" for none.
func (s Traits) word(name string) string {
	hidden := ""
	if s.Hidden > 0 {
		hidden = strconv.Itoa(s.Hidden)
	}
	return map[string]string{"network": s.Network, "weights": s.Weights, "activation": s.Activation, "layout": s.Layout, "hidden": hidden, "labels": s.Labels, "function": s.Function}[name]
}

// margin is the one that a parameter of theory is.
func (s Traits) margin(of catalog.Margin) float64 {
	switch of {
	case catalog.AroundMargin:
		return s.Around
	case catalog.PathMargin:
		return s.Path
	}
	return s.Kappa
}

// followed are the values of keys of a theory that its config does not have and an experiment
// says, of those subjects that the theory can be about.
func (th *Theory) followed() map[string]any {
	e, lists := th.entry, map[string][]any{}
	add := func(name string, v any) {
		if key := underscored(name); !slices.Contains(lists[key], v) {
			lists[key] = append(lists[key], v)
		}
	}
	for _, s := range th.of {
		words := map[string]string{}
		for _, c := range e.Choices {
			words[c.Name] = c.Default
			if word := s.word(c.Name); c.Follows && c.Takes(word) {
				words[c.Name] = word
			}
		}
		if e.About(words)["network"] != s.Network {
			continue
		}
		for _, c := range e.Choices {
			if c.Follows {
				add(c.Name, words[c.Name])
			}
		}
		for _, p := range e.Params {
			if kappa := s.margin(p.Of); p.Follows() && p.Within.Holds(kappa) {
				add(p.Name, kappa)
			}
		}
	}
	values := map[string]any{}
	for key, list := range lists {
		if values[key] = list; len(list) == 1 {
			values[key] = list[0]
		}
	}
	if own := lists["labels"]; len(own) != 1 { // of some variants alone
		delete(values, "labels")
	}
	return values
}

// Unlike is in what the theory at some parameters differs from what the experiment is about,
// from the subject that it is nearest to: what the theory has, in the words of the config.
func (th *Theory) Unlike(settings []NamedValue) (differences []NamedValue) {
	for i, s := range th.of {
		if own := th.differences(s, settings); i == 0 || len(own) < len(differences) {
			differences = own
		}
	}
	return differences
}

// differences are those from one subject. Parameters that are not among the settings run along a
// curve, and differ from nothing.
func (th *Theory) differences(s Traits, settings []NamedValue) (out []NamedValue) {
	e, words := th.entry, map[string]string{}
	for _, set := range settings {
		words[set.Name] = set.Value
	}
	about := e.About(words)
	other := s.Network != "" && about["network"] != s.Network
	units := (s.Network == traits.Perceptron || s.Network == traits.Committee) && e.Chooses("activation") && about["activation"] != s.Activation
	for _, name := range traits.Names {
		own, of := about[name], s.word(name)
		switch {
		case own == of || own == "" || of == "":
		case name == "network" && units: // they say it
		case name == "activation" && other && !units, name == "layout" && other, name == "hidden" && other && own != "inf":
		default:
			out = append(out, NamedValue{name, own})
		}
	}
	if other {
		return out // whose margins are others
	}
	if kappa, err := strconv.ParseFloat(about["kappa"], 64); err == nil && kappa != s.Kappa {
		out = append(out, NamedValue{"kappa", about["kappa"]})
	}
	for _, p := range e.Params {
		kappa, err := strconv.ParseFloat(words[underscored(p.Name)], 64)
		if p.Of != catalog.NoMargin && err == nil && !s.allows(p.Of, kappa) {
			out = append(out, NamedValue{underscored(p.Name), words[underscored(p.Name)]})
		}
	}
	return out
}

// allows tells whether a margin of theory is that of the experiment; one of typical solutions may be
// stricter.
func (s Traits) allows(of catalog.Margin, kappa float64) bool {
	if of != catalog.ReferenceMargin {
		return kappa == s.margin(of)
	}
	if s.Network == traits.Symmetric {
		return kappa <= s.Kappa
	}
	return kappa >= s.Kappa
}

// saysUnlike says a difference from a subject in words.
func (s Traits) saysUnlike(own NamedValue) string {
	switch own.Name {
	case "network":
		return fmt.Sprintf("the theory is about a %s, the model is a %s", traits.Network(own.Value), traits.Network(s.Network))
	case "labels":
		return fmt.Sprintf("the theory is about %s labels, the patterns have those of %s", own.Value, s.Labels)
	case "hidden":
		return fmt.Sprintf("the theory has %s hidden units, the model %s", strings.Replace(own.Value, "inf", "infinitely many", 1), s.word(own.Name))
	}
	if own.Name == "function" {
		return fmt.Sprintf("the theory has function = %q, the patterns %q", own.Value, s.Function)
	}
	if of := s.word(own.Name); of != "" {
		return fmt.Sprintf("the theory has %s = %q, the model %q", own.Name, own.Value, of)
	}
	return fmt.Sprintf("the theory has %s = %s, the model %v", own.Name, own.Value, s.Kappa)
}
