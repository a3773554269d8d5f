package check

import (
	"context"
	"errors"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/store"
	"fbp/internal/files"
)

// checksums compares the files that have no sum of their own with checksums.tsv.
func (k *check) checksums(ctx context.Context) error {
	c, err := k.folder.Checksums()
	var damaged *store.TableError
	switch {
	case errors.As(err, &damaged):
		k.product(store.ChecksumsTable+".tsv", damaged.Err.Error())
		return nil
	case err != nil:
		return err
	case c == nil:
		k.Notes = append(k.Notes, "files without a checksum of their own, such as figures: there is no checksums.tsv (an older fbp made the run, or it has not come to its end); "+
			k.collect()+" makes it")
		return nil
	}
	if c.Config != k.plan.Config {
		k.Notes = append(k.Notes, "config.toml by checksums.tsv, which is that of the plan before: it is written when the run ends")
		delete(c.Sums, "config.toml")
	}
	for _, table := range k.sealed(c) {
		if there, err := files.Exists(k.folder.In(table)); err == nil && !there {
			k.product(table, "missing")
		}
	}
	k.Sealed, err = k.compare(ctx, c.Sums, "it is not the file of checksums.tsv: it was changed, or the command that wrote it was stopped before its end")
	return err
}

// sealed are the tables, beside those of records, that were there when the checksums were written.
func (k *check) sealed(c *store.Checksums) (names []string) {
	if k.planned != nil && c.Config == k.plan.Config {
		for _, th := range k.planned.Spec.Theories {
			names = append(names, th.Table()+".tsv")
		}
	}
	for name := range c.Sums {
		if path.Dir(name) == "weights" {
			return append(names, "weights/weights.tsv")
		}
	}
	return names
}

// compare finds the files that have other checksums, but those that were found before, and returns
// how many have theirs. One of another length, which may be far larger, is not read.
func (k *check) compare(ctx context.Context, sums store.Sums, other string) (same int, err error) {
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		if k.wrong[name] {
			continue
		}
		path, is, want := k.folder.In(name), store.NewHash(), sums[name]
		if info, err := files.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() != int64(want.Bytes) {
			k.product(name, other)
			continue
		}
		file, err := files.Open(path)
		if err == nil {
			_, err = io.Copy(is, store.Interruptible(ctx, file))
			file.Close()
		}
		switch {
		case ctx.Err() != nil:
			return same, config.ErrInterrupted
		case store.Unreadable(err):
			return same, files.Explain("read", path, err)
		case files.Missing(err):
			k.product(name, "missing")
		case err != nil:
			k.product(name, files.Cause(err).Error())
		case is.Sum() != want:
			k.product(name, other)
		default:
			same++
		}
	}
	return same, nil
}

// maker is the command that makes a file again that is made of others: fbp collect, but for what only
// another command writes.
func (k *check) maker(name string) string {
	dir, base := path.Split(name)
	command := func(format string) string { return config.Command(format, string(k.folder)) }
	switch {
	case dir == "weights/":
		return command("fbp export %s") + k.exported(name)
	case name == "config.toml":
		return k.collect() + " if you have changed it, else fbp run with the config that the run was made from"
	case base == "report.html":
		return command("fbp report %s")
	case base == "figure.json", base == "figure.py":
		return command("fbp plot %s --emit")
	}
	return k.collect()
}

// exported are the flags with which weights were written, as the names of their files say.
func (k *check) exported(name string) (flags string) {
	entries, _ := files.ReadDir(k.folder.In("weights"))
	names := []string{path.Base(name)}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if path.Ext(name) == ".txt" || path.Ext(name) == ".tsv" && slices.ContainsFunc(names, func(n string) bool { return path.Ext(n) == ".txt" }) {
		flags += " --format txt"
	}
	if slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, ".replicas.") }) {
		flags += " --replicas"
	}
	return flags
}
