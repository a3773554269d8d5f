package experiment

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
	if len(k.plan.Tasks) > 0 && k.exact {
		k.made = k.gather.Finish()
	}
	there := false
	for _, e := range entries {
		there = there || e.Name() == "samples.tsv"
		if strings.HasSuffix(e.Name(), ".tsv") && !strings.HasPrefix(e.Name(), ".") && e.Name() != store.ChecksumsTable+".tsv" {
			if err := k.sum(e.Name(), k.mendOf(e.Name())); err != nil {
				return err
			}
		}
	}
	if err := k.sum("weights/weights.tsv", k.export("weights/weights.tsv")); err != nil {
		return err
	}
	if len(k.plan.Tasks) == 0 || !k.exact {
		return nil
	}
	if !there {
		if k.Missing == 0 {
			k.found("samples.tsv", "missing, and so are other tables", k.collect())
		}
		return nil
	}
	return k.madeOfRecords(ctx)
}

// stray tells whether a table that is there, such as one of an earlier plan, is none that collect makes
// of the records, of which none is missing, or of theory.
func (k *check) stray(file string) bool {
	name := strings.TrimSuffix(file, path.Ext(file))
	there, err := files.Exists(k.folder.In(file))
	makes := func(name string) bool {
		return slices.ContainsFunc(k.made, func(t *results.Table) bool { return t.Name == name })
	}
	switch {
	case err != nil || !there || len(k.made) == 0 || k.Missing > 0:
		return false
	case name == "deviation", name == store.ChecksumsTable, strings.HasPrefix(name, "theory_"):
		return false
	}
	return !makes(name)
}

// madeOfRecords checks the tables that records make, and the files that are written with them.
func (k *check) madeOfRecords(ctx context.Context) error {
	for _, t := range k.made {
		data, err := t.SealedTSV()
		if err != nil {
			return err
		}
		if err := k.ofRecords(ctx, t.Name+".tsv", store.SumOf(data)); err != nil {
			return err
		}
	}
	if err := k.ofRecords(ctx, "records.jsonl", k.lines); err != nil {
		return err
	}
	return k.ofRecords(ctx, "provenance.json", store.SumOf(k.origins.Encode()))
}

// ofRecords checks a file against what the records make. A table that is damaged by its own sum
// was found before.
func (k *check) ofRecords(ctx context.Context, name string, want store.Checksum) error {
	same, bad, err := k.compare(ctx, name, want)
	switch {
	case err != nil:
		return err
	case bad != nil:
		k.unreadable(name, bad)
	case !same && !k.damaged[name]:
		k.found(name, "is not made of the records that are there", k.mendOf(name))
	}
	return nil
}

// sum checks the sum of a table, if it is there.
func (k *check) sum(name, mend string) error {
	data, err := files.ReadFile(k.folder.In(name), files.Large)
	if store.Stops(err) {
		return files.Explain("read", k.folder.In(name), err)
	}
	if files.Missing(err) {
		return nil
	}
	if err == nil {
		err = store.SoundTable(strings.TrimSuffix(path.Base(name), ".tsv"), data)
	}
	if errors.Is(err, store.ErrForeign) {
		return nil
	}
	if err != nil {
		k.damaged[name] = true
		k.found(name, files.Cause(err).Error(), mend)
		return nil
	}
	k.Tables++
	return nil
}
