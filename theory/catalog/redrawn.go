package catalog

import (
	"fbp/theory"
	"fbp/theory/connectivity"
)

var (
	fromNoneToAll    = Interval{From: 0, To: 1}
	correlationParam = Param{Name: "correlation", Default: "0", Help: "correlation of the entries of patterns that are not the same", Within: fromNoneToAll}
	commonParam      = Param{Name: "common", Default: "0", Help: "share of the patterns that are the same", Within: fromNoneToAll}
)

var redrawnEntry = Entry{
	Name:    "redrawn",
	Params:  []Param{loadParam, kappaParam, correlationParam, commonParam},
	Fixed:   perceptronOf("binary"),
	Beside:  map[string]string{"overlap": "p"},
	Columns: []string{"alpha", "kappa", "correlation", "common", "share", "q", "p", "replicon"},
	start: sharing(2, func(_ variant, at []float64) pair { return pairOf(theory.Binary, at[0], at[1], at[1]) }, func(one pair, at []float64) (answer, error) {
		if one.err != nil {
			return failure(one.err, at...)
		}
		p, err := connectivity.Redrawn{Correlation: at[2], Common: at[3]}.Overlap(one.A)
		if err != nil {
			return failure(err, at...)
		}
		status, note := statusOf(one.Pair)
		return answer{append(at[:4:4], (1-at[2])*(1-at[3]), one.A.Q, p, one.A.Replicon), status, note}, nil
	}),
}
