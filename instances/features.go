package instances

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/gauss"
	"fbp/internal/fault"
	"fbp/internal/traits"
)

// Features are patterns that random features make of others of fewer or more dimensions (the
// hidden-manifold model): a latent pattern x of D numbers is drawn, a teacher of D weights gives it its
// label, and input i of the learner is the feature
//
//	ξ_i = (g(u_i) − μ₀)/σ,   u_i = F_i·x/√D,
//
// where g is the function, μ₀ and σ² are mean and variance of g(z), z normal, and the projection F is
// drawn once per sample, for training and test patterns alike. Source: Baldassi, Lauditi, Malatesta,
// Pacelli, Perugini, Zecchina, Phys. Rev. E 106, 014116 (2022), arXiv:2110.00683.
//
// Latent patterns, labels and teacher depend on seed, D, P and sample alone, and row i of F on seed, D,
// sample and i: learners of any N see the same data, and those of fewer inputs the first of the features.
// A model that wants every pattern on one side is given no labels.
type Features struct {
	Size
	AlphaT     float64 `toml:"alpha_t,omitempty" above:"0" max:"10000" help:"patterns per latent dimension, instead of alpha and p: P = floor(alpha_t d + 1e-9)"`
	D          int     `toml:"d" example:"251" min:"1" max:"100000000" help:"number D of latent dimensions, odd"`
	Function   string  `toml:"function" oneof:"sign|erf|relu|tanh" help:"what becomes of a projection; features are centred and of variance 1"`
	Projection string  `toml:"projection" oneof:"gaussian|binary" help:"numbers that project, normal or ±1"`
	Inputs     string  `toml:"inputs" oneof:"binary|gaussian" help:"latent patterns of signs ±1 or normal numbers"`
	Teacher    string  `toml:"teacher" oneof:"binary|gaussian" help:"latent weights that give the labels, ±1 or normal numbers"`
	Noise
}

// NewFeatures is signs of a normal projection of signs.
func NewFeatures() *Features {
	return &Features{Function: "sign", Projection: GaussianInputs, Inputs: BinaryInputs, Teacher: BinaryInputs}
}

// Validate implements [Source].
func (f Features) Validate(ctx context.Context, l Labeller) error {
	if f.D%2 == 0 {
		return fault.New("d", f.D, "want an odd number: a sum of an even number of signs can be 0")
	}
	if err := f.Noise.validate(l); err != nil {
		return err
	}
	_, err := f.Count(ctx, l)
	return err
}

// Count implements [Source].
func (f Features) Count(ctx context.Context, l Labeller) (int, error) {
	if f.AlphaT == 0 {
		return f.Size.Count(ctx, l)
	}
	if f.Alpha != 0 || f.P != 0 {
		return 0, fault.New("alpha_t", f.AlphaT, "give one of alpha, p and alpha_t")
	}
	p := math.Floor(float64(f.AlphaT*float64(f.D)) + 1e-9)
	if p < 1 || p > maxP {
		return 0, fault.New("alpha_t", f.AlphaT, "want 1 to %d patterns, alpha_t d, not %v", maxP, p)
	}
	return Size{P: int(p), Test: f.Test}.Count(ctx, l)
}

// About implements [Source].
func (f Features) About() About {
	return About{Tests: f.Test, Real: f.Function != "sign", RealBy: "function", Alike: true, Latent: f.D, Labels: traits.Features, Function: f.Function, Held: func(_, p int) float64 { return 8 * float64(f.D) * float64(p) }}
}

// Data implements [Source].
func (f Features) Data(ctx context.Context, l Labeller, seed int64, sample int) (*Data, error) {
	p, err := f.Count(ctx, l)
	if err != nil {
		return nil, err
	}
	stream := func(purpose string) *rand.Rand { return Stream(seed, purpose, "features", f.D, p, sample) }
	patterns := func() *Patterns { return Ensemble{Inputs: f.Inputs}.drawn(f.D, p, stream("patterns")) }
	row := func(i int) []float64 {
		return Ensemble{Inputs: f.Projection}.drawn(f.D, 1, Stream(seed, "projection", "features", f.D, sample, i)).numbers(0)
	}
	x := patterns().columns()
	if f.Test > 0 {
		for k, test := range (Ensemble{Inputs: f.Inputs}).drawn(f.D, f.Test, stream("test")).columns() {
			x[k] = append(x[k], test...)
		}
	}
	all, err := f.features(ctx, l.Inputs(), x, row)
	if err != nil {
		return nil, err
	}
	d := new(Data)
	d.Train, d.Test = all.split(f.Test)
	if sided(l) {
		d.Train = f.withLatent(d.Train, patterns, row)
		return d, nil
	}
	labels := projected(x, Ensemble{Inputs: f.Teacher}.drawn(f.D, 1, stream("teacher")).numbers(0), make([]float64, p+f.Test))
	sign := gauss.ActivationOf("sign")
	for mu, field := range labels {
		labels[mu] = sign.Of(field)
	}
	f.flip(labels[:p], stream("label noise"))
	d.Train.label(labels[:p:p])
	d.Train = f.withLatent(d.Train, patterns, row)
	if d.Test != nil {
		d.Test.label(labels[p:])
	}
	return d, nil
}

// features are n of them for each latent pattern, whose numbers k are x[k].
func (f Features) features(ctx context.Context, n int, x [][]float64, row func(i int) []float64) (*Patterns, error) {
	g, u := gauss.ActivationOf(f.Function), make([]float64, len(x[0]))
	all := Ensemble{Inputs: GaussianInputs}.room(n, 0)
	if f.Function == "sign" {
		all = NewPatterns(n, len(u))
	} else {
		all.P, all.reals = len(u), make([]float64, n*len(u))
	}
	scale, width := 1/math.Sqrt(float64(f.D)), math.Sqrt(g.Variance)
	for i := range n {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		clear(u)
		for mu, field := range projected(x, row(i), u) {
			if all.reals == nil {
				all.Set(mu, i, g.Of(field) < 0)
			} else {
				all.reals[mu*n+i] = float64((g.Of(float64(field*scale)) - g.Mean) / width)
			}
		}
	}
	return all, nil
}

// projected adds Σ_k w_k x[k][μ] to u[μ], k from first to last.
func projected(x [][]float64, w, u []float64) []float64 {
	for k, numbers := range x {
		weight := w[k]
		for mu, number := range numbers {
			u[mu] = math.FMA(weight, number, u[mu])
		}
	}
	return u
}

// columns are the patterns by input: column i has number i of each of them.
func (p *Patterns) columns() [][]float64 {
	columns := make([][]float64, p.N)
	for i := range columns {
		columns[i] = make([]float64, p.P)
	}
	for mu := range p.P {
		for i, number := range p.numbers(mu) {
			columns[i][mu] = number
		}
	}
	return columns
}

// numbers are the inputs of a pattern.
func (p *Patterns) numbers(mu int) []float64 { return p.Values(make([]float64, p.N), mu) }
