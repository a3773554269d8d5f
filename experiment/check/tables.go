package check

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"hash"
	"io"
	"path"
	"runtime"
	"slices"
	"strings"

	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/experiment/theories"
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/results"
)

// tables checks every table of the folder by its sum and by its head, and those of records, with that of
// deviations, against what the records make.
func (k *check) tables(ctx context.Context) error {
	if ctx.Err() != nil {
		return say.ErrInterrupted
	}
	names, err := k.folder.Tables(k.plan).Names()
	if err != nil {
		return err
	}
	k.lost = k.Missing > 0 && k.folder.Tables(k.plan).Lost(k.Missing)
	made, err := k.made(ctx)
	if err != nil {
		return err
	}
	for _, name := range append([]string{"weights/weights"}, names...) {
		if err := k.sum(name, made); err != nil {
			return err
		}
	}
	if made == nil {
		if len(k.plan.Tasks) == 0 {
			return k.whole()
		}
		return nil
	}
	switch {
	case slices.Contains(names, "samples"):
		if err := k.madeOfRecords(ctx, made); err != nil {
			return err
		}
	case k.Missing == 0:
		k.product("samples.tsv", "missing, and so are other tables")
		return nil
	}
	return k.whole()
}

// theories are those that the config asks for, as far as it can be planned.
func (k *check) theories() []*theories.Theory {
	if k.planned == nil {
		return nil
	}
	return k.planned.Spec.Theories
}

// made are the tables that the records make, nil if there are none or not all records could be read.
func (k *check) made(ctx context.Context) ([]*results.Table, error) {
	if len(k.plan.Tasks) == 0 || len(k.state.Bad) > 0 {
		return nil, nil
	}
	made, err := k.gather.Tables(ctx, runtime.GOMAXPROCS(0))
	if ctx.Err() != nil {
		return nil, say.ErrInterrupted
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
func (k *check) theory(name string) *theories.Theory {
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
		wrong = k.folder.Tables(k.plan).Stray(name, t, k.asked(name, made))
	}
	if wrong != "" {
		k.product(name+".tsv", wrong)
	}
	return wrong == ""
}

// madeOfRecords checks the tables that records make, and the files that are written with them. What
// is damaged by its own sum was found before.
func (k *check) madeOfRecords(ctx context.Context, made []*results.Table) error {
	other := "is not made of the records that are there"
	if k.lost {
		other = "is made of records that are not there any more"
	}
	for _, t := range made {
		now, err := t.SealedTSV()
		if err != nil {
			return err
		}
		was, err := k.read(t.Name + ".tsv")
		switch {
		case err != nil:
			return err
		case k.wrong[t.Name+".tsv"]:
		case was == nil:
			k.product(t.Name+".tsv", "missing")
		case !bytes.Equal(was, now):
			k.product(t.Name+".tsv", other)
		}
	}
	return k.linesAgain(ctx, other)
}

// sum takes length and SHA-256 of what is written to it.
type sum struct {
	of    hash.Hash
	bytes int64
}

// Write never fails.
func (s *sum) Write(data []byte) (int, error) {
	s.bytes += int64(len(data))
	return s.of.Write(data)
}

// linesAgain checks records.jsonl, which may be large, by its sum.
func (k *check) linesAgain(ctx context.Context, other string) error {
	const name = "records.jsonl"
	is, path := &sum{of: sha256.New()}, k.folder.In(name)
	if info, err := files.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() != k.lines.bytes { // may be far larger
		k.product(name, other)
		return nil
	}
	file, err := files.Open(path)
	if err == nil {
		_, err = io.Copy(is, files.Interruptible(ctx, file))
		file.Close()
	}
	switch {
	case ctx.Err() != nil:
		return say.ErrInterrupted
	case store.Unreadable(err):
		return files.Explain("read", path, err)
	case files.Missing(err):
		k.product(name, "missing")
	case err != nil:
		k.product(name, files.Cause(err).Error())
	case !bytes.Equal(is.of.Sum(nil), k.lines.of.Sum(nil)):
		k.product(name, other)
	}
	return nil
}

// whole checks provenance.json, the mark of a whole run: it is missing as long as tables are, and says who made
// the records.
func (k *check) whole() error {
	const name = "provenance.json"
	was, err := k.read(name)
	switch now := k.state.Made.Encode(); {
	case err != nil || k.wrong[name] || len(k.state.Bad) > 0:
		return err
	case was == nil && k.Missing == 0:
		k.product(name, "missing, so that the run is not known to be whole")
	case was != nil && !bytes.Equal(was, now):
		k.product(name, "is not made of the records that are there")
	}
	return nil
}
