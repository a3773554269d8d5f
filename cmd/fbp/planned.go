package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/say"
	"fbp/internal/traits"
	"fbp/model"
	"fbp/results"
)

// forecast is what the tasks of a plan take: memory and disk by their sizes, seconds by the
// records of tasks that have ended.
type forecast struct {
	plan  *plan.Plan
	file  string // of the config
	times *store.Times
}

// time is how long some tasks take together on one core, in words.
func (f *forecast) time(tasks []plan.Task) string {
	seconds, all := secondsOf(f.times, tasks)
	known, more := fmt.Sprintf("%s of one core by the records of %s", duration(seconds), plural(f.times.Tasks(), "task")), say.Command("fbp run %s --first"+f.plan.Spec.Flags(), f.file)
	switch {
	case all:
		return "about " + known
	case seconds > 0:
		return "at least " + known + "; no times of others yet: " + more
	}
	return "no times yet: " + more
}

// summary is the plan in one line.
func (f *forecast) summary() string {
	p := f.plan
	if len(p.Tasks) == 0 {
		return "no tasks"
	}
	most, memory, disk := "", 0.0, 0.0
	if p.Until != nil {
		most = "at most "
	}
	for _, t := range p.Tasks {
		e := p.Estimate(t)
		memory, disk = max(memory, e.Memory), disk+e.Disk
	}
	text := fmt.Sprintf("%s%s, at most %.1f MiB of memory per task, %.1f MiB on disk", most, plural(len(p.Tasks), "task"), mebibytes(memory), mebibytes(disk))
	if p.Until != nil {
		text += "; samples " + p.Until.Rule(p.Samples)
	}
	return text + "; " + f.time(p.Tasks)
}

// mebibytes are those of a number of bytes, rounded up to tenths.
func mebibytes(bytes float64) float64 { return math.Ceil(10*bytes/(1<<20)) / 10 }

// windows says, for models that ask for stabilities between two ends, what the lattice of sums
// of N signs makes of these at each N; "" for other models.
func windows(p *plan.Plan) string {
	const most = 12
	var at []string
	for _, point := range p.Spec.Points {
		m, ok := point.Model.(*model.Architecture)
		if !ok || m.Traits().Network != traits.Symmetric || point.Source.About().Real {
			continue
		}
		if text := fmt.Sprintf("%.4g at n = %d", m.LatticeMargin(), point.N); !slices.Contains(at, text) {
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

// table is the table that fbp plan prints.
func (f *forecast) table() *results.Table {
	p := f.plan
	t := &results.Table{Columns: slices.Concat([]string{"task", "id"}, p.Swept, p.SampleColumns(), []string{"n", "p", "seconds", "memory_mib", "disk_kib"})}
	for _, task := range p.Tasks {
		point, e, seconds := p.Points[task.Point], p.Estimate(task), results.Missing
		if each, ok := f.times.Mean(task.Point); ok {
			seconds = rounded(each)
		}
		t.Rows = append(t.Rows, slices.Concat([]results.Value{results.Int(task.Number), results.Text(task.ID)}, plan.RowOf(point.Labels()), p.SampleCells(task),
			[]results.Value{results.Int(point.N), results.Int(point.P), seconds, rounded(e.Memory / (1 << 20)), rounded(e.Disk / (1 << 10))}))
	}
	return t
}

// rounded is an estimate with two digits.
func rounded(x float64) results.Value {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 2, 64), 64)
	if err != nil {
		return results.Missing
	}
	return results.Num(y)
}

// plannedTask is a task in the JSON of a plan.
type plannedTask struct {
	plan.Task
	Values  []any          `json:"values"`
	Seconds *float64       `json:"seconds"` // null: not known
	Memory  float64        `json:"memory_bytes"`
	Disk    float64        `json:"disk_bytes"`
	Params  map[string]any `json:"params"`
}

// json prints the plan with all parameters and estimates of every task.
func (f *forecast) json(w io.Writer) error {
	p := f.plan
	out := struct {
		Name    string        `json:"name"`
		Config  string        `json:"config"`
		Physics int           `json:"physics"`
		Seed    int64         `json:"seed"`
		Samples int           `json:"samples"`
		Until   *plan.Until   `json:"until,omitempty"`
		Swept   []string      `json:"swept"`
		Tasks   []plannedTask `json:"tasks"`
	}{p.Name, p.Config, p.Physics, p.Seed, p.Samples, p.Until, p.Swept, []plannedTask{}}
	for _, t := range p.Tasks {
		e := p.Estimate(t)
		task := plannedTask{Task: t, Values: p.Points[t.Point].Labels(), Memory: e.Memory, Disk: e.Disk, Params: p.Params(t)}
		if each, ok := f.times.Mean(t.Point); ok {
			task.Seconds = &each
		}
		out.Tasks = append(out.Tasks, task)
	}
	return printJSON(w, out)
}
