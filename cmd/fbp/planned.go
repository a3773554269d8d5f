package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"fbp/experiment/plan"
	"fbp/instances"
	"fbp/model"
)

// estimates are what tasks take together.
type estimates struct {
	seconds, most, limited float64 // of all; and of those alone that limits of sweeps or epochs bound
	memory, disk           float64 // bytes: of the largest task, of all
	unknown                int     // tasks whose time is not known
	why                    string  // that is so, of the last
}

func estimatesOf(p *plan.Plan, tasks []plan.Task) (all estimates) {
	for _, t := range tasks {
		e := p.Estimate(t)
		all.seconds += e.Seconds
		all.most += e.Most
		if e.Limited {
			all.limited += e.Seconds
		}
		all.memory, all.disk = max(all.memory, e.Memory), all.disk+e.Disk
		if e.Unknown != "" {
			all.unknown, all.why = all.unknown+1, e.Unknown
		}
	}
	return all
}

// planSummary is the plan in one line.
func planSummary(p *plan.Plan) string {
	if len(p.Tasks) == 0 {
		return "no tasks"
	}
	all, most := estimatesOf(p, p.Tasks), ""
	if p.Until != nil {
		most = "at most "
	}
	text := fmt.Sprintf("%s%s, %s, at most %.1f MiB of memory per task, %.1f MiB on disk",
		most, plural(len(p.Tasks), "task"), all.time(len(p.Tasks)), all.memory/(1<<20), all.disk/(1<<20))
	switch same := p.OneInstance(); {
	case same == len(p.Spec.Points) && same > 0:
		text += "; the instance is the same for all samples"
	case same > 0:
		text += fmt.Sprintf("; the instance is the same for all samples at %d of %d points", same, len(p.Spec.Points))
	}
	if p.Until != nil && len(p.Tasks) > 0 {
		text += "; samples " + p.Until.Rule(p.Samples)
	}
	return text
}

// windows says, for models that ask for stabilities between two ends, what the lattice of sums
// of N signs makes of these at each N; "" for other models.
func windows(p *plan.Plan) string {
	const most = 12
	var at []string
	for _, point := range p.Spec.Points {
		m, ok := point.Model.(model.Windowed)
		if !ok || instances.IsReal(point.Source) {
			continue
		}
		if text := fmt.Sprintf("%.4g at n = %d", m.LatticeEnd(), point.N); !slices.Contains(at, text) {
			at = append(at, text)
		}
	}
	if len(at) == 0 {
		return ""
	}
	if left := len(at) - most; left > 0 {
		at = append(at[:most], fmt.Sprintf("… (%d more)", left))
	}
	return "effective kappa: " + strings.Join(at, ", ") + " (sums of n signs are 2 apart: midway between the last that is allowed and the next)"
}

// time says how long so many tasks take.
func (e estimates) time(tasks int) string {
	switch {
	case e.unknown == tasks && tasks > 0:
		return fmt.Sprintf("unknown time (%s)", e.why)
	case e.unknown > 0:
		return fmt.Sprintf("about %s of one core and %d tasks of unknown time (%s)", duration(e.seconds), e.unknown, e.why)
	case 2*e.limited > e.seconds && e.seconds > 0:
		return fmt.Sprintf("at most %s of one core (limits of sweeps or epochs decide)", duration(e.most))
	case e.most > 1.2*e.seconds:
		return fmt.Sprintf("about %s of one core (at most %s, if samples are not solved)", duration(e.seconds), duration(e.most))
	}
	return fmt.Sprintf("about %s of one core", duration(e.seconds))
}

// plannedTask is a task in the JSON of a plan.
type plannedTask struct {
	plan.Task
	Values  []any          `json:"values"`
	Seconds *float64       `json:"seconds"` // null: not known
	Most    *float64       `json:"seconds_most"`
	Unknown string         `json:"seconds_unknown,omitempty"` // why
	Memory  float64        `json:"memory_bytes"`
	Disk    float64        `json:"disk_bytes"`
	Params  map[string]any `json:"params"`

	Instance string `json:"instance,omitempty"` // name of the patterns, with --hashes
	Hash     string `json:"sha256,omitempty"`   // of the file that --write-patterns writes
}

func planned(p *plan.Plan, t plan.Task) plannedTask {
	e := p.Estimate(t)
	task := plannedTask{Task: t, Values: p.Points[t.Point].Labels(), Unknown: e.Unknown, Memory: e.Memory, Disk: e.Disk, Params: p.Params(t)}
	if e.Unknown == "" {
		task.Seconds, task.Most = &e.Seconds, &e.Most
	}
	return task
}

// planJSON prints the plan with all parameters and estimates of every task, and the hashes
// of their patterns where these are known.
func planJSON(w io.Writer, p *plan.Plan, h hashes) error {
	out := bufio.NewWriter(w)
	fields := map[string]any{
		"name": p.Name, "config": p.Config, "physics": p.Physics, "seed": p.Seed, "samples": p.Samples, "swept": p.Swept}
	if p.Until != nil {
		fields["until"] = p.Until
	}
	head, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s,\n\"tasks\":[", head[:len(head)-1])
	for i, t := range p.Tasks {
		task := planned(p, t)
		if h != nil {
			task.Instance = p.InstanceName(t)
			task.Hash = h[task.Instance]
		}
		line, err := json.Marshal(task)
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteString(",")
		}
		fmt.Fprintf(out, "\n%s", line)
	}
	out.WriteString("\n]}\n")
	return out.Flush()
}
