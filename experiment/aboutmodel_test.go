package experiment

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/theory/catalog"
)

// aboutModel is a config of local entropies of a model, with a theory.
func aboutModel(model, theory string) string {
	return "samples = 1\n[model]\n" + model + "\n[instance]\nkind = \"random\"\nalpha = 0.4\n[algorithm]\nkind = \"fbp\"\n[[measure]]\nkind = \"local_entropy\"\n[[theory]]\nname = \"x\"\n" + theory
}

// needs are the keys of a theory that neither have a default nor are an experiment's.
func needs(e catalog.Entry) (text string) {
	for _, p := range e.Params {
		if p.Default == "" && p.Name != "alpha" && p.Of == catalog.NoMargin {
			text += strings.ReplaceAll(p.Name, "-", "_") + " = 0.3\n"
		}
	}
	return text
}

// TestTheoryOfTheModel: of all theories beside all models those that are about the model, with what they
// share taken from it, are unlike it in nothing; all others say in what, and are not compared with it.
func TestTheoryOfTheModel(t *testing.T) {
	oneUnit := []string{"rs", "kappa_max", "capacity", "instability", "franz_parisi", "large_deviation", "stability_distribution",
		"committee_entropy", "cross_overlap", "path", "barrier", "sampling", "sampling_thresholds", "sampling_path"}
	binary := append([]string{"redrawn", "thresholds", "alpha_u", "franz_parisi_1rsb", "cross_entropy", "cross_entropy_franz_parisi",
		"cross_entropy_optimum"}, oneUnit...)
	margins := slices.DeleteFunc(slices.Clone(binary), func(kind string) bool { // others are about κ = 0
		return strings.HasPrefix(kind, "cross_entropy") || slices.Contains([]string{"thresholds", "large_deviation", "stability_distribution", "committee_entropy"}, kind)
	})
	compared := []string{"franz_parisi", "franz_parisi_1rsb"}
	for _, m := range []struct {
		what, model     string
		about, compared []string
	}{
		{"binary", "kind = \"perceptron\"\nn = 51", binary, compared},
		{"binary with a margin", "kind = \"perceptron\"\nn = 51\nkappa = 0.3", margins, compared},
		{"spherical", "kind = \"perceptron\"\nn = 51\nweights = \"spherical\"", append([]string{"star", "parisi", "parisi_gaps"}, oneUnit...), []string{"franz_parisi"}},
		{"symmetric", "kind = \"symmetric_perceptron\"\nn = 51\nkappa = 1.0", []string{"symmetric", "symmetric_franz_parisi"}, nil},
		{"one unit", "kind = \"committee\"\nn = 51\nhidden = 1", binary, compared},
		{"tree", "kind = \"committee\"\nn = 51\nhidden = 3", []string{"committee_entropy"}, nil},
		{"spherical tree", "kind = \"committee\"\nn = 51\nhidden = 3\nweights = \"spherical\"", []string{"committee_entropy"}, nil},
		{"full", "kind = \"committee\"\nn = 51\nhidden = 3\nlayout = \"full\"", nil, nil},
		{"relu", "kind = \"committee\"\nn = 52\nhidden = 4\nactivation = \"relu\"", nil, nil},
		{"parity", "kind = \"committee\"\nn = 51\nhidden = 3\noutput = \"parity\"", nil, nil},
	} {
		for _, e := range catalog.All() {
			kind := strings.ReplaceAll(e.Name, "-", "_")
			text := aboutModel(m.model, fmt.Sprintf("kind = %q\n%s", kind, needs(e)))
			if strings.HasPrefix(kind, "symmetric") && m.what != "symmetric" { // another κ
				text += "kappa = 1.0\n"
				if kind != "symmetric" {
					text += "kappa_ref = 1.0\n"
				}
			}
			if strings.HasPrefix(kind, "parisi") && m.what != "spherical" { // of another perceptron
				text += "kappa = -0.5\n"
			}
			s, err := plan.Parse(t.Context(), "x.toml", text, nil, Standard())
			if err != nil {
				t.Errorf("%s beside a %s: %v", kind, m.what, err)
				continue
			}
			th := s.Theories[0]
			if own, about := th.Unlike(th.Curves("")[0].Settings), slices.Contains(m.about, kind); (len(own) == 0) != about {
				t.Errorf("%s beside a %s: unlike it in %v", kind, m.what, own)
			}
			_, err = plan.Parse(t.Context(), "x.toml", text+"compare = true\n", nil, Standard())
			switch {
			case slices.Contains(m.compared, kind):
				if err != nil {
					t.Errorf("%s with a %s: %v", kind, m.what, err)
				}
			case err == nil || !strings.Contains(err.Error(), "theory.x.compare = true: ") || strings.Contains(err.Error(), "\n"):
				t.Errorf("%s is compared with a %s: %v", kind, m.what, err)
			}
		}
	}
}

// What a config says against the model is kept, and named; what it leaves out is the model's, also
// where that is swept; labels are those of the instance, where theory has them.
func TestTheoryFollowsAndDiffers(t *testing.T) {
	const sphere, binary = "kind = \"perceptron\"\nn = 51\nweights = \"spherical\"\nkappa = -0.5", "kind = \"perceptron\"\nn = 51\nkappa = 0.3"
	defaults := strings.NewReplacer("[binary]", "[]", "[linear]", "[]")
	for _, c := range []struct {
		model, theory string
		sets          []string
		values        string // of the request: words, margins, labels
		unlike        string // of the first curve
	}{
		{sphere, "rs", nil, "[spherical] [] [-0.5] [] false", "[]"},
		{sphere, "rs", []string{"theory.x.weights=binary"}, "[] [] [-0.5] [] false", "[{weights binary}]"},
		{sphere, "kappa_max", []string{`instance={ kind = "teacher", alpha = 0.5 }`}, "[spherical] [] [] [] false", "[{labels random}]"},
		{sphere, "path", nil, "[spherical] [] [-0.5] [] false", "[]"},
		{binary, "franz_parisi", nil, "[] [] [0.3] [+Inf] false", "[]"},
		{binary, "franz_parisi", []string{"theory.x.kappa=0.0"}, "[] [] [0] [+Inf] false", "[{kappa 0}]"},
		{binary, "franz_parisi", []string{"theory.x.kappa_ref=0.0"}, "[] [] [0.3] [0] false", "[{kappa_ref 0}]"},
		{binary, "franz_parisi", []string{"measure.local_entropy.kappa=0.1"}, "[] [] [0.1] [+Inf] false", "[]"},
		{binary, "franz_parisi", []string{"model.kappa=0,0.3"}, "[] [] [0 0.3] [+Inf] false", "[]"},
		{binary, "franz_parisi", []string{`instance={ kind = "teacher", alpha = 0.5 }`}, "[] [] [0.3] [+Inf] true", "[]"},
		{binary, "franz_parisi", []string{`instance={ kind = "teacher", alpha = 0.5 }`, "theory.x.labels=random"}, "[] [] [0.3] [+Inf] false", "[{labels random}]"},
		{binary, "rs", []string{"theory.x.activation=sign"}, "[] [sign] [0.3] [] false", "[{activation sign} {hidden inf}]"},
		{"kind = \"committee\"\nn = 51\nhidden = 3", "rs", nil, "[] [sign] [0] [] false", "[{hidden inf}]"},
		{"kind = \"committee\"\nn = 51\nhidden = 3", "franz_parisi", nil, "[] [sign] [0] [+Inf] false", "[{hidden inf}]"},
		{"kind = \"committee\"\nn = 51\nhidden = 3\noutput = \"parity\"", "rs", nil, "[] [] [0] [] false", "[{network perceptron}]"},
		{"kind = \"committee\"\nn = 51\nhidden = 3\nlayout = \"full\"", "rs", nil, "[] [sign] [0] [] false", "[{layout tree} {hidden inf}]"},
		{"kind = \"committee\"\nn = 50\nhidden = 2\nactivation = \"relu\"", "capacity", nil, "[] [relu] [0] [] false", "[{hidden inf}]"},
		{"kind = \"symmetric_perceptron\"\nn = 51\nkappa = 1.5", "symmetric", nil, "[] [] [1.5] [] false", "[]"},
		{"kind = \"symmetric_perceptron\"\nn = 51\nkappa = 1.5", "rs", nil, "[] [] [0] [] false", "[{network perceptron}]"},
	} {
		e, err := catalog.Find(strings.ReplaceAll(c.theory, "_", "-"))
		if err != nil {
			t.Fatal(err)
		}
		s := parsed(t, aboutModel(c.model, fmt.Sprintf("kind = %q\n%s", c.theory, needs(e))), c.sets...)
		th := s.Theories[0]
		r := th.Request
		got := fmt.Sprint(r.Words["weights"], r.Words["activation"], r.Values["kappa"], r.Values["kappa-ref"], slices.Equal(r.Words["labels"], []string{"teacher"}))
		if got = defaults.Replace(got); got != c.values {
			t.Errorf("%s beside %q %v: %s, want %s", c.theory, c.model, c.sets, got, c.values)
		}
		if got := fmt.Sprint(th.Unlike(th.Curves("")[0].Settings)); got != c.unlike {
			t.Errorf("%s beside %q %v: unlike it in %s, want %s", c.theory, c.model, c.sets, got, c.unlike)
		}
		again := parsed(t, string(s.Resolved("")))
		if again.Theories[0].Describe() != th.Describe() {
			t.Errorf("resolved twice: %s, once %s", again.Theories[0].Describe(), th.Describe())
		}
	}
}

// Where variants have other weights and another margin, a theory of all of them has their combinations too; those that
// none of the variants has are said to be about something else, in legends as well.
func TestTheoryOfNoVariant(t *testing.T) {
	const variants = `
[[variant]]
name = "binary"
[[variant]]
name = "sphere"
"model.weights" = "spherical"
"model.kappa" = -0.5
[[variant]]
name = "symmetric"
model = { kind = "symmetric_perceptron", n = 51, kappa = 1.0 }
`
	config := aboutModel("kind = \"perceptron\"\nn = 51", "kind = \"rs\"\n") + variants
	config = strings.Replace(config, "kind = \"fbp\"\n[[measure]]\nkind = \"local_entropy\"\n", "kind = \"bp\"\n", 1)
	for set, want := range map[string]string{
		"theory.x.labels=random":     "[binary 0] [binary -0.5] unlike [spherical 0] unlike [spherical -0.5]",
		"theory.x.kappa=0.7":         "[binary 0.7] unlike [spherical 0.7] unlike",
		"theory.x.activation=relu":   "[binary 0] unlike [binary -0.5] unlike [spherical 0] unlike [spherical -0.5] unlike",
		"theory.x.weights=spherical": "[spherical 0] unlike [spherical -0.5]",
	} {
		var got []string
		th := parsed(t, config, set).Theories[0]
		for _, c := range th.Curves("alpha") {
			values := map[string]string{}
			for _, s := range c.Settings {
				values[s.Name] = s.Value
			}
			text := fmt.Sprintf("[%s %s]", values["weights"], values["kappa"])
			if len(th.Unlike(c.Settings)) > 0 {
				text += " unlike"
			}
			got = append(got, text)
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %s, want %s", set, text, want)
		}
	}
}
