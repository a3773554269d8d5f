// Package check reads everything in the folder of a run and names what is wrong. What commands
// make of records, such as tables and figures, they make again; a damaged record, solution or
// measurement is moved aside together with the records that rest on it, and the next run does
// these tasks again.
package check

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"fbp/experiment/checkpoint"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/results"
)

// Finding is one thing that is wrong in the folder of a run.
type Finding struct {
	File  string   `json:"file"`
	Wrong string   `json:"wrong"`
	Mend  string   `json:"repair"` // the commands that mend it, or what to do
	aside []string // files that are moved aside before a run does their tasks again
	byRun bool     // a run mends it then
}

// String is the finding in one line.
func (f Finding) String() string {
	return say.OneLine(f.File + ": " + f.Wrong + "; to repair: " + f.Mend)
}

// Report is what a check has found, and the JSON of fbp check.
type Report struct {
	Findings  []Finding `json:"findings"`
	Notes     []string  `json:"not_checked"`  // what could not be checked here, and why
	Records   int       `json:"records"`      // read and sound
	Unplanned int       `json:"unplanned"`    // sound records of tasks that the plan has not, or does not count: in no table
	Missing   int       `json:"missing"`      // tasks without a record: an incomplete run is not a damaged one
	Solutions int       `json:"solutions"`    // read and sound
	Recounted int       `json:"recounted"`    // of them, with their errors counted again
	Measured  int       `json:"measurements"` // read and sound
	Tables    int       `json:"tables"`       // with a sum that fits
	Products  int       `json:"products"`     // figures, their numbers, pages and weights that are the same when they are made again
}

// Options say what is checked.
type Options struct {
	Strict bool                                  // mixed builds are a finding
	Quick  bool                                  // theory, figures and the page are not made again
	Page   func(context.Context) ([]byte, error) // makes the page of the run; nil: it is not compared
}

// Run reads all that is in the folder of a run and changes nothing: config and
// plan, every record, solution and measurement by its sum and by its name, the errors of every
// solution counted again from its patterns, every table of records, with that of
// deviations, against one made anew, tables of theory by their sum and by what was asked for,
// records.jsonl, provenance.json and checkpoints; figures, their numbers, the page and the numbers of theory against
// ones made anew, where they say that this program made them; and weights that were exported against the solutions.
// Tables of another run or an earlier plan are findings.
//
// The error is a *say.Error when there is no run, a *sealed.NewerError when a
// newer fbp has written into the folder, and one of the system when a file cannot
// be read.
func Run(ctx context.Context, dir string, c *plan.Catalog, o Options) (*Report, error) {
	k := &check{Options: o, Report: Report{Findings: []Finding{}, Notes: []string{}}, folder: store.Folder(dir), catalog: c, wrong: map[string]bool{}, known: map[string]bool{}, seen: map[string]bool{}, on: map[string][]string{}}
	links, err := k.folder.Links()
	if err != nil {
		return &k.Report, err
	}
	for _, dir := range links {
		k.found(dir, "a symbolic link: nothing is written into a folder that is elsewhere", "put the folder that it leads to in its place")
	}
	if k.older(ctx) {
		return &k.Report, nil
	}
	for _, step := range []func(context.Context) error{k.plans, k.records, k.unplanned, k.checkpoints, k.tables, k.products} {
		if err := step(ctx); err != nil {
			return &k.Report, err
		}
	}
	if o.Strict && k.state.Made.Mixed {
		k.found("tasks", "records of mixed or changed builds: "+k.state.Made.Builds.String(), "run it with one committed build, in another folder")
	}
	return &k.Report, nil
}

// Aside moves the damaged records, solutions, measurements and checkpoints aside, and the records
// that rest on them. It returns the number of findings that a run does not mend then.
func (r *Report) Aside(log *slog.Logger) (left int, err error) {
	moved := map[string]bool{}
	for _, f := range r.Findings {
		for _, path := range f.aside {
			there, err := files.Exists(path)
			if err != nil {
				return 0, files.Explain("read", path, err)
			}
			if !there || moved[path] { // a missing solution
				continue
			}
			moved[path] = true
			if err := store.SetAside(log, path, errors.New(f.Wrong)); err != nil {
				return 0, err
			}
		}
		if !f.byRun {
			left++
		}
	}
	return left, nil
}

// check is one Run.
type check struct {
	Report
	Options
	folder  store.Folder
	catalog *plan.Catalog
	state   *store.FolderState // what the folder holds
	plan    *plan.Plan         // of plan.json, or of the config where that is no plan
	planned *plan.Plan         // of the config, nil when it cannot be planned here
	spec    *plan.Spec         // of the config, nil when it cannot be read here
	others  []string           // products that another program may have made
	at      []float64          // distances of local_entropy_at.tsv, by the config
	gather  *table.Aggregate
	lines   *sum                // of what records.jsonl must hold
	lost    bool                // tables are made of records that are not there any more
	wrong   map[string]bool     // files with a finding
	known   map[string]bool     // records, solutions and measurements that were checked as those of tasks
	seen    map[string]bool     // solutions
	on      map[string][]string // records of the tasks that measure a solution
}

func (k *check) found(file, wrong, mend string) {
	k.wrong[file] = true
	k.Findings = append(k.Findings, Finding{File: k.folder.In(file), Wrong: strings.TrimPrefix(wrong, k.folder.In(file)+": "), Mend: mend})
}

// source has found something wrong in what only a run makes again, once it and the others are out
// of its way.
func (k *check) source(file, wrong string, others ...string) {
	k.found(file, wrong, say.Command("fbp check %s --aside", string(k.folder))+", then "+k.rerun())
	f := &k.Findings[len(k.Findings)-1]
	f.byRun = true
	for _, name := range append([]string{file}, others...) {
		f.aside = append(f.aside, k.folder.In(name))
	}
}

// product has found something wrong in what a command makes again.
func (k *check) product(file, wrong string) {
	maker := k.maker(file)
	byRun := maker == k.collect()
	if byRun && k.lost { // which makes tables, too
		maker = k.rerun()
	}
	k.found(file, wrong, maker)
	k.Findings[len(k.Findings)-1].byRun = byRun
}

// collect is the command that makes tables and figures again, as a run does.
func (k *check) collect() string { return say.Command("fbp collect %s", string(k.folder)) }

// rerun is the command that does all tasks that are not done.
func (k *check) rerun() string {
	return k.folder.Rerun(k.spec.Flags())
}

// older tells whether the run is of an earlier physics version, which is one
// finding: nothing of it can be compared with what this program would make.
func (k *check) older(ctx context.Context) bool {
	was, err := k.folder.Plan()
	if err != nil || was.Physics >= results.PhysicsVersion {
		return false // what is wrong is for plans to say
	}
	k.spec, _ = plan.Load(ctx, k.folder.In("config.toml"), nil, k.catalog)
	k.found("plan.json", fmt.Sprintf("physics version %d, and this fbp has %d: nothing of it can be verified", was.Physics, results.PhysicsVersion), k.rerun()+" --replace")
	return true
}

// plans checks config.toml and plan.json against each other.
func (k *check) plans(ctx context.Context) error {
	was, err := k.folder.Plan()
	if store.Unreadable(err) {
		return err
	}
	if k.planned, err = k.planAnew(ctx, was != nil, err); err != nil {
		return err
	}
	same := k.planned != nil && (was == nil || string(was.Encode()) == string(k.planned.Encode()))
	if k.plan = k.planned; !same {
		k.plan = was
		if err := k.folder.Decode(was, k.catalog); err != nil {
			return err
		}
	}
	if k.planned != nil && !same {
		repair := k.rerun()
		if !was.Shares(k.planned) {
			repair += " --replace"
		}
		k.found("plan.json", "is not the plan of config.toml; if this was edited by mistake, run the config that it was made from instead", repair)
		k.planned = nil
	}
	return nil
}

// planAnew makes the plan of the folder's config. known tells whether plan.json
// is one; if not, why is what is wrong with it, and the error when there is no
// other.
func (k *check) planAnew(ctx context.Context, known bool, why error) (*plan.Plan, error) {
	const name = "config.toml"
	spec, err := plan.Load(ctx, k.folder.In(name), nil, k.catalog)
	if k.spec = spec; spec != nil {
		k.at = spec.Distances
	}
	var p *plan.Plan
	if err == nil {
		p, err = plan.New(ctx, spec)
	}
	switch {
	case ctx.Err() != nil:
		return nil, say.ErrInterrupted
	case err == nil && !known:
		k.found("plan.json", because(why), k.rerun())
	case err != nil && !known:
		return nil, why
	case err != nil && spec != nil: // files of patterns that are somewhere else, say
		k.Notes = append(k.Notes, "errors were not counted again: "+err.Error())
	case err != nil:
		k.found(name, because(err), say.Command("fbp run with the config that the run was made from, and --out %s", string(k.folder)))
	}
	return p, nil
}

// because is an error in words, without the place that the finding names.
func because(err error) string {
	var mistake *say.Error
	if errors.As(err, &mistake) {
		return (&say.Error{Key: mistake.Key, Value: mistake.Value, Want: mistake.Want}).Error()
	}
	return err.Error()
}

// checkpoints checks those of tasks that are not done.
func (k *check) checkpoints(ctx context.Context) error {
	return k.each(ctx, "checkpoints", func(name string) error {
		err := checkpoint.Check(ctx, k.folder.In("checkpoints", name))
		if files.Missing(err) { // by now
			return nil
		}
		return err
	})
}

// each checks the files of a folder in the run's, one by one, but those that are being written or
// were moved aside.
func (k *check) each(ctx context.Context, dir string, wrong func(name string) error) error {
	entries, err := files.ReadDir(k.folder.In(dir))
	if err != nil && !files.Missing(err) {
		return files.Explain("read", k.folder.In(dir), err)
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || strings.Contains(name, ".bad") {
			continue
		}
		err := wrong(name)
		switch {
		case ctx.Err() != nil:
			return say.ErrInterrupted
		case store.Unreadable(err):
			return err
		case err != nil:
			k.source(dir+"/"+name, strings.TrimPrefix(err.Error(), "record "))
		}
	}
	return nil
}
