package check

import (
	"bytes"
	"context"
	"errors"
	"path"
	"runtime"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/files"
	"fbp/results"
)

// tables checks every table of the folder by its sum and by its head, and those of records, with that of
// deviations, against what the records make.
func (k *check) tables(ctx context.Context) error {
	if ctx.Err() != nil {
		return config.ErrInterrupted
	}
	names, err := k.folder.TablesOf(k.plan).Names()
	if err != nil {
		return err
	}
	k.lost = k.Missing > 0 && k.folder.TablesOf(k.plan).Lost(k.Missing)
	made, err := k.made(ctx)
	if err != nil {
		return err
	}
	for _, name := range append([]string{"weights/weights"}, names...) {
		if err := k.sum(name, made); err != nil {
			return err
		}
	}
	switch {
	case made == nil:
		return nil
	case slices.Contains(names, "samples"):
		return k.madeOfRecords(ctx, made)
	case k.Missing == 0:
		k.product("samples.tsv", "missing, and so are other tables")
	}
	return nil
}

// theories are those that the config asks for, as far as it can be planned.
func (k *check) theories() []*plan.Theory {
	if k.planned == nil {
		return nil
	}
	return k.planned.Spec.Theories
}

// made are the tables that the records make, nil if there are none or not all records could be read.
func (k *check) made(ctx context.Context) ([]*results.Table, error) {
	if len(k.plan.Tasks) == 0 || !k.exact {
		return nil, nil
	}
	made, err := k.gather.Tables(ctx, k.theories(), runtime.GOMAXPROCS(0))
	if ctx.Err() != nil {
		return nil, config.ErrInterrupted
	}
	if err != nil {
		k.Notes = append(k.Notes, "deviation.tsv was not compared: "+err.Error())
	}
	return made, nil
}

// asked tells whether a table is one that a command makes again, as far as is known: not what the config
// asks for where it cannot be planned, nor what the records make while some are missing.
func (k *check) asked(name string, made []*results.Table) bool {
	switch {
	case path.Dir(name) != ".":
		return true
	case strings.HasPrefix(name, "theory_"):
		return k.planned == nil || k.theory(name) != nil
	case name == "deviation" && k.planned == nil:
		return true
	}
	return len(made) == 0 || k.Missing > 0 || hasTable(made, name)
}

func hasTable(made []*results.Table, name string) bool {
	return slices.ContainsFunc(made, func(t *results.Table) bool { return t.Name == name })
}

// theory is that of a table, nil if the config does not ask for it.
func (k *check) theory(name string) *plan.Theory {
	for _, th := range k.theories() {
		if th.Table() == name {
			return th
		}
	}
	return nil
}

// sum checks a table by its sum and its head, if it is there. A damaged one that no command makes any
// more, such as one of an earlier plan, is out of the way when it is moved aside.
func (k *check) sum(name string, made []*results.Table) error {
	file := name + ".tsv"
	data, err := files.ReadFile(k.folder.In(file), files.Large)
	switch {
	case store.Unreadable(err):
		return files.Explain("read", k.folder.In(file), err)
	case files.Missing(err):
		return nil
	case err == nil:
		err = store.SoundTable(path.Base(name), data)
	}
	switch foreign := errors.Is(err, store.ErrForeign); {
	case err == nil && k.head(name, data, made):
		k.Tables++
	case err == nil, foreign && k.theory(name) == nil: // what is not that of the records is found with these
	case foreign, k.asked(name, made):
		k.product(file, files.Cause(err).Error())
	default:
		k.source(file, files.Cause(err).Error())
	}
	return nil
}

// head checks what a table that is sound by its sum says that it is.
func (k *check) head(name string, data []byte, made []*results.Table) bool {
	t, err := results.ReadTSV(bytes.NewReader(data))
	if err != nil || path.Dir(name) != "." {
		return err == nil
	}
	wrong, th := "", k.theory(name)
	switch {
	case th != nil && t.Name != th.Table():
		wrong = "it is another table, " + t.Name
	case th != nil && !table.IsOf(t, k.plan, th):
		wrong = "it is not the theory that config.toml asks for"
	case !hasTable(made, name): // else it is compared with that
		wrong = k.folder.TablesOf(k.plan).Stray(name, t, k.asked(name, made))
	}
	if wrong != "" {
		k.product(name+".tsv", wrong)
	}
	return wrong == ""
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
