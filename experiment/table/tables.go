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

// Formats lists the formats of [Write].
func Formats() []string { return []string{"tsv", "csv", "npz"} }

// Options say how tables are written.
type Options struct {
	Formats []string  // as [Formats] lists them
	At      []float64 // distances of local_entropy_at.tsv, rising; empty: those of the file that is there
	Jobs    int       // points of a theory at the same time
	Force   bool      // compute theory that is there again
	Log     *slog.Logger
	Sums    store.Sums // takes the checksums of records that were read and of files that were written, if it is not nil
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
	was, err := store.Folder(dir).Checksums()
	if store.Stops(err) {
		return nil, 0, err
	}
	given, damaged := len(o.At) > 0, (*store.TableError)(nil)
	if !given {
		if o.At, err = DistancesAt(store.Folder(dir)); err != nil && !errors.As(err, &damaged) {
			return nil, 0, err
		}
	}
	a.Interpolates(o.At)
	a.keeps = comparesAny(theories)
	if err := a.writeRecords(ctx, store.Folder(dir), o); err != nil {
		return nil, 0, err
	}
	if !given {
		a.ForgetAt()
	}
	if damaged != nil && len(a.at) > 0 {
		o.Log.Warn("bad table, made again", "why", damaged.Err, "table", AtTable, "distances", fmt.Sprint(o.At))
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
		written, err := writeTable(t, dir, was, o)
		if err != nil {
			return nil, 0, err
		}
		paths = append(paths, written...)
	}
	return paths, a.missing, nil
}

// DistancesAt are the distances of the table local_entropy_at that is there: it
// is made anew with the others. If it is missing, they are those of checksums.tsv;
// with a *store.TableError, the table is damaged, and they are those of checksums.tsv
// or what can be read in the table.
func DistancesAt(f store.Folder) ([]float64, error) {
	t, err := f.ReadTable(AtTable)
	damaged := errors.As(err, new(*store.TableError))
	if damaged || err == nil && t == nil {
		if c, e := f.Checksums(); e == nil && c != nil && c.At != "" {
			if at, e := ParseAt(c.At); e == nil {
				return at, err
			}
		}
	}
	if damaged {
		if data, e := files.ReadFile(f.In(AtTable+".tsv"), files.Small); e == nil {
			t, _ = results.ReadTSV(bytes.NewReader(data))
		}
	}
	if t == nil {
		return nil, err
	}
	d, _ := t.Column("distance")
	d = results.Known(d)
	slices.Sort(d)
	return slices.Compact(d), err
}

// writeTable writes a table into a folder in each of the formats that are asked for,
// and in those in which it is there, or was when the folder was sealed.
func writeTable(t *results.Table, dir string, was *store.Checksums, o Options) (paths []string, err error) {
	for _, format := range Formats() {
		name := t.Name + "." + format
		path := store.Folder(dir).In(name)
		if !slices.Contains(o.Formats, format) && !was.Lists(name) {
			if there, err := files.Exists(path); err != nil {
				return nil, files.Explain("write", path, err)
			} else if !there {
				continue
			}
		}
		data, err := Encode(t, format)
		if err != nil {
			return nil, err
		}
		if err := o.Sums.Write(store.Folder(dir), name, data); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// writeRecords reads all records, and writes records.jsonl and provenance.json on
// the way.
func (a *Aggregate) writeRecords(ctx context.Context, f store.Folder, o Options) error {
	const linesName, originsName = "records.jsonl", "provenance.json"
	var out *files.Writer
	err := store.InPlace(f.In(linesName), func() (err error) {
		out, err = files.NewWriter(f.In(linesName))
		return err
	})
	if err != nil {
		return err
	}
	defer out.Abandon()
	lines := store.NewSumming()
	origins, err := a.Read(ctx, f, io.MultiWriter(out, lines), func(r store.TaskFile) {
		if r.Err != nil {
			o.Log.Warn("bad record, counted as missing", "why", r.Err)
		}
		if r.Record != nil {
			o.Sums.Put("tasks/"+r.Task.ID+".json", r.File)
		}
	})
	if err == nil {
		err = out.Commit()
	}
	if err != nil {
		return err
	}
	if o.Sums != nil {
		o.Sums[linesName] = lines.Sum()
	}
	return o.Sums.Write(f, originsName, origins.Encode())
}

// Read takes in all records that count, in the order of the plan. It returns their provenance and
// writes their lines for records.jsonl; see is shown each of them.
func (a *Aggregate) Read(ctx context.Context, f store.Folder, lines io.Writer, see func(store.TaskFile)) (*store.Provenance, error) {
	origins := store.NewProvenance(a.plan)
	tasks, err := f.Counted(ctx, a.plan)
	if err != nil {
		return nil, err
	}
	err = f.Each(ctx, tasks, func(r store.TaskFile) error {
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
		return t.SealedTSV()
	case "csv":
		err = t.WriteCSV(&b)
	case "npz":
		err = t.WriteNPZ(&b)
	default:
		err = config.CheckChoices("--format", []string{format}, Formats())
	}
	return b.Bytes(), err
}
