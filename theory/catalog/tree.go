package catalog

import (
	"strconv"

	"fbp/internal/traits"
	"fbp/theory"
)

var treeEntry = Entry{
	Name:  "committee-entropy",
	Short: "entropy of tree committees with few hidden units",
	Long: `The replica-symmetric entropy per weight of the solutions of a tree-like
committee of K = hidden sign units, each with inputs of its own, with alpha
patterns per weight: the output is the vote of the majority,

  φ = −q̂(1−q)/2 + 𝒲(q̂) + α E ln P(majority | p_k),   p_k = H(−√(q/(1−q)) x_k)

stationary in q and q̂, with K independent normal x_k and 𝒲 as for fbp theory rs
(Barkai, Hansel and Sompolinsky, Phys. Rev. A 45, 4146 (1992), at finite K). For
K = 1 it is the perceptron, for many units fbp theory rs --activation sign. With
binary weights it vanishes at α_c = 0.9206 (K = 3) and 0.9330 (K = 5).

Columns
  hidden, weights  as asked for
  alpha    patterns per weight
  q        overlap of two typical solutions
  entropy  φ, nats per weight; for spherical weights the logarithm of a fraction
           of the sphere

Status
  ok               a saddle point
  beyond_capacity  the entropy of binary weights is negative: typical instances
                   have no solution. There are no numbers above the q of
                   no_solution
  no_solution      spherical weights of larger q than is resolved: 0.87 for
                   K = 1 and 3, 0.75 for K = 5 and 7, 0.65 for K = 9

Accurate to 1e-8 for K up to 5, to 1e-6 for K = 7 and 9. A row takes up to two
seconds.`,
	Example: `  fbp theory committee-entropy --alpha 0.5 --hidden 3,5
  fbp theory committee-entropy --hidden 3 --weights spherical --alpha 0.5,1`,
	Choices: []Choice{treeUnits, weightsChoice},
	Params:  []Param{alphaParam},
	Fixed:   Traits{"network": traits.Committee, "activation": "sign", "layout": "tree", "kappa": "0"},
	Beside:  map[string]string{"entropy": "entropy", "entropy_plain": "entropy", "q": "q", "overlap": "q"},
	Columns: []string{"alpha", "q", "entropy"},
	start: func(v variant) func([]float64) (answer, error) {
		units, err := strconv.Atoi(v["hidden"])
		if err != nil { // not asked for
			units = 3
		}
		m := theory.Tree{Hidden: units, Weights: v.committee().Weights}
		return func(at []float64) (answer, error) {
			p, err := m.RS(at[0])
			if err != nil {
				return failure(err, at...)
			}
			cells := []float64{p.Alpha, p.Q, p.Entropy}
			if m.Weights == theory.Binary && p.Entropy < 0 {
				return answer{cells, StatusBeyond, theory.ErrBeyondCapacity.Error()}, nil
			}
			return answer{cells, StatusOK, ""}, nil
		}
	},
}

var treeUnits = Choice{Name: "hidden", Default: "3", Words: []string{"1", "3", "5", "7", "9"}, Follows: true,
	Help: "number of hidden units, odd, at most 9", check: oneOf("1", "3", "5", "7", "9")}
