package experiment

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/files"
	"fbp/results"
)

// Finding is one thing that is wrong in the folder of a run.
type Finding struct {
	File  string
	Wrong string
	Mend  string // the command that mends it, or what to do
}

// String is the finding in one line.
func (f Finding) String() string {
	return config.OneLine(f.File + ": " + f.Wrong + "; to repair: " + f.Mend)
}

// Checked is what a check has found.
type Checked struct {
	Findings  []Finding
	Notes     []string // what could not be checked here, and why
	Records   int      // read and sound
	Unplanned int      // sound records of tasks that the plan has not, or does not count: in no table
	Missing   int      // tasks without a record: an incomplete run is not a damaged one
	Solutions int      // read and sound
	Recounted int      // of them, with their errors counted again
	Measured  int      // measurements read and sound
	Tables    int      // with a sum that fits
	Sealed    int      // files that are those of checksums.tsv
}

// Check reads all that is in the folder of a run and changes nothing: config and
// plan, every record, solution and measurement by its sum and by its name, the errors of every
// solution counted again from its patterns, every table of records against one
// made anew, tables of theory and deviation by their sum, records.jsonl,
// provenance.json and checkpoints, and every file that the run has left against
// checksums.tsv. Strict makes mixed builds a finding.
//
// The error is a *config.Error when there is no run, a *sealed.NewerError when a
// newer fbp has written into the folder, and one of the system when a file cannot
// be read.
func Check(ctx context.Context, dir string, c *plan.Catalog, strict bool) (*Checked, error) {
	k := &check{folder: store.Folder(dir), catalog: c, seen: map[string]bool{}, measured: map[string]bool{}, damaged: map[string]bool{},
		wrong: map[string]bool{}, read: store.Sums{}, makes: map[string]plan.Task{}, tasks: map[string]bool{}}
	links, err := k.folder.Links()
	if err != nil {
		return &k.Checked, err
	}
	for _, dir := range links {
		k.found(dir, "a symbolic link: nothing is written into a folder that is elsewhere", "put the folder that it leads to in its place")
	}
	if k.older() {
		return &k.Checked, nil
	}
	steps := []func(context.Context) error{k.plans, k.checksums, k.records, k.lost, k.unplanned, k.tables, k.checkpoints, k.sealed}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return &k.Checked, err
		}
	}
	if strict && k.builds.Mixed() {
		k.found("tasks", "records of mixed or changed builds: "+k.builds.String(), "run it with one committed build, in another folder")
	}
	return &k.Checked, nil
}

// check is one Check.
type check struct {
	Checked
	folder   store.Folder
	catalog  *plan.Catalog
	plan     *plan.Plan // of plan.json, or of the config where that is no plan
	planned  *plan.Plan // of the config, nil when it cannot be planned here
	at       []float64  // distances of local_entropy_at.tsv, by the config
	gather   *table.Aggregate
	made     []*results.Table // of the records, by gather
	lines    store.Checksum   // of what records.jsonl must hold
	origins  *store.Provenance
	builds   store.Builds
	exact    bool            // all records were read: the tables can be compared
	seen     map[string]bool // solutions
	measured map[string]bool // measurements of records
	damaged  map[string]bool // tables whose content does not fit their sum

	sums  *store.Checksums     // of the files; nil: not known
	read  store.Sums           // of records that were read
	wrong map[string]bool      // files with a finding
	tasks map[string]bool      // of the plan
	makes map[string]plan.Task // a task that makes a solution or a measurement
	gone  []plan.Task          // done, and without a solution
}

func (k *check) found(file, wrong, mend string) {
	k.wrong[file] = true
	k.Findings = append(k.Findings, Finding{k.folder.In(file), strings.TrimPrefix(wrong, k.folder.In(file)+": "), mend})
}

// The commands that mend most things.
func (k *check) rerun() string {
	return config.Command("fbp run %s --out %s", k.folder.In("config.toml"), string(k.folder))
}
func (k *check) collect() string { return config.Command("fbp collect %s", string(k.folder)) }

// older tells whether the run is of an earlier physics version, which is one
// finding: nothing of it can be compared with what this program would make.
func (k *check) older() bool {
	was, err := k.folder.Plan()
	if err != nil || was.Physics >= results.PhysicsVersion {
		return false // what is wrong is for plans to say
	}
	k.found("plan.json", fmt.Sprintf("physics version %d, and this fbp has %d: nothing of it can be verified", was.Physics, results.PhysicsVersion), k.rerun()+" --replace")
	return true
}

// plans checks config.toml and plan.json against each other.
func (k *check) plans(ctx context.Context) error {
	was, err := k.folder.Plan()
	if store.Stops(err) {
		return err
	}
	if k.planned, err = k.planAnew(ctx, was != nil, err); err != nil {
		return err
	}
	if k.plan = was; was == nil {
		k.plan = k.planned
	}
	if was != nil && k.planned != nil && string(was.Encode()) != string(k.planned.Encode()) {
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
	if spec != nil && spec.Added != nil {
		k.at = spec.Added.At.Distance
	}
	var p *plan.Plan
	if err == nil {
		p, err = plan.New(ctx, spec)
	}
	switch {
	case ctx.Err() != nil:
		return nil, config.ErrInterrupted
	case err == nil && !known:
		k.found("plan.json", because(why), k.rerun())
	case err != nil && !known:
		return nil, why
	case err != nil && spec != nil: // files of patterns that are somewhere else, say
		k.Notes = append(k.Notes, "errors were not counted again: "+err.Error())
	case err != nil:
		k.found(name, because(err), config.Command("fbp run with the config that the run was made from, and --out %s", string(k.folder)))
	}
	return p, nil
}

// because is an error in words, without the place that the finding names.
func because(err error) string {
	var mistake *config.Error
	if errors.As(err, &mistake) {
		return (&config.Error{Key: mistake.Key, Value: mistake.Value, Want: mistake.Want}).Error()
	}
	return err.Error()
}

// checkpoints checks those of tasks that are not done.
func (k *check) checkpoints(ctx context.Context) error {
	return k.each(ctx, "checkpoints", func(string) string { return k.rerun() }, func(name string) error {
		err := store.CheckCheckpoint(ctx, k.folder.In("checkpoints", name))
		if files.Missing(err) { // by now
			return nil
		}
		return err
	})
}

// each checks the files of a folder in the run's, one by one, but those that are being written or
// were moved aside. mend is what to do about one that is wrong.
func (k *check) each(ctx context.Context, dir string, mend func(name string) string, wrong func(name string) error) error {
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
			return config.ErrInterrupted
		case store.Stops(err):
			return err
		case err != nil:
			k.found(dir+"/"+name, strings.TrimPrefix(err.Error(), "record "), mend(name))
		}
	}
	return nil
}
