package check

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"fbp/experiment/export"
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/results"
)

// weightsAgain compares the weights that fbp export has written with the solutions.
func (k *check) weightsAgain(ctx context.Context) error {
	entries, err := files.ReadDir(k.folder.In("weights"))
	if err != nil || len(entries) == 0 {
		return nil
	}
	if slices.ContainsFunc(k.Findings, func(f Finding) bool { return path.Base(path.Dir(f.File)) == "solutions" }) {
		k.note("weights", "solutions are damaged")
		return nil
	}
	o, earlier := k.exported(entries)
	if earlier {
		k.note("weights", "those that only this plan has are not there; fbp export writes them")
	}
	for _, format := range export.Formats() {
		all := format == o.Format && !earlier // else those of another fbp export
		if format != o.Format && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return path.Ext(e.Name()) == "."+format }) {
			continue
		}
		of := export.Options{Format: format, Replicas: o.Replicas, Put: func(name string, data []byte) error { return k.weights("weights/"+name, data, all) }}
		_, err := export.Write(ctx, k.plan, k.folder, of)
		switch {
		case errors.As(err, new(*say.Error)): // there is no solution
			k.note("weights", err.Error())
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}

// weights compares a file of weights with what it should be; of all that are listed, none may be missing.
func (k *check) weights(name string, now []byte, all bool) error {
	if !all && name == "weights/weights.tsv" {
		return nil
	}
	was, err := k.read(name)
	switch {
	case err != nil || k.wrong[name]:
		return err
	case was != nil:
		k.compare(name, was, now, "is not what is made of the solutions that are there")
	case all:
		k.product(name, "missing")
	}
	return nil
}

// exported are the flags with which weights were written, and whether for another plan: as the head of weights.tsv says
// or, where that is damaged, by the names of the files.
func (k *check) exported(entries []fs.DirEntry) (o export.Options, earlier bool) {
	if data, err := files.ReadFile(k.folder.In("weights", "weights.tsv"), files.Large); err == nil {
		if t, err := results.ReadTSV(bytes.NewReader(data)); err == nil {
			if o, ok := export.OptionsOf(t); ok {
				return o, !slices.Contains(t.Meta, "config: "+k.plan.Config)
			}
		}
	}
	o = export.Options{Format: "npy"}
	for _, e := range entries {
		if path.Ext(e.Name()) == ".txt" {
			o.Format = "txt"
		}
		o.Replicas = o.Replicas || strings.Contains(e.Name(), ".replicas.")
	}
	return o, false
}
