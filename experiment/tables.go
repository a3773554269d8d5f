package experiment

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/results"
)

// TableFormats lists the formats of WriteTables.
func TableFormats() []string { return []string{"tsv", "csv", "npz"} }

// TableOptions say how tables are written.
type TableOptions struct {
	Formats []string  // of TableFormats
	At      []float64 // distances of local_entropy_at.tsv; empty: those of the file that is there
	Jobs    int       // points of a theory at the same time
	Force   bool      // compute theory that is there again
	Log     *slog.Logger
	// Rows is told how many rows of a theory are computed, of how many, one call at a
	// time; nil: nobody.
	Rows func(theory string, done, total int)
}

// WriteTables reads the records of a folder, in the order of the plan, and
// writes records.jsonl and one file a table and format, with deviation.tsv for
// the theories that ask to be compared with. Records that are missing are
// counted in the tables; one that cannot be read counts as missing. It returns
// the paths of the tables and how many tasks are missing. A plan of theory alone
// has no such tables.
func WriteTables(ctx context.Context, p *plan.Plan, dir string, theories []*plan.Theory, o TableOptions) (paths []string, missing int, err error) {
	if len(p.Tasks) == 0 {
		return nil, 0, nil
	}
	a := newAggregate(p)
	if len(o.At) == 0 {
		o.At = distancesAt(store.Folder(dir))
	}
	a.interpolates(o.At)
	a.keeps = slices.ContainsFunc(theories, func(th *plan.Theory) bool { return th.Compare })
	if err := gatherAndWrite(ctx, store.Folder(dir), a, o.Log); err != nil {
		return nil, 0, err
	}
	if err := a.checkAt(); err != nil {
		return nil, 0, err
	}
	tables := a.finish()
	deviation, err := a.deviations(ctx, theories, o.Jobs)
	if err != nil {
		return nil, 0, err
	}
	if deviation != nil {
		tables = append(tables, deviation)
	}
	for _, t := range tables {
		written, err := writeTable(t, dir, o.Formats)
		if err != nil {
			return nil, 0, err
		}
		paths = append(paths, written...)
	}
	return paths, a.missing, nil
}

// distancesAt are the distances of the table local_entropy_at that is there: it
// is made anew with the others.
func distancesAt(f store.Folder) []float64 {
	data, err := files.ReadFile(f.In(atTable+".tsv"), files.Small)
	if err != nil {
		return nil
	}
	t, err := results.ReadTSV(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	d, _ := t.Column("distance")
	d = present(d)
	slices.Sort(d)
	return slices.Compact(d)
}

// writeTable writes a table into a folder in each of the formats.
func writeTable(t *results.Table, dir string, formats []string) (paths []string, err error) {
	for _, format := range formats {
		data, err := encodeTable(t, format)
		if err != nil {
			return nil, err
		}
		path := store.Folder(dir).In(t.Name + "." + format)
		if err := files.WriteFile(path, data); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// gatherAndWrite reads all records, and writes records.jsonl and provenance.json on
// the way.
func gatherAndWrite(ctx context.Context, f store.Folder, a *aggregate, log *slog.Logger) error {
	lines, err := files.NewWriter(f.In("records.jsonl"))
	if err != nil {
		return err
	}
	defer lines.Abandon()
	origins, err := gather(ctx, f, a, lines, func(r store.TaskFile) {
		if r.Err != nil {
			log.Warn("bad record, counted as missing", "why", r.Err)
		}
	})
	if err == nil {
		err = lines.Commit()
	}
	if err != nil {
		return err
	}
	return origins.Write(f.In("provenance.json"))
}

// gather reads all records in the order of the plan into an aggregate and their
// provenance, with their lines for records.jsonl. See is shown each of them.
func gather(ctx context.Context, f store.Folder, a *aggregate, lines io.Writer, see func(store.TaskFile)) (*store.Provenance, error) {
	origins := store.NewProvenance(a.plan)
	err := f.Each(ctx, a.plan.Tasks, func(r store.TaskFile) error {
		if store.Stops(r.Err) {
			return r.Err
		}
		if r.Record != nil {
			if err := checkLayouts(r.Record); err != nil {
				r.Record, r.Err = nil, fmt.Errorf("record %s: %w", f.Record(r.Task), err)
			}
		}
		see(r)
		a.add(r.Task, r.Record)
		if r.Record == nil {
			return nil
		}
		origins.Add(r.Record)
		_, err := lines.Write(append(r.Line, '\n'))
		return err
	})
	return origins, err
}

// encodeTable is a table in a format.
func encodeTable(t *results.Table, format string) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch format {
	case "tsv":
		err = t.WriteTSV(&b)
		return results.SealTSV(b.Bytes()), err
	case "csv":
		err = t.WriteCSV(&b)
	case "npz":
		err = t.WriteNPZ(&b)
	default:
		err = config.CheckFormats([]string{format}, TableFormats())
	}
	return b.Bytes(), err
}

// Display is what the config of a folder asks for beside its tasks.
type Display struct {
	Theories []*plan.Theory
	Figure   plan.Figure // nil for none
	Swept    []string    // paths of the swept keys
	Samples  int         // planned at each point of the sweep
	Margin   *float64    // of all perceptrons, which learn random patterns; nil for anything else
}

// DisplayOf reads the config of a folder, with changes as --set has them:
// "figure.bars=sem".
func DisplayOf(dir string, c *plan.Catalog, sets ...string) (Display, error) {
	file := store.Folder(dir).In("config.toml")
	text, err := files.ReadFile(file, files.Small)
	if store.Stops(err) {
		return Display{}, files.Explain("read", file, err)
	}
	if err != nil {
		return Display{}, &config.Error{Where: file, Want: "there is no config; want the folder of a run"}
	}
	d, err := config.Parse(file, string(text))
	if err != nil {
		return Display{}, err
	}
	for _, arg := range sets {
		if err := d.Set(arg); err != nil {
			return Display{}, err
		}
	}
	points := []plan.ShownPoint(nil)
	if p, err := store.Folder(dir).Plan(); err == nil {
		points = p.Points
	}
	var display Display
	if display.Theories, display.Figure, err = plan.ReadShown(d, points, c); err != nil {
		return Display{}, err
	}
	if kappa, ok := margin(d); ok {
		display.Margin = &kappa
	}
	if samples, ok := d.Root["samples"].(int64); ok {
		display.Samples = int(samples)
	}
	for _, a := range d.Sweep {
		display.Swept = append(display.Swept, a.Path)
	}
	return display, nil
}
