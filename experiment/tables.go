package experiment

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"slices"
	"strings"

	"fbp/results"
)

// TableFormats lists the formats of WriteTables.
func TableFormats() []string { return []string{"tsv", "csv", "npz"} }

// WriteTables reads the records of a folder, in the order of the plan, and
// writes records.jsonl and one file a table and format. Records that are
// missing are counted in the tables; one that cannot be read counts as missing.
// It returns the paths of the tables and how many tasks are missing.
func WriteTables(ctx context.Context, p *Plan, dir string, formats []string, log *slog.Logger) (paths []string, missing int, err error) {
	f := Folder(dir)
	a, err := f.gather(ctx, p, log)
	if err != nil {
		return nil, 0, err
	}
	for _, t := range a.finish() {
		for _, format := range formats {
			data, err := encodeTable(t, format)
			if err != nil {
				return nil, 0, err
			}
			path := f.in(t.Name + "." + format)
			if err := results.WriteFile(path, data); err != nil {
				return nil, 0, err
			}
			paths = append(paths, path)
		}
	}
	return paths, a.missing, nil
}

// gather reads all records, writing records.jsonl on the way.
func (f Folder) gather(ctx context.Context, p *Plan, log *slog.Logger) (*aggregate, error) {
	lines, err := newStream(f.in("records.jsonl"))
	if err != nil {
		return nil, err
	}
	defer lines.abandon()
	a := newAggregate(p)
	err = f.each(ctx, p.Tasks, func(r reading) error {
		if r.err != nil {
			log.Warn("bad record, counted as missing", "why", r.err)
		}
		a.add(r.task, r.record)
		if r.record == nil {
			return nil
		}
		return lines.write(append(r.line, '\n'))
	})
	if err != nil {
		return nil, err
	}
	return a, lines.commit()
}

// encodeTable is a table in a format.
func encodeTable(t *results.Table, format string) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch format {
	case "tsv":
		err = t.WriteTSV(&b)
	case "csv":
		err = t.WriteCSV(&b)
	case "npz":
		err = t.WriteNPZ(&b)
	default:
		err = CheckFormats([]string{format}, TableFormats())
	}
	return b.Bytes(), err
}

// CheckFormats refuses formats that are not known.
func CheckFormats(formats, known []string) error {
	for _, f := range formats {
		if !slices.Contains(known, f) {
			return &ConfigError{Where: "--format " + f, Want: "want one of " + strings.Join(known, ", ")}
		}
	}
	return nil
}

// FigureOf is the figure that the config of a folder asks for, nil for none,
// with changes as --set has them: "figure.bars=sem".
func FigureOf(dir string, c *Catalog, sets ...string) (Figure, error) {
	file := Folder(dir).in("config.toml")
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, &ConfigError{Where: file, Want: "there is no config; want the folder of a run"}
	}
	d, err := parseDocument(file, string(text))
	if err != nil {
		return nil, err
	}
	for _, arg := range sets {
		if err := d.set(arg); err != nil {
			return nil, err
		}
	}
	s := new(Spec)
	if _, given := d.root["figure"]; !given {
		return nil, nil
	}
	if err := s.readFigure(d, c); err != nil {
		return nil, err
	}
	return s.Figure(), nil
}
