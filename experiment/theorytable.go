package experiment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"fbp/experiment/config"
	"fbp/internal/files"
	"fbp/results"
	"fbp/theory"
)

// Table is the name of the theory's table.
func (th *Theory) Table() string { return "theory_" + th.Name }

// Estimate is the number of rows of the theory's table, and about how many seconds of one
// core they take.
func (th *Theory) Estimate() (rows int, seconds float64) { return th.entry.Estimate(th.request) }

// Theories are the [[theory]] of the plan's config, in its order.
func (p *Plan) Theories() []*Theory { return p.spec.Theories }

// WriteTheory writes the tables of theories into a folder and returns their
// paths. A table whose request and physics version are those in the file is not
// computed again, unless o.Force is set.
func WriteTheory(ctx context.Context, p *Plan, dir string, theories []*Theory, o TableOptions) (paths []string, err error) {
	for _, th := range theories {
		t, err := th.table(ctx, p, Folder(dir), o)
		if err != nil {
			return paths, err
		}
		written, err := writeTable(t, dir, o.Formats)
		if err != nil {
			return paths, err
		}
		paths = append(paths, written...)
	}
	return paths, nil
}

// table is that of the file if it is the same, or a new one.
func (th *Theory) table(ctx context.Context, p *Plan, f Folder, o TableOptions) (*results.Table, error) {
	request := "theory: " + th.describe()
	meta := append(p.meta(), request)
	physics := fmt.Sprintf("physics: %d", p.Physics)
	old, err := f.theoryTable(th)
	if err != nil {
		return nil, err
	}
	if old != nil && !o.Force && slices.Contains(old.Meta, request) && slices.Contains(old.Meta, physics) {
		old.Meta, old.Blank = meta, "nan"
		return old, nil
	}
	r := th.request
	r.Jobs = o.Jobs
	if o.Rows != nil {
		r.Watch = func(done, total int) { o.Rows(th.Name, done, total) }
	}
	t, err := th.entry.Table(ctx, r)
	switch {
	case errors.Is(err, context.Canceled):
		return nil, config.ErrInterrupted
	case errors.Is(err, theory.ErrDomain):
		return nil, &config.Error{Where: f.in("config.toml"), Key: "theory." + th.Name, Want: err.Error()}
	case err != nil:
		return nil, err
	}
	t.Name, t.Meta = th.Table(), meta
	return t, nil
}

// theoryTable reads the table that is there, nil if there is none or it is
// damaged.
func (f Folder) theoryTable(th *Theory) (*results.Table, error) {
	path := f.in(th.Table() + ".tsv")
	data, err := files.ReadFile(path, files.Small)
	if stops(err) {
		return nil, files.Explain("read", path, err)
	}
	if err != nil {
		return nil, nil
	}
	t, err := results.ReadTSV(bytes.NewReader(data))
	sum := results.CheckSum(data)
	if err != nil || t.Name != th.Table() || sum != nil && !errors.Is(sum, results.ErrNoSum) { // an older fbp wrote none
		return nil, nil
	}
	for _, line := range t.Meta {
		var physics int
		if _, err := fmt.Sscanf(line, "physics: %d", &physics); err == nil && physics > results.PhysicsVersion {
			return nil, fmt.Errorf("%s: %w", path, &results.NewerError{What: line, Knows: results.PhysicsVersion})
		}
	}
	return t, nil
}

// describe is what is asked for, in one line: kind and parameters.
func (th *Theory) describe() string {
	text := th.Kind
	for _, e := range th.given {
		text += fmt.Sprintf(", %s = %s", e.Key, config.TOML(e.Value))
	}
	return text
}
