package plan

import (
	"context"
	"path/filepath"

	"fbp/experiment/config"
	"fbp/internal/files"
	"fbp/internal/say"
)

// Load reads a config file and the --set arguments on top of it. It reads the files of
// patterns that the config names too, and ends with [say.ErrInterrupted] when ctx is
// cancelled.
func Load(ctx context.Context, file string, sets []string, c *Catalog) (*Spec, error) {
	if info, err := files.Stat(file); err == nil && info.IsDir() {
		return nil, c.folder(ctx, file)
	}
	text, err := read(ctx, file)
	if err != nil {
		return nil, err
	}
	return Parse(ctx, file, text, sets, c)
}

// folder is the mistake of a folder in place of a config; that of a run has one in it.
func (c *Catalog) folder(ctx context.Context, dir string) error {
	const name = "config.toml"
	inside := filepath.Join(dir, name)
	if there, err := files.Exists(inside); err != nil || !there {
		return &say.Error{Where: dir, Want: "is a folder: want a config, a file in TOML"}
	}
	spec, _ := Load(ctx, inside, nil, c)
	return &say.Error{Where: dir, Want: say.Command("is a folder, that of a run: want its config (fbp run %s --out %s"+spec.Flags()+" does what is missing of it)", inside, dir)}
}

// read reads the text of a config.
func read(ctx context.Context, file string) (string, error) {
	text, err := files.ReadInput(ctx, file, files.Small)
	switch {
	case ctx.Err() != nil:
		return "", say.ErrInterrupted
	case err != nil:
		return "", &say.Error{Where: file, Want: files.Cause(err).Error()}
	}
	return string(text), nil
}

// Parse understands the text of a config. Errors are *say.Error: one line,
// with the place of the mistake. It ends with ctx as Load does.
func Parse(ctx context.Context, file, text string, sets []string, c *Catalog) (*Spec, error) {
	d, err := c.document(ctx, file, text)
	if err != nil {
		return nil, err
	}
	if err := d.Set(sets, c.Chooses); err != nil {
		return nil, err
	}
	d.Owners = c.owners
	return parse(ctx, file, d, c)
}

// parse understands a document.
func parse(ctx context.Context, file string, d *config.Document, c *Catalog) (*Spec, error) {
	names := c.FileKeys()
	d.Locate(names, folderOf)
	s := &Spec{File: file, Warnings: d.Warnings, axes: d.Sweep, variants: d.Variants, fileKeys: names, doc: d, chooses: c.Chooses}
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
	if err := s.readTheories(d, c); err != nil {
		return nil, err
	}
	if err := s.readAdded(d); err != nil {
		return nil, err
	}
	s.outlined = s.outline()
	return s, s.readFigure(d, s.outlined, c)
}

// document reads the text of a config, over that of the one it starts from, if it does.
func (c *Catalog) document(ctx context.Context, file, text string) (*config.Document, error) {
	d, err := config.Parse(file, text)
	if err != nil {
		return nil, err
	}
	name, err := d.Base()
	if name == "" || err != nil {
		return d, err
	}
	path := name
	if folder := folderOf(file); folder != "" && !filepath.IsAbs(name) {
		path = folder + "/" + name
	}
	if _, err := files.Stat(path); err != nil {
		return nil, d.Fault("base", config.Show(name), "there is no such file: "+path)
	}
	under, err := read(ctx, path)
	if err != nil {
		return nil, err
	}
	base, err := config.Parse(path, under)
	if err != nil {
		return nil, err
	}
	return d, d.Over(base, c.Chooses)
}
