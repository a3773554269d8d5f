package measure

import (
	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// more are the numbers that are not always wanted: ⟨ln(Δ − κ)⟩ under a potential, and the
// replicon ([bp.State.Replicon]), how stable messages around the reference are against
// differences that know nothing of the patterns.
func (l *LocalEntropy) more(state *bp.State, meanLog float64) (list []results.Quantity) {
	if l.weighed() {
		list = append(list, results.Quantity{Name: "mean_log_s", Value: meanLog})
	}
	if l.Replicon {
		list = append(list, results.Quantity{Name: "replicon", Value: state.Replicon()})
	}
	return list
}

func (l *LocalEntropy) real() error {
	if l.Replicon {
		return fault.New("replicon", true, "want inputs 1 and -1 with it")
	}
	return l.Passing.Real()
}

// checkReplicon refuses models whose patterns see more than one sum of the weights, and
// messages that are counted one by one.
func (l *LocalEntropy) checkReplicon(m model.Model) error {
	g, err := m.Abilities().Graph.Of(instances.NewPatterns(m.Inputs(), 1), l.Accuracy)
	switch {
	case err != nil:
		return err
	case g.Curved():
		return nil
	case l.Accuracy == factorgraph.Exact:
		return fault.New("replicon", true, `want accuracy = "accurate" or "amp" with it`)
	}
	return fault.New("replicon", true, "want a model of one unit: its patterns see several sums of the weights")
}
