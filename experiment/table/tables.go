package table

import (
	"bytes"
	"context"
	"errors"
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

// Formats lists the formats of WriteTables.
func Formats() []string { return []string{"tsv", "csv", "npz"} }

// Options say how tables are written.
type Options struct {
	Formats []string  // of TableFormats
	At      []float64 // distances of local_entropy_at.tsv; empty: those of the file that is there
	Jobs    int       // points of a theory at the same time
	Force   bool      // compute theory that is there again
	Log     *slog.Logger
	// Rows is called with the number of rows of a theory computed so far and that of all,
	// never concurrently; nil: not at all.
	Rows func(theory string, done, total int)
}

// Write reads the records of a folder, in the order of the plan, and
// writes records.jsonl and one file a table and format, with deviation.tsv for
// the theories that ask to be compared with. Records that are missing are
// counted in the tables; one that cannot be read counts as missing. It returns
// the paths of the tables and how many tasks are missing. A plan of theory alone
// has no such tables.
func Write(ctx context.Context, c *plan.Catalog, p *plan.Plan, dir string, theories []*plan.Theory, o Options) (paths []string, missing int, err error) {
	if len(p.Tasks) == 0 {
		return nil, 0, nil
	}
	a := New(p, c)
	if len(o.At) == 0 {
		damaged := new(store.TableError)
		o.At, err = DistancesAt(store.Folder(dir))
		if errors.As(err, &damaged) {
			o.Log.Warn("bad table, made again at the distances in it", "why", err, "distances", fmt.Sprint(o.At))
		} else if err != nil {
			return nil, 0, err
		}
	}
	a.Interpolates(o.At)
	a.keeps = slices.ContainsFunc(theories, func(th *plan.Theory) bool { return th.Compare })
	if err := gatherAndWrite(ctx, store.Folder(dir), a, o.Log); err != nil {
		return nil, 0, err
	}
	if err := a.checkAt(); err != nil {
		return nil, 0, err
	}
	tables := a.Finish()
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

// DistancesAt are the distances of the table local_entropy_at that is there: it
// is made anew with the others. With a *store.TableError, the table is damaged and
// they are what can be read in it.
func DistancesAt(f store.Folder) ([]float64, error) {
	t, err := f.ReadTable(AtTable)
	if errors.As(err, new(*store.TableError)) {
		if data, e := files.ReadFile(f.In(AtTable+".tsv"), files.Small); e == nil {
			t, _ = results.ReadTSV(bytes.NewReader(data))
		}
	}
	if t == nil {
		return nil, err
	}
	d, _ := t.Column("distance")
	d = present(d)
	slices.Sort(d)
	return slices.Compact(d), err
}

// writeTable writes a table into a folder in each of the formats.
func writeTable(t *results.Table, dir string, formats []string) (paths []string, err error) {
	for _, format := range formats {
		data, err := Encode(t, format)
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
func gatherAndWrite(ctx context.Context, f store.Folder, a *Aggregate, log *slog.Logger) error {
	lines, err := files.NewWriter(f.In("records.jsonl"))
	if err != nil {
		return err
	}
	defer lines.Abandon()
	origins, err := Gather(ctx, f, a, lines, func(r store.TaskFile) {
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

// Gather reads all records in the order of the plan into an aggregate and their
// provenance, with their lines for records.jsonl. See is shown each of them.
func Gather(ctx context.Context, f store.Folder, a *Aggregate, lines io.Writer, see func(store.TaskFile)) (*store.Provenance, error) {
	origins := store.NewProvenance(a.plan)
	err := f.Each(ctx, a.plan.Tasks, func(r store.TaskFile) error {
		if store.Stops(r.Err) {
			return r.Err
		}
		if r.Record != nil {
			if err := a.emitted.check(r.Record); err != nil {
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

// Encode is a table in a format.
func Encode(t *results.Table, format string) ([]byte, error) {
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
		err = config.CheckFormats([]string{format}, Formats())
	}
	return b.Bytes(), err
}
