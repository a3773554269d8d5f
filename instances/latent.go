package instances

import "fbp/gauss"

// Latent is what random features are made of: those of pattern ξ are a u_i + b η_i, u = F x/√D, where η is
// uncorrelated with u and of variance 1, and a² + b² = 1.
type Latent struct {
	D          int
	A          float64   // a
	Projection []float64 // F, a row of D numbers for each feature
	Patterns   []float64 // x, a row of D numbers for each pattern, times its label
}

// Latent is what the patterns are made of; nil if they are no random features. It is made anew at each call.
func (p *Patterns) Latent() *Latent {
	if p.latent == nil {
		return nil
	}
	return p.latent()
}

// WithLatent are the same patterns, made of something.
func (p *Patterns) WithLatent(of func() *Latent) *Patterns {
	with := *p
	with.latent = of
	return &with
}

// withLatent are the patterns of a sample, made of what its streams have.
func (f Features) withLatent(p *Patterns, x func() *Patterns, row func(i int) []float64) *Patterns {
	return p.WithLatent(func() *Latent {
		l := &Latent{D: f.D, A: gauss.ActivationOf(f.Function).Linear()}
		for i := range p.N {
			l.Projection = append(l.Projection, row(i)...)
		}
		of := x()
		for mu := range p.P {
			l.Patterns = append(l.Patterns, of.numbers(mu)...)
			if p.Label(mu) < 0 {
				negate(l.Patterns[mu*f.D:])
			}
		}
		return l
	})
}
