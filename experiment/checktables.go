package experiment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"path"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/files"
)

// tables checks every table of the folder by its sum, and those of records, in
// each format that is there, against what the records make.
func (k *check) tables(ctx context.Context) error {
	if ctx.Err() != nil {
		return config.ErrInterrupted
	}
	entries, err := files.ReadDir(string(k.folder))
	if err != nil {
		return files.Explain("read", string(k.folder), err)
	}
	there := map[string]bool{}
	for _, e := range entries {
		there[e.Name()] = true
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
	if !there["samples.tsv"] {
		if k.Missing == 0 {
			k.found("samples.tsv", "missing, and so are other tables", k.collect())
		}
		return nil
	}
	for _, t := range k.gather.Finish() {
		for _, format := range table.Formats() {
			data, err := table.Encode(t, format)
			if err != nil {
				return err
			}
			name := t.Name + "." + format
			if there[name] || format == "tsv" {
				if err := k.compareBytes(ctx, name, data); err != nil {
					return err
				}
			}
		}
	}
	if err := k.compare(ctx, "records.jsonl", [sha256.Size]byte(k.lines)); err != nil {
		return err
	}
	return k.compareBytes(ctx, "provenance.json", k.origins.Encode())
}

// compareBytes checks a file against what it should hold; one of another length,
// which may be far larger, is not read.
func (k *check) compareBytes(ctx context.Context, name string, want []byte) error {
	if info, err := files.Stat(k.folder.In(name)); err == nil && info.Mode().IsRegular() && info.Size() != int64(len(want)) {
		if !k.damaged[name] {
			k.found(name, notOfRecords, k.mendOf(name))
		}
		return nil
	}
	return k.compare(ctx, name, sha256.Sum256(want))
}

// notOfRecords is the finding of a file that differs from what the records make.
const notOfRecords = "is not made of the records that are there"

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

// compare checks a file against the sum of what it should hold. A table that is
// damaged by its own sum was found before.
func (k *check) compare(ctx context.Context, name string, want [sha256.Size]byte) error {
	is, bad, err := k.checksum(ctx, name)
	switch {
	case err != nil:
		return err
	case bad != nil:
		k.unreadable(name, bad)
	case is.SHA256 != hex.EncodeToString(want[:]) && !k.damaged[name]:
		k.found(name, notOfRecords, k.mendOf(name))
	}
	return nil
}

// copyTo reads a file of the folder, of any length.
func (k *check) copyTo(ctx context.Context, w io.Writer, name string) (n int64, err error) {
	file, err := files.Open(k.folder.In(name))
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return io.Copy(w, store.Interruptible(ctx, file))
}
