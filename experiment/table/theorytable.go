package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/theories"
	"fbp/internal/origin"
	"fbp/internal/say"
	"fbp/internal/sealed"
	"fbp/results"
	"fbp/theory"
	"fbp/theory/catalog"
)

// WriteTheory writes the tables of theories into a folder and returns their
// paths. A table whose request and physics version are those in the file is not
// computed again, unless o.Force or o.Built asks for it.
func WriteTheory(ctx context.Context, p *plan.Plan, dir string, theories []*theories.Theory, o Options) (paths []string, err error) {
	for _, th := range theories {
		t, err := theoryOf(ctx, store.Folder(dir), p, th, o)
		if err != nil {
			return paths, err
		}
		path, err := writeTable(t, dir)
		if err != nil {
			return paths, err
		}
		paths = append(paths, path)
		if why, none := withoutSolution(t); none && o.Words != nil {
			o.Words(fmt.Sprintf("warning: theory %s has no solution in any of its %d rows%s", th.Name, len(t.Rows), why))
		}
	}
	return paths, nil
}

// withoutSolution tells whether no row of a theory has a solution, with the note of the first.
func withoutSolution(t *results.Table) (why string, none bool) {
	status, note := slices.Index(t.Columns, "status"), slices.Index(t.Columns, "note")
	if status < 0 || len(t.Rows) == 0 || slices.ContainsFunc(t.Rows, func(row []results.Value) bool { return row[status] != results.Text(catalog.StatusNoSolution) }) {
		return "", false
	}
	if note >= 0 && t.Rows[0][note] != results.Missing {
		why = ": " + t.Rows[0][note].String()
	}
	return why, true
}

// IsOf tells whether a table of a folder is that of a theory, by what was asked for, its physics version and
// its columns.
func IsOf(t *results.Table, p *plan.Plan, th *theories.Theory) bool {
	return t.Name == th.Table() && slices.Equal(t.Columns, th.Empty().Columns) &&
		slices.Contains(t.Meta, requestOf(th)) && slices.Contains(t.Meta, fmt.Sprintf("physics: %d", p.Physics))
}

// requestOf is the line of its table that says what was asked for.
func requestOf(th *theories.Theory) string { return "theory: " + th.Describe() }

// byLine begins the line of a table of theory that says which program computed it.
const byLine = "made by: "

// ByThis tells whether a table of theory says that this program computed it.
func ByThis(t *results.Table) bool {
	b := origin.Build()
	return b != "" && slices.Contains(t.Meta, byLine+b)
}

// theoryOf is the table of a theory: that of the file if it is the same, or a new one.
func theoryOf(ctx context.Context, f store.Folder, p *plan.Plan, th *theories.Theory, o Options) (*results.Table, error) {
	meta := append(metaOf(p), requestOf(th))
	old, err := theoryTable(f, th, o.Log)
	if err != nil {
		return nil, err
	}
	if old != nil && !o.Force && IsOf(old, p, th) && (!o.Built || ByThis(old)) {
		empty := th.Empty()
		for _, line := range old.Meta {
			if strings.HasPrefix(line, byLine) {
				meta = append(meta, line)
			}
		}
		old.Meta, old.Blank, old.Texts = meta, empty.Blank, empty.Texts
		return old, nil
	}
	watch := func(done, total int) {}
	if o.Rows != nil {
		watch = func(done, total int) { o.Rows(th.Name, done, total) }
	}
	t, err := th.Compute(ctx, o.Jobs, watch)
	if errors.Is(err, theory.ErrDomain) {
		return nil, &say.Error{Where: f.In("config.toml"), Key: "theory." + th.Name, Want: err.Error()}
	}
	if err != nil {
		return nil, err
	}
	if b := origin.Build(); b != "" {
		meta = append(meta, byLine+b)
	}
	t.Meta = meta
	return t, nil
}

// theoryTable reads the table that is there, nil if there is none, or it is damaged.
func theoryTable(f store.Folder, th *theories.Theory, log *slog.Logger) (*results.Table, error) {
	t, err := f.ReadTable(th.Table())
	switch {
	case store.Unreadable(err):
		return nil, err
	case err != nil:
		if log != nil {
			log.Warn("bad table, computed again", "why", err)
		}
		return nil, nil
	case t == nil || t.Name != th.Table():
		return nil, nil
	}
	for _, line := range t.Meta {
		var physics int
		if _, err := fmt.Sscanf(line, "physics: %d", &physics); err == nil && physics > results.PhysicsVersion {
			return nil, fmt.Errorf("%s: %w", f.In(th.Table()+".tsv"), &sealed.NewerError{What: line, Knows: results.PhysicsVersion})
		}
	}
	return t, nil
}
