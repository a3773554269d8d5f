package table

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/theories"
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/results"
)

// Options say how tables are written.
type Options struct {
	At    []float64 // distances of local_entropy_at.tsv, rising
	Jobs  int       // points of a theory at the same time
	Force bool      // compute theory that is there again
	Built bool      // the same for theory that no program of this build has computed: all, where the build is unknown
	Whole bool      // write no tables while tasks are missing
	Log   *slog.Logger
	// Rows is called with the number of rows of a theory computed so far and that of all,
	// never concurrently; nil: not at all.
	Rows func(theory string, done, total int)
	// Words is told how many tasks failed, which theory has no solution at all, and what tables say in words of
	// differences that should be zero; nil: nobody is.
	Words func(line string)
}

// Write reads the records of a folder, in the order of the plan, which is decoded, and
// writes records.jsonl and one file a table, with deviation.tsv for
// the theories that ask to be compared with. Records that are missing are
// counted in the tables; one that cannot be read counts as missing. It returns
// the paths of the tables, none if the run has to be whole and is not, and what the folder holds, with which the run ends
// ([store.Folder.Finish]). A plan of theory alone has no such tables.
func Write(ctx context.Context, p *plan.Plan, dir string, theories []*theories.Theory, o Options) (paths []string, state *store.FolderState, err error) {
	if len(p.Tasks) == 0 {
		state, err := store.Folder(dir).Scan(ctx, p, nil)
		return nil, state, err
	}
	a := New(p, o.At, theories)
	if state, err = a.writeRecords(ctx, store.Folder(dir), o); err != nil {
		return nil, nil, err
	}
	if o.Whole && state.Missing() > 0 {
		return nil, state, nil
	}
	if err := a.checkAt(store.Folder(dir)); err != nil {
		return nil, nil, err
	}
	tables, err := a.Tables(ctx, o.Jobs)
	if err != nil {
		return nil, nil, err
	}
	for _, t := range tables {
		path, err := writeTable(t, dir)
		if err != nil {
			return nil, nil, err
		}
		paths = append(paths, path)
		if o.Words != nil {
			sayWords(t, path, o.Words)
		}
	}
	if failed := a.failed(); failed > 0 && o.Words != nil {
		words := fmt.Sprintf("failed: %d of %d tasks; no mean and no probability has them, and the tables are marked", failed, len(a.samples.rows)+len(a.pairs.rows))
		if p.Until != nil {
			words += "; points that have some are not decided and get no further samples"
		}
		o.Words(words)
	}
	return paths, state, nil
}

// Tables are those of Finish and, if one of the theories asks to be compared with, that of deviations.
func (a *Aggregate) Tables(ctx context.Context, jobs int) ([]*results.Table, error) {
	tables := a.Finish(ctx)
	if ctx.Err() != nil {
		return nil, say.ErrInterrupted
	}
	deviation, err := a.deviations(ctx, jobs)
	if deviation != nil {
		tables = append(tables, deviation)
	}
	return tables, err
}

// writeTable writes a table into a folder and returns its path.
func writeTable(t *results.Table, dir string) (path string, err error) {
	data, err := t.SealedTSV()
	if err != nil {
		return "", err
	}
	path = store.Folder(dir).In(t.Name + ".tsv")
	return path, store.WriteFile(path, data)
}

// writeRecords reads all records, and writes records.jsonl on the way.
func (a *Aggregate) writeRecords(ctx context.Context, f store.Folder, o Options) (*store.FolderState, error) {
	path := f.In("records.jsonl")
	var out *files.Writer
	err := files.InPlace(path, func() (err error) {
		out, err = files.NewWriter(path)
		return err
	})
	if err != nil {
		return nil, err
	}
	defer out.Abandon()
	state, err := a.Read(ctx, f, o.Whole, out, func(r store.StoredRecord) {
		if r.Err != nil {
			o.Log.Warn("bad record, counted as missing", "why", r.Err)
		}
	})
	if err == nil && !(o.Whole && state.Missing() > 0) {
		err = out.Commit()
	}
	return state, err
}

// Read takes in all records that count, in the order of the plan, in one scan, and
// writes their lines for records.jsonl; see is shown each of them. Of a run that has to be whole it takes none behind a
// task that is missing.
func (a *Aggregate) Read(ctx context.Context, f store.Folder, whole bool, lines io.Writer, see func(store.StoredRecord)) (*store.FolderState, error) {
	return f.ScanAs(ctx, a.plan, store.Reading{Check: a.emits.check, Whole: whole, Take: func(r store.StoredRecord) error {
		see(r)
		a.add(ctx, r.Task, r.Record)
		if r.Record == nil {
			return nil
		}
		_, err := lines.Write(append(r.Text, '\n'))
		return err
	}})
}
