package catalog

import (
	"math"

	"fbp/theory"
)

var (
	alphaParam = Param{Name: "alpha", Help: "patterns per weight, P/N", Within: nonNegative}
	loadParam  = Param{Name: "alpha", Help: "patterns per weight, P/N", Within: positive}
	kappaParam = Param{Name: "kappa", Default: "0", Help: "margin of the solutions", Of: ModelMargin}
)

var rsEntry = Entry{
	Name:    "rs",
	Choices: []Choice{weightsChoice, activationChoice, labelsChoice},
	Params:  []Param{alphaParam, kappaParam},
	Beside:  map[string]string{"entropy": "entropy", "entropy_plain": "entropy", "q": "q", "overlap": "q", "test_error": "gibbs_error", "teacher_overlap": "r"},
	Columns: []string{"alpha", "kappa", "q", "q_hat", "entropy", "d", "replicon", "r", "r_hat", "gibbs_error", "bayes_error", "signs_error"},
	Labels:  map[string]string{"replicon": random, "r": teacher, "r_hat": teacher, "gibbs_error": teacher, "bayes_error": teacher, "signs_error": teacher},
	start: each(func(v variant, at []float64) (answer, error) {
		l := v.labels()
		if !l.Planted {
			p, err := l.Machine.RS(at[0], at[1])
			if err != nil {
				return failure(err, at...)
			}
			return answer{[]float64{p.Alpha, p.Kappa, p.Q, p.QHat, p.Entropy, p.D, l.Machine.Replicon(p)}, StatusOK, ""}.beyondIf(l.Empty(p)), nil
		}
		p, near, err := theory.RSPlantedTypical(at[0], at[1])
		if err != nil {
			return failure(err, at...)
		}
		cells := []float64{p.Alpha, p.Kappa, p.Q, p.QHat, p.Entropy, p.D, math.NaN(), p.R, p.RHat, p.GibbsError(), p.BayesError(), p.SignsError()}
		a := answer{cells, StatusOK, ""}.beyondIf(l.Empty(p.RSPoint))
		switch {
		case near:
			a.note = "solutions near the teacher"
		case a.status == StatusBeyond && p.Kappa == 0:
			a.note = "typical instances have no solution but the teacher"
		case a.status == StatusBeyond && p.Kappa < 0:
			a.note = "typical instances have no solution but those near the teacher"
		}
		return a, nil
	}),
}

var kappaMaxEntry = Entry{
	Name:    "kappa-max",
	Choices: []Choice{weightsChoice, activationChoice, labelsChoice},
	Params:  []Param{loadParam},
	Columns: []string{"alpha", "kappa_max", "q", "d"},
	start: each(func(v variant, at []float64) (answer, error) {
		l := v.labels()
		if l.Machine.Weights == theory.Spherical {
			kappa, err := l.Machine.LargestMargin(at[0])
			if err != nil {
				return failure(err, at...)
			}
			note := ""
			if kappa < 0 || !l.Machine.Activation.Linear() {
				note = "an upper bound where replica symmetry is unstable"
			}
			return answer{[]float64{at[0], kappa, 1, 0}, StatusOK, note}, nil
		}
		p, err := l.KappaMax(at[0])
		return answered(err, at, p.Alpha, p.Kappa, p.Q, p.D)
	}),
}
