package experiment

import (
	"fmt"
	"slices"
	"strings"

	"fbp/bp"
	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/factorgraph"
	"fbp/instances"
)

// warn says something once, of every file of patterns again.
func (j *job) warn(what string, more ...any) {
	if _, said := j.run.warned.LoadOrStore(what+j.task.Digest, true); !said {
		j.run.Log.Warn(what, more...)
	}
}

// byMessages tells whether the task passes messages in its search, or, unless alone, in a measurement: any, or plain
// ones, which take their inputs as independent.
func (j *job) byMessages(plain, alone bool) bool {
	passes := func(value any) bool { return bp.PassingOf(value) != nil && !(plain && kinds.ByLatent(value)) }
	return passes(j.at.Algorithm) || !alone && slices.ContainsFunc(j.at.Measures, func(m plan.Measure) bool { return passes(m.Measurement) })
}

// warnRepeated names patterns that say again what others do, which messages take as news, or that contradict others, and
// those that are learned and tested on.
func (j *job) warnRepeated(d *instances.Data) {
	if !j.at.Source.About().Alike {
		return
	}
	named := func(what string, list []instances.Repeat) {
		const most = 20
		var pairs []string
		for _, r := range list[:min(len(list), most)] {
			pairs = append(pairs, fmt.Sprintf("%d and %d", r.Earlier+1, r.Later+1))
		}
		if names := strings.Join(pairs, ", "); len(list) > most {
			j.warn(what, "sample", j.task.Sample, "patterns", fmt.Sprintf("%s and %d more", names, len(list)-most))
		} else if len(list) > 0 {
			j.warn(what, "sample", j.task.Sample, "patterns", names)
		}
	}
	same, opposite := []instances.Repeat(nil), []instances.Repeat(nil)
	for _, r := range d.Train.Repeats(j.at.Model) {
		if r.Opposite {
			opposite = append(opposite, r)
		} else {
			same = append(same, r)
		}
	}
	if j.at.Model.Margin() >= 0 {
		named("patterns contradict each other, so that no weights learn them all", opposite)
	}
	if j.byMessages(false, false) {
		named("patterns say the same, so that entropies by messages, which take each as another condition, are too small: want each once", same)
	}
	named("test patterns are among those that are learned", d.Learned())
}

// warnMean says before a search by plain messages that the inputs have a mean, and what to do.
func (j *job) warnMean(p *instances.Patterns) {
	of := j.at.Source.About()
	if !of.Alike || !j.byMessages(true, true) {
		return
	}
	correlation, mean := p.CorrelationOfMean()
	if correlation < kinds.FailingMean {
		return
	}
	cure := "take it away"
	switch {
	case of.Latent > 0:
		if g := j.at.Model.Abilities().Graph; g != nil && g.Supports(factorgraph.ByLatent) == nil {
			cure = `want accuracy = "latent"`
		}
	case !of.Real && of.Centred != "":
		cure = of.Centred
	}
	j.warn("inputs have a mean, with which searches by messages often fail: "+cure+`, or search without messages, as kind = "sbpi" does`, "mean", fmt.Sprintf("%.2f", mean))
}

// warnCorrelated says what correlated patterns mean for messages that take their inputs as independent.
func (j *job) warnCorrelated(correlation float64) {
	if !j.byMessages(true, false) || correlation <= kinds.NotablyCorrelated && j.at.Source.About().Latent == 0 {
		return
	}
	j.warn("patterns are correlated, so that entropies by messages that take inputs as independent are too small", "correlation", fmt.Sprintf("%.2f", correlation))
}

// warnUnfair says that an algorithm draws other samples than those of its measure.
func (j *job) warnUnfair() {
	if unfair := j.at.Algorithm.About().Samples.Unfair; unfair != nil {
		if why := unfair(j.at.Model); why != "" {
			j.warn(why)
		}
	}
}
