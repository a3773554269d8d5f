package gauss

import "math"

// Activation is a function g with the averages that it has over a normal z: mean μ₀ = E g(z),
// variance σ² of g(z), and slope E[z g(z)] = E g'(z).
type Activation struct {
	Name                  string
	Of                    func(u float64) float64
	Mean, Variance, Slope float64
}

// Activations are the sign, +1 at zero: μ₀ = 0, σ² = 1, slope √(2/π); erf: 0, (2/π) asin ⅔, 2/√(3π);
// max(0, u), relu: 1/√2π, ½ − 1/2π, ½; and tanh: 0, E tanh² z and E sech² z = 1 − E tanh² z, by quadrature.
var Activations = []Activation{
	{Name: "sign", Of: sign, Variance: 1, Slope: 0.79788456080286536},
	{Name: "erf", Of: func(u float64) float64 { return 1 - Erfc(u) }, Variance: 0.46455905439753998, Slope: 0.65147001587055998},
	{Name: "relu", Of: func(u float64) float64 { return max(u, 0) }, Mean: 0.39894228040143268, Variance: 0.34084505690810466, Slope: 0.5},
	{Name: "tanh", Of: Tanh, Variance: 0.39429449039784117, Slope: 0.60570550960215883},
}

// ActivationOf is the one of that name; the zero value if there is none.
func ActivationOf(name string) Activation {
	for _, a := range Activations {
		if a.Name == name {
			return a
		}
	}
	return Activation{}
}

// Linear is a = E[z g(z)]/σ: (g(z) − μ₀)/σ is a z + b η with a² + b² = 1 and η of mean 0 and
// variance 1, uncorrelated with z.
func (a Activation) Linear() float64 { return a.Slope / math.Sqrt(a.Variance) }

func sign(u float64) float64 {
	if u < 0 {
		return -1
	}
	return 1
}
