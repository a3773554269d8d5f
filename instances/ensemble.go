package instances

import (
	"math"
	"math/rand/v2"
	"slices"

	"fbp/gauss"
	"fbp/internal/fault"
)

// Kinds of inputs of an ensemble.
const (
	BinaryInputs   = "binary"   // ±1
	GaussianInputs = "gaussian" // normal
)

// Ensemble is how the inputs of patterns are drawn: independently, of variance 1 − b² about the
// mean b, so that the mean of their squares is 1.
type Ensemble struct {
	Inputs string  `toml:"inputs" oneof:"binary|gaussian" absent:"binary" help:"inputs ±1, or normal numbers"`
	Bias   float64 `toml:"bias" above:"-1" below:"1" absent:"0" help:"mean of the inputs, whose squares have the mean 1; not 0: random patterns have random labels, which no gauge absorbs"`
}

func (e Ensemble) real() bool { return e.Inputs == GaussianInputs }

// about completes what the program has to know of patterns. Those with a bias have their mean in common.
func (e Ensemble) about(a About) About {
	a.Real, a.RealBy = e.real(), "inputs"
	if e.Bias != 0 {
		a.Alike, a.Latent = true, 1
	}
	return a.beside("bias", e.Bias)
}

// withMean are patterns, made of their mean b and of independent inputs, if they have a bias: random features of
// one dimension, F = 1 and a = b, of which one number 1 is projected.
func (e Ensemble) withMean(p *Patterns) *Patterns {
	if e.Bias == 0 {
		return p
	}
	return p.WithLatent(func() *Latent {
		l := &Latent{D: 1, A: e.Bias, Projection: slices.Repeat([]float64{1}, p.N)}
		for mu := range p.P {
			l.Patterns = append(l.Patterns, p.Label(mu))
		}
		return l
	})
}

// drawn is p patterns of n inputs.
func (e Ensemble) drawn(n, p int, from rand.Source) *Patterns {
	x := e.room(n, p)
	e.draw(x, from)
	return x
}

// room is that for p patterns of n inputs.
func (e Ensemble) room(n, p int) *Patterns {
	if e.real() {
		return &Patterns{N: n, P: p, reals: make([]float64, n*p)}
	}
	return NewPatterns(n, p)
}

// draw fills patterns. Of unbiased signs 64 come from one random number, of others each has its own.
func (e Ensemble) draw(x *Patterns, from rand.Source) {
	switch {
	case e.real():
		width := math.Sqrt(1 - float64(e.Bias*e.Bias))
		for k := range x.reals {
			x.reals[k] = math.FMA(width, gauss.Deviate(from.Uint64()), e.Bias)
		}
	case e.Bias == 0:
		x.draw(from)
	default:
		for mu := range x.P {
			for i := range x.N {
				x.Set(mu, i, minus(e.Bias, from))
			}
		}
	}
}

// minus draws whether a sign ±1 of a mean is −1.
func minus(mean float64, from rand.Source) bool {
	return float64(float64(from.Uint64()>>11)*0x1p-53) >= 0.5*(1+mean)
}

// signs are n signs ±1 of a mean.
func signs(n int, mean float64, from rand.Source) []float64 {
	return Ensemble{Bias: mean}.drawn(n, 1, from).Input(make([]float64, n), 0)
}

// Noise turns labels round.
type Noise struct {
	LabelNoise float64 `toml:"label_noise" min:"0" max:"0.5" absent:"0" help:"probability that the label of a pattern is the wrong one, 0.5 for random labels; test patterns have clean ones"`
}

// validate refuses noise where a label −1 has no meaning.
func (n Noise) validate(l Labeller) error {
	if n.LabelNoise != 0 && sided(l) {
		return fault.New("label_noise", n.LabelNoise, "want 0: every pattern is on the same side of this model")
	}
	return nil
}

// flip turns labels round.
func (n Noise) flip(labels []float64, from rand.Source) {
	if n.LabelNoise == 0 {
		return
	}
	for mu, wrong := range signs(len(labels), 1-2*n.LabelNoise, from) {
		labels[mu] *= wrong
	}
}
