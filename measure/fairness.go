package measure

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Fairness tells whether the solutions of an instance that several searches found are drawn from the
// measure in which each has the weight Π_μ (Δ_μ − κ)^b, by what plain belief propagation under that potential says of
// it on the same instance, with magnetisations m and q = Σ m²/N: of fair draws
//
//	⟨w_a·w_b⟩/N = q over pairs,   Σ_i ⟨w_i⟩ m_i/N = q,   ⟨ln(Δ − κ)⟩ is that of the messages,
//
// and so is the histogram of stabilities. The differences are emitted for each instance; what they are worth is seen
// from their scatter over instances. Only solutions can be compared: where part of the searches fail, those that are left are
// no fair draws, however the search moved.
//
// Source: sampling after arXiv 2502.16292; the tests are ours.
type Fairness struct {
	Potential *bp.Potential `toml:"potential,omitempty" help:"how much a solution is claimed to count; without it all count alike"`
	Lattice   int           `toml:"lattice" min:"1" max:"1000000" help:"values of the lattice per bin of stabilities; without a lattice, hundredths"`
	To        float64       `toml:"to" above:"0" max:"100" help:"where the last bin ends, beyond the margin"`
	bp.Passing

	chains bool   // the replicas of a solution are states of one chain
	unfair string // why the algorithm does not draw from the measure; "" if nothing is known against it
}

// NewFairness compares the solutions of an algorithm with the measure that it draws from, and with all
// solutions alike for others.
func NewFairness(m model.Model, of model.Samples) *Fairness {
	f := &Fairness{Lattice: 2, To: 2.5, Passing: bp.NewPlain(m).Passing, chains: of.Chains}
	if m.Weights() == model.SphericalWeights {
		f.Lattice = 10
	}
	if of.Power != 0 {
		f.Potential = &bp.Potential{Power: of.Power}
	}
	if of.Unfair != nil {
		f.unfair = of.Unfair(m)
	}
	return f
}

// temperature says which weights count.
func (f *Fairness) temperature() bp.Temperature { return bp.Temperature{Potential: f.Potential} }

// Validate says which parameter is out of range.
func (f *Fairness) Validate() error {
	if err := f.temperature().Validate(); err != nil {
		return err
	}
	return f.Passing.Validate()
}

// Check refuses what is no perceptron, and messages that do not know what is needed.
func (f *Fairness) Check(m model.Model) error {
	a, ok := m.(*model.Architecture)
	switch {
	case !ok || !model.Linear(a):
		return fault.New("kind", "fairness", "want a perceptron")
	case f.Accuracy != factorgraph.Accurate && f.Accuracy != factorgraph.Exact:
		return fault.New("accuracy", f.Accuracy, "want %q or %q", factorgraph.Accurate, factorgraph.Exact)
	case f.To/binWidth(m.Lattice(), f.Lattice) > 1000:
		return fault.New("lattice", f.Lattice, "makes more than 1000 bins; take more values per bin, or a shorter range")
	}
	return a.Supports(f.Accuracy)
}

// About implements kinds.Measurement.
func (f *Fairness) About() model.About {
	return model.About{
		Grouping: model.All,
		Tables:   f.tables(),
		Panels:   []model.Panel{{Table: fair.Table, Y: "overlap", Bars: model.OfMean}},
		Bytes:    f.Passing.Bytes,
		Real:     func() error { return fault.New("kind", "fairness", "want inputs ±1") },
		Follows:  map[string]string{"potential": "that of [algorithm]"},
	}
}

// Measure emits what the solutions have in the mean, what the messages say, and the difference.
func (f *Fairness) Measure(ctx context.Context, p *model.Problem, solutions []*model.Solution, rng *rand.Rand, emit func(results.Reading)) error {
	a, t := p.Model.(*model.Architecture), f.temperature()
	graph, err := t.Graph(a, p.Data.Train, f.Accuracy)
	if err != nil {
		return err
	}
	state := bp.NewState(graph, rng)
	state.On(p.Cores)
	state.Resume(p.Keeper)
	if out, err := state.Converge(ctx, f.Passing, factorgraph.Free{}); err != nil {
		return err
	} else if !out.Converged {
		return errors.New("the messages of all solutions did not converge")
	}
	m := make([]float64, a.Dim())
	state.Magnetizations(m)
	drawn := f.drawn(a, p, solutions, m)
	averages, err := t.Averages(state, a, p.Data.Train, f.Accuracy, drawn.bins.edges())
	if err != nil {
		return err
	}
	c := weighedUp{drawnMeans: drawn, solutions: len(solutions), q: state.Overlap(), meanLog: averages.MeanLog}
	if f.Potential != nil {
		c.power = f.Potential.Power
	}
	emit(fair.Reading(c))
	var ok bool
	if c.rhat, c.time, ok = f.mixing(a, p, solutions, drawn.overlap); ok {
		emit(fairChains.Reading(c))
	}
	for c.bin, c.share = range averages.Shares {
		emit(fairStability.Reading(c))
	}
	return nil
}

// draws are the weights that a search has drawn: the states of its chain, or its solution.
func (f *Fairness) draws(s *model.Solution) [][]float64 {
	if f.chains && len(s.Replicas) > 0 {
		return s.Replicas
	}
	return [][]float64{s.Weights}
}

// drawnMeans are means over what searches have drawn.
type drawnMeans struct {
	overlap, alignment, meanLog float64
	bins                        *bins
	patterns                    int // stabilities in all
}

// drawn are the means over the draws of all solutions; overlaps are of draws of two searches.
func (f *Fairness) drawn(a *model.Architecture, p *model.Problem, solutions []*model.Solution, m []float64) (d drawnMeans) {
	lattice := latticeOf(a, p.Data.Train)
	d.bins = newBins(lattice, f.Lattice, a.Kappa, a.Kappa+f.To)
	var stabilities []float64
	means := make([][]float64, len(solutions)) // of the weights of each search
	draws := 0
	for k, s := range solutions {
		means[k] = make([]float64, len(m))
		all := f.draws(s)
		for _, w := range all {
			for i, x := range w {
				means[k][i] += x / float64(len(all))
			}
			stabilities = a.Stabilities(stabilities[:0], w, p.Data.Train)
			for _, x := range stabilities {
				d.bins.count(x)
			}
			d.meanLog += meanLog(stabilities, a.Kappa)
			d.patterns += len(stabilities)
			draws++
		}
		d.alignment += cosineTo(means[k], m) / float64(len(solutions))
	}
	d.meanLog /= float64(draws)
	pairs := 0
	for x := range means {
		for y := range x {
			d.overlap += cosineTo(means[x], means[y])
			pairs++
		}
	}
	d.overlap /= float64(pairs)
	return d
}

// meanLog is the mean of ln(Δ − κ) over the patterns that are learned, which are all of a solution.
func meanLog(stabilities []float64, kappa float64) float64 {
	sum, learned := 0.0, 0
	for _, x := range stabilities {
		if x > kappa {
			sum += gauss.Log(x - kappa)
			learned++
		}
	}
	return sum / float64(max(1, learned))
}

// cosineTo is v·w/N, the cosine of vectors whose squares are N.
func cosineTo(v, w []float64) (sum float64) {
	for i, x := range v {
		sum += float64(x * w[i])
	}
	return sum / float64(len(v))
}

// mixing are R̂ of the mean of ln(Δ − κ) over the chains of all searches, and the number of states
// after which the overlap of a chain with itself has come down by all but 1/e of its way to that of two
// chains, apart; it is the number of all states if it does not come so far. They are known of chains
// of four states or more that move.
func (f *Fairness) mixing(a *model.Architecture, p *model.Problem, solutions []*model.Solution, apart float64) (rhat, time float64, ok bool) {
	least := math.MaxInt
	for _, s := range solutions {
		least = min(least, len(s.Replicas))
	}
	if !f.chains || least < 4 {
		return 0, 0, false
	}
	var stabilities, means []float64
	within, n := 0.0, float64(least)
	for _, s := range solutions {
		var logs []float64
		for _, w := range s.Replicas[:least] {
			stabilities = a.Stabilities(stabilities[:0], w, p.Data.Train)
			logs = append(logs, meanLog(stabilities, a.Kappa))
		}
		of := results.Summarize(logs)
		means = append(means, of.Mean)
		within += of.Std * of.Std / float64(len(solutions))
	}
	between := results.Summarize(means).Std
	if within == 0 {
		return 0, 0, false // no chain has moved
	}
	rhat = math.Sqrt((n-1)/n + between*between/within)
	for lag := 1; lag < least; lag++ {
		own, count := 0.0, 0
		for _, s := range solutions {
			for k := 0; k+lag < least; k += lag {
				own += cosineTo(s.Replicas[k], s.Replicas[k+lag])
				count++
			}
		}
		if own/float64(count)-apart < (1-apart)/math.E {
			return rhat, float64(lag), true
		}
	}
	return rhat, n, true
}
