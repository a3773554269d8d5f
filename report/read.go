package report

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/results"
)

// page is the data of the template.
type page struct {
	Name       string
	Facts      []fact
	Missing    int
	Figure     template.HTML // inline SVG, "" for none
	Caption    string        // of the figure
	Success    *tableView
	Deviations *tableView
	Tables     []*tableView
	Quantities []string // of the charts
	Samples    []sample
	Omitted    int // samples without a chart, if there are too many
	Failures   []failure
	Config     string
	Provenance string
	Origin     *origin
}

// origin is the first of the runs of the program that made a run's records.
type origin struct {
	Started, Version, Commit, Command string
	Others                            int // runs
}

// fact is a number at the head of the page.
type fact struct{ Label, Value string }

// failure is a task that failed, or a measurement of one, which is named before
// the error.
type failure struct{ Task, Error string }

// sample is one sample with its charts.
type sample struct {
	Name   string // number and what is swept
	Status results.Status
	Charts []drawing
}

// Ending is how the search of a sample ended.
func (s sample) Ending() string {
	switch s.Status {
	case results.Converged:
		return "unsolved: converged with errors"
	case results.Limit:
		return "unsolved: stopped at a limit"
	}
	return string(s.Status)
}

// mostSamples is the maximum number of samples with charts.
const mostSamples = 100

// readFolder reads all that a page shows.
func readFolder(ctx context.Context, dir string, tables *store.Tables) (*page, error) {
	of, err := store.Folder(dir).Plan()
	if err != nil {
		return nil, err
	}
	p := &page{Name: of.Name}
	if p.Config, err = readText(dir, "config.toml"); err != nil {
		return nil, err
	}
	if err := p.readTables(tables); err != nil {
		return nil, err
	}
	return p, p.readRecords(ctx, dir, of)
}

// originOf reads a provenance; nil if it says nothing.
func originOf(text string) *origin {
	var of struct {
		Runs []struct {
			Started         string
			Version, Commit string
			Argv            []string
		}
	}
	if json.Unmarshal([]byte(text), &of) != nil || len(of.Runs) == 0 {
		return nil
	}
	first := of.Runs[0]
	day, _, _ := strings.Cut(first.Started, "T")
	if len(first.Argv) > 0 {
		first.Argv[0] = "fbp"
	}
	return &origin{day, first.Version, first.Commit, strings.Join(first.Argv, " "), len(of.Runs) - 1}
}

// readText is the text of a file, "" if there is none.
func readText(dir, name string) (string, error) {
	data, err := files.ReadFile(filepath.Join(dir, name), files.Small)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(data), err
}

var svgSize = regexp.MustCompile(`<svg width="([\d.]+)pt" height="[^"]*"`)

// inline is an SVG as part of a page: as wide as possible, at most twice its size
// in print.
func inline(svg string) template.HTML {
	i := strings.Index(svg, "<svg")
	if i < 0 {
		return ""
	}
	svg = svgSize.ReplaceAllStringFunc(svg[i:], func(head string) string {
		points, _ := strconv.ParseFloat(svgSize.FindStringSubmatch(head)[1], 64)
		return fmt.Sprintf(`<svg role="img" aria-label="figure of the run" style="max-width: %.0fpt"`, 2*points)
	})
	return template.HTML(svg) // drawn by the caller, not found in a file
}

// readTables reads every table of the folder; success and deviations from theory
// come first.
func (p *page) readTables(tables *store.Tables) error {
	all, err := tables.All()
	if err != nil {
		return err
	}
	for _, t := range all {
		v := newTableView(t.File, t.Table)
		switch v.File {
		case "deviation.tsv":
			p.Deviations = v
		case "success.tsv":
			p.Success = v
		default:
			p.Tables = append(p.Tables, v)
		}
	}
	return nil
}

// readRecords counts the tasks and makes the charts of their convergence.
func (p *page) readRecords(ctx context.Context, dir string, of *plan.Plan) error {
	all, origins := searched{count: map[results.Status]int{}}, store.NewProvenance(of)
	tasks, err := store.Folder(dir).Counted(ctx, of)
	if err != nil {
		return err
	}
	for _, t := range tasks {
		if err := ctx.Err(); err != nil {
			return config.ErrInterrupted
		}
		r, err := store.Folder(dir).Read(t)
		if files.System(err) || errors.As(err, new(*results.NewerError)) {
			return err
		}
		if err != nil { // damaged, or that of another task
			p.Failures = append(p.Failures, failure{t.ID, err.Error()})
		}
		if r == nil {
			p.Missing++
			continue
		}
		origins.Add(r)
		p.add(&all, r, t, of)
	}
	if len(origins.Runs) > 0 { // what provenance.json has, unless that was changed
		p.Provenance = string(origins.Encode())
		p.Origin = originOf(p.Provenance)
	}
	kept := append(all.unsolved, all.solved...) // those that need a look come first
	if most := min(len(kept), mostSamples); most < len(kept) {
		p.Omitted += len(kept) - most
		kept = kept[:most]
	}
	p.Quantities, p.Samples = charts(kept)
	p.Facts = []fact{
		{"tasks", fmt.Sprint(len(tasks))}, {"solved", fmt.Sprint(all.count[results.Solved])},
		{"unsolved", fmt.Sprint(all.count[results.Converged] + all.count[results.Limit])},
		{"unmeasured", fmt.Sprint(all.unmeasured)}, {"failed", fmt.Sprint(all.count[results.Failed])}, {"missing", fmt.Sprint(p.Missing)},
		{"seed", fmt.Sprint(of.Seed)}, {"physics", fmt.Sprint(of.Physics)}, {"config", of.Config},
	}
	if len(of.Tasks) == 0 {
		p.Facts = []fact{{"theory alone", "no tasks"}}
	}
	return nil
}

// searched are the searches of a run: how they ended, and the steps of those with charts.
type searched struct {
	count            map[results.Status]int
	unmeasured       int
	solved, unsolved []run
}

// add takes in the record of a task.
func (p *page) add(all *searched, r *results.Record, t plan.Task, of *plan.Plan) {
	all.count[r.Status]++
	if len(r.Reasons) > 0 {
		all.unmeasured++
	}
	for _, kind := range slices.Sorted(maps.Keys(r.Reasons)) {
		p.Failures = append(p.Failures, failure{t.ID, kind + ": " + r.Reasons[kind]})
	}
	if r.Status == results.Failed {
		p.Failures = append(p.Failures, failure{t.ID, r.Error})
		return
	}
	s, list := steps(r), &all.solved
	if r.Status != results.Solved {
		list = &all.unsolved
	}
	if s != nil && len(*list) < mostSamples {
		*list = append(*list, run{name: nameOf(of, t), status: r.Status, steps: s})
	} else if s != nil {
		p.Omitted++
	}
}

// nameOf names the sample of a task.
func nameOf(of *plan.Plan, t plan.Task) string {
	name := fmt.Sprintf("sample %d", t.Sample)
	if of.Searches > 1 {
		name += fmt.Sprintf(", search %d", t.Search)
	}
	for i, path := range of.Swept {
		last := path[strings.LastIndex(path, ".")+1:]
		name += fmt.Sprintf(", %s = %s", last, plan.Cell(of.Points[t.Point].Labels()[i]))
	}
	return name
}
