package instances

import (
	"cmp"
	"context"
	"strings"

	"fbp/internal/fault"
)

// Original is an instance that another one is made from, with the keys of its kind: random, teacher or features.
type Original struct {
	Kind string `toml:"kind" oneof:"random|teacher|features" example:"random" chooses:"form" help:"kind of instance"`
	Size
	Ensemble
	Noise
	LabelBias  float64 `toml:"label_bias" above:"-1" below:"1" absent:"0" help:"of random: mean of the labels"`
	AlphaT     float64 `toml:"alpha_t,omitempty" above:"0" max:"10000" help:"of features: patterns per latent dimension, instead of alpha and p"`
	D          int     `toml:"d,omitempty" min:"1" max:"100000000" help:"of features: number of latent dimensions, odd"`
	Function   string  `toml:"function,omitempty" oneof:"sign|erf|relu|tanh" help:"of features: what becomes of a projection; default sign"`
	Projection string  `toml:"projection,omitempty" oneof:"gaussian|binary" help:"of features: numbers that project; default gaussian"`
	Teacher    string  `toml:"teacher,omitempty" oneof:"binary|gaussian" help:"of features: latent weights that give the labels; default binary"`
}

// complete spells out the defaults of the kind.
func (o *Original) complete() {
	o.Inputs = cmp.Or(o.Inputs, BinaryInputs)
	if o.Kind == "features" {
		f := NewFeatures()
		o.Function, o.Projection, o.Teacher = cmp.Or(o.Function, f.Function), cmp.Or(o.Projection, f.Projection), cmp.Or(o.Teacher, f.Teacher)
	}
}

// source is the instance.
func (o Original) source() Source {
	switch o.Kind {
	case "teacher":
		return Teacher{Size: o.Size, Ensemble: o.Ensemble, Noise: o.Noise}
	case "features":
		return Features{Size: o.Size, AlphaT: o.AlphaT, D: o.D, Function: o.Function, Projection: o.Projection, Inputs: o.Inputs, Teacher: o.Teacher, Noise: o.Noise}
	}
	return Random{Size: o.Size, Ensemble: o.Ensemble, LabelBias: o.LabelBias}
}

// validate refuses keys of other kinds, and what the kind does.
func (o Original) validate(ctx context.Context, l Labeller) error {
	if o.Kind == "" {
		return fault.New("kind", nil, `want "random", "teacher" or "features"`)
	}
	if o.Kind == "features" && o.D == 0 {
		return fault.New("d", nil, "give the number of latent dimensions")
	}
	for _, k := range []struct {
		key   string
		value any
		given bool
		kinds string
	}{
		{"bias", o.Bias, o.Bias != 0, "random teacher"},
		{"label_bias", o.LabelBias, o.LabelBias != 0, "random"},
		{"label_noise", o.LabelNoise, o.LabelNoise != 0, "teacher features"},
		{"alpha_t", o.AlphaT, o.AlphaT != 0, "features"},
		{"d", o.D, o.D != 0, "features"},
		{"function", o.Function, o.Function != "", "features"},
		{"projection", o.Projection, o.Projection != "", "features"},
		{"teacher", o.Teacher, o.Teacher != "", "features"},
	} {
		if k.given && !strings.Contains(k.kinds, o.Kind) {
			return fault.Idle(k.key, k.value, "kind", o.Kind)
		}
	}
	return o.source().Validate(ctx, l)
}
