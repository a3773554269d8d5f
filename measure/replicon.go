package measure

import (
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
)

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
