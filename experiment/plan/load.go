package plan

import (
	"context"
	"fmt"
	"path/filepath"

	"fbp/experiment/config"
	"fbp/internal/files"
)

// Load reads a config file and the --set arguments on top of it. It reads the files of
// patterns that the config names too, and ends with [config.ErrInterrupted] when ctx is
// cancelled.
func Load(ctx context.Context, file string, sets []string, c *Catalog) (*Spec, error) {
	text, err := read(ctx, file)
	if err != nil {
		return nil, err
	}
	return Parse(ctx, file, text, sets, c)
}

// read reads the text of a config.
func read(ctx context.Context, file string) (string, error) {
	text, err := files.ReadInput(ctx, file, files.Small)
	switch {
	case ctx.Err() != nil:
		return "", config.ErrInterrupted
	case err != nil:
		return "", &config.Error{Where: file, Want: files.Cause(err).Error() + nearby(file)}
	}
	return string(text), nil
}

// nearby names the config that was meant by a path which is none, if there is one: that of the
// folder of a run, or the one of this name with its ending.
func nearby(path string) string {
	for _, other := range []string{filepath.Join(path, "config.toml"), path + ".toml"} {
		if there(other) {
			return "; want a config, as " + other
		}
	}
	return ""
}

// Parse understands the text of a config. Errors are *config.Error: one line,
// with the place of the mistake. It ends with ctx as Load does.
func Parse(ctx context.Context, file, text string, sets []string, c *Catalog) (*Spec, error) {
	d, err := document(ctx, file, text)
	if err != nil {
		return nil, err
	}
	s, err := parse(ctx, file, d, sets, c)
	if err != nil {
		return nil, config.Misplaced(err, func(key string) []string { return c.having(d, key) })
	}
	return s, nil
}

// parse reads a document with keys set.
func parse(ctx context.Context, file string, d *config.Document, sets []string, c *Catalog) (*Spec, error) {
	for _, arg := range sets {
		if err := d.Set(arg); err != nil {
			return nil, err
		}
	}
	c.switchKinds(d)
	names := c.FileKeys()
	d.Locate(names, here)
	s := &Spec{File: file, Warnings: d.Warnings, axes: d.Sweep, variants: d.Variants, fileKeys: names, doc: d}
	if err := s.readHeader(d); err != nil {
		return nil, err
	}
	if !s.theoryAlone(d) {
		if err := s.readPoints(ctx, d, c); err != nil {
			return nil, err
		}
		if err := s.refuseCopies(d); err != nil {
			return nil, err
		}
		if err := s.readPairs(d); err != nil {
			return nil, err
		}
		if err := s.readUntil(d); err != nil {
			return nil, err
		}
	}
	s.Subjects = c.subjects(d)
	if err := s.readTheories(d, s.shown(), c); err != nil {
		return nil, err
	}
	if err := s.checkEach(d); err != nil {
		return nil, err
	}
	if err := s.readAdded(d); err != nil {
		return nil, err
	}
	if err := s.readFigure(d, c); err != nil {
		return nil, err
	}
	return s, s.checkNames(d, c)
}

// document reads the text of a config, over that of the one it starts from, if it does.
func document(ctx context.Context, file, text string) (*config.Document, error) {
	d, err := config.Read(file, text)
	if err != nil {
		return nil, err
	}
	base, err := d.Base()
	if err != nil {
		return nil, err
	}
	if base == "" {
		return d.TakeApart()
	}
	path, folder := base, ""
	if !filepath.IsAbs(base) {
		path, folder = here.Find(base, file)
	}
	if path == "" || !there(path) {
		want := "there is no such file"
		if folder != "" {
			want += fmt.Sprintf("; looked in %s and in the working directory", folder)
		}
		return nil, d.Fault("base", config.Show(base), want)
	}
	under, err := read(ctx, path)
	if err != nil {
		return nil, err
	}
	b, err := config.Read(path, under)
	if err != nil {
		return nil, err
	}
	if err := d.Over(b); err != nil {
		return nil, err
	}
	if folder != "" {
		d.Warnings = append(d.Warnings, config.Elsewhere(file, "base", base, folder))
	}
	return d.TakeApart()
}
