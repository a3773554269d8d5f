package measure

import "fbp/results"

// weighedUp is what [Fairness] compares: what is drawn, and what the messages say.
type weighedUp struct {
	drawnMeans
	power, q, meanLog float64 // of the potential, and of the messages
	solutions         int
	rhat, time        float64 // of chains
	bin               int
	share             float64 // of the messages, of stabilities in the bin
}

// density is that of stabilities in the bin.
func (c weighedUp) density() float64 { return c.bins.density(c.bin, c.patterns) }

// power is the coordinate of what is compared.
var power = results.Column[weighedUp]{Name: "power", Means: "1: b, the power of the stabilities by which solutions count", Of: func(c weighedUp) float64 { return c.power }}

var (
	fair = results.Schema[weighedUp]{Table: "fairness", At: results.Columns[weighedUp]{power}, Values: results.Columns[weighedUp]{
		{Name: "solutions", Means: "1: searches of the instance that found one", Of: func(c weighedUp) float64 { return float64(c.solutions) }},
		{Name: "q", Means: isQ, Of: func(c weighedUp) float64 { return c.q }},
		{Name: "overlap", Means: isOverlap, Of: func(c weighedUp) float64 { return c.overlap }},
		{Name: "overlap_excess", Means: "1: mean overlap of two solutions of an instance minus q, of the messages of all solutions", Of: func(c weighedUp) float64 { return c.overlap - c.q }},
		{Name: "alignment_excess", Means: "1: mean of w·m/N minus q, m the magnetisations of the messages", Of: func(c weighedUp) float64 { return c.alignment - c.q }},
		{Name: "mean_log_s", Means: isMeanLog, Of: func(c weighedUp) float64 { return c.drawnMeans.meanLog }},
		{Name: "mean_log_s_excess", Means: "nats per pattern: mean_log_s minus that of the messages", Of: func(c weighedUp) float64 { return c.drawnMeans.meanLog - c.meanLog }},
	}}
	fairChains = results.Schema[weighedUp]{Table: "fairness_chains", At: results.Columns[weighedUp]{power}, Values: results.Columns[weighedUp]{
		{Name: "r_hat", Means: "1: R̂ of mean_log_s over the chains of an instance, near 1 if they agree", Of: func(c weighedUp) float64 { return c.rhat }},
		{Name: "overlap_time", Means: "snapshots: after which a chain has come down to 1/e of its way from itself to another chain; all of them if it does not", Of: func(c weighedUp) float64 { return c.time }},
	}}
	fairStability = results.Schema[weighedUp]{Table: "fairness_stability",
		At: results.Columns[weighedUp]{power, {Name: "bin_center", Means: isBin, Of: func(c weighedUp) float64 { return c.bins.center(c.bin) }}},
		Values: results.Columns[weighedUp]{
			{Name: "density", Means: isDensity, Of: weighedUp.density},
			{Name: "density_excess", Means: "1: density minus that of the messages", Of: func(c weighedUp) float64 { return c.density() - c.share/c.bins.width }},
		}}
)

// tables are the readings of Compare.
func (f *Fairness) tables() []results.Layout {
	var notes []string
	if f.unfair != "" {
		notes = []string{"warning: " + f.unfair}
	}
	return []results.Layout{
		fair.Layout(results.Layout{Sized: true, Notes: notes, Zero: []string{"overlap_excess", "alignment_excess", "mean_log_s_excess"}}),
		fairChains.Layout(results.Layout{Sized: true}),
		fairStability.Layout(results.Layout{Sized: true, Zero: []string{"density_excess"}}),
	}
}
