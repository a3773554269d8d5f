package bp

import (
	"errors"
	"fmt"
	"math"

	"fbp/gauss"
)

// ErrDiverged: a message became infinite or not a number.
var ErrDiverged = errors.New("messages diverged")

// ErrFrozen: all weights froze in a state that some pattern forbids, a
// false fixed point of Gaussian messages that is met at N of about 15. Its free
// entropy is that of no ensemble and means nothing.
var ErrFrozen = errors.New("weights froze against a pattern")

// ImpossibleError is an entropy that no weights of a state's own means and variances
// have, see [State.Possible]. It is an [ErrFrozen].
type ImpossibleError struct {
	Entropy     float64 // NaN: messages diverged
	Least, Most float64 // between which it has to lie
}

// Error is one line, the reason in the table of samples.
func (e *ImpossibleError) Error() string {
	switch {
	case math.IsNaN(e.Entropy):
		return ErrDiverged.Error()
	case e.Entropy < e.Least:
		return fmt.Sprintf("the entropy came out as %.4g, and that of any weights is above %.4g", e.Entropy, e.Least)
	default:
		return fmt.Sprintf("the entropy came out as %.4g, and that of any weights of the same magnetisations is below %.4g", e.Entropy, e.Most)
	}
}

// Is tells that the state is frozen.
func (e *ImpossibleError) Is(target error) bool { return target == ErrFrozen }

// Impossible tells whether an error is one of message passing, which
// is a fact about the sample and no fault.
func Impossible(err error) bool { return errors.Is(err, ErrFrozen) || errors.Is(err, ErrDiverged) }

// CheckedFreeEntropy is FreeEntropy, or [ErrFrozen] where that lies outside what
// the prior allows any set of weights.
func (s *State) CheckedFreeEntropy() (float64, error) {
	phi, field := s.FreeEntropy(), 0.0
	for _, u := range s.Ext.B {
		field += math.Abs(u) / float64(s.Ext.Len())
	}
	if lo, hi := s.prior.Bound(field); !(phi > lo && phi < hi) {
		return phi, ErrFrozen
	}
	return phi, nil
}

// Entropy is the entropy per weight, in nats, of the weights under the external field
// as it stands: of binary ones
//
//	s = φ − Σ_i h_i^ext m_i / N,
//
// of real ones see entropyOfNormed. Without an external field that is of all solutions.
// It fails with an [ImpossibleError] where no weights have it.
func (s *State) Entropy() (entropy float64, err error) {
	if s.normed != nil {
		entropy = s.entropyOfNormed()
	} else {
		work := 0.0
		for i, h := range s.H.B {
			work += float64(s.Ext.B[i] * gauss.Tanh(h))
		}
		entropy = s.FreeEntropy() - work/float64(s.H.Len())
	}
	return entropy, s.Possible(entropy)
}

// Possible returns an [ImpossibleError] if no weights of the state's means and variances
// have this entropy per weight. The entropy of a joint distribution is at most the sum
// of those of the weights one by one,
//
//	Σ_i [−p_i ln p_i − (1−p_i) ln(1−p_i)]/N,   p_i = (1 + m_i)/2,
//
// for binary weights; for real ones, relative to all of them, Σ_i ½ ln v_i/N, the
// Gaussian having the largest entropy of a variance v. That holds for the Bethe entropy
// of messages at any fixed point, with or without loops: it is that sum minus one
// relative entropy per pattern, between the pattern's weights and the same weights one
// by one. So what is let pass above the bound is rounding alone: at 3000 fixed points of
// N = 7 to 201 no possible entropy exceeded it by more than 1e-11, of Gaussian sums or
// exact ones. Expanded messages of real weights whose patterns matter little beside an
// external field exceed it by more; with such a field they are held to the entropy of all weights.
//
// The entropy of binary weights is not negative: what is let pass below zero, 1/N and a
// fifth of a percent of a nat, is what loops do. Real weights have no such bound.
func (s *State) Possible(entropy float64) error {
	n := float64(s.H.Len())
	e := &ImpossibleError{Entropy: entropy, Least: -0.002 - 1/n, Most: s.prior.Entropy(s.H)/n + roundingOfEntropy}
	if s.normed != nil {
		e.Least, e.Most = math.Inf(-1), possible
		if s.Ext.Zero() {
			e.Most += s.prior.Entropy(s.H) / n
		}
	}
	if entropy > e.Least && entropy < e.Most {
		return nil
	}
	return e
}

// roundingOfEntropy is what rounding can add to an entropy that is a difference of sums
// over all edges, of fields of up to 350.
const roundingOfEntropy = 1e-7
