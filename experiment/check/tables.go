package check

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/results"
)

// tables checks every table of the folder by its sum, and those of records against
// what the records make.
func (k *check) tables(ctx context.Context) error {
	if ctx.Err() != nil {
		return config.ErrInterrupted
	}
	entries, err := files.ReadDir(string(k.folder))
	if err != nil {
		return files.Explain("read", string(k.folder), err)
	}
	k.lost = k.Missing > 0 && k.folder.TablesOf(k.plan).Lost(k.Missing)
	var made []*results.Table
	if len(k.plan.Tasks) > 0 && k.exact {
		made = k.gather.Finish()
		if ctx.Err() != nil {
			return config.ErrInterrupted
		}
	}
	names := []string{"weights/weights.tsv"}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".tsv") && !strings.HasPrefix(e.Name(), ".") && e.Name() != store.ChecksumsTable+".tsv" {
			names = append(names, e.Name())
		}
	}
	for _, name := range names {
		if err := k.sum(name, made); err != nil {
			return err
		}
	}
	switch {
	case made == nil:
		return nil
	case slices.Contains(names, "samples.tsv"):
		return k.madeOfRecords(ctx, made)
	case k.Missing == 0:
		k.product("samples.tsv", "missing, and so are other tables")
	}
	return nil
}

// sum checks the sum of a table, if it is there. One that no command makes any more, such as one of
// an earlier plan, is out of the way when it is moved aside.
func (k *check) sum(name string, made []*results.Table) error {
	data, err := files.ReadFile(k.folder.In(name), files.Large)
	switch {
	case store.Unreadable(err):
		return files.Explain("read", k.folder.In(name), err)
	case files.Missing(err):
		return nil
	case err == nil:
		err = store.SoundTable(strings.TrimSuffix(path.Base(name), ".tsv"), data)
	}
	makes := len(made) == 0 || k.Missing > 0 || name == "deviation.tsv" || strings.HasPrefix(name, "theory_") || path.Dir(name) != "." ||
		slices.ContainsFunc(made, func(t *results.Table) bool { return t.Name+".tsv" == name })
	switch {
	case errors.Is(err, store.ErrForeign):
	case err == nil:
		k.Tables++
	case makes:
		k.product(name, files.Cause(err).Error())
	default:
		k.source(name, files.Cause(err).Error())
	}
	return nil
}

// madeOfRecords checks the tables that records make, and the files that are written with them. What
// is damaged by its own sum was found before.
func (k *check) madeOfRecords(ctx context.Context, made []*results.Table) error {
	sums := store.Sums{"records.jsonl": k.lines, "provenance.json": store.ChecksumOf(k.origins.Encode())}
	for _, t := range made {
		data, err := t.SealedTSV()
		if err != nil {
			return err
		}
		sums[t.Name+".tsv"] = store.ChecksumOf(data)
	}
	other := "is not made of the records that are there"
	if k.lost {
		other = "is made of records that are not there any more"
	}
	_, err := k.compare(ctx, sums, other)
	return err
}
