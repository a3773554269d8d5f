package store

import (
	"path"
	"slices"
	"strings"

	"fbp/internal/files"
)

// single are the files of a run that there is one of, tables aside.
var single = []string{"config.toml", "plan.json", "records.jsonl", "provenance.json", "report.html",
	"figure.pdf", "figure.svg", "figure.png", "figure.json", "figure.py",
	"figure.gp", "figure-pgfplots.tex"} // of an earlier version

// isProduct tells whether a path in the folder may be that of a file that a command
// leaves there. Claims, checkpoints, logs, temporary files and what was moved aside
// are none.
func isProduct(name string) bool {
	dir, base := path.Split(name)
	if base == "" || base[0] == '.' || strings.Contains(base, ".bad") || strings.ContainsAny(name, "\\:") {
		return false
	}
	ext := path.Ext(base)
	switch dir {
	case "tasks/":
		return ext == ".json"
	case "solutions/", "measurements/":
		return true
	case "weights/":
		return base == "weights.tsv" || ext == ".npy" || ext == ".txt"
	case "":
		return slices.Contains(single, base) || ext == ".tsv" && base != ChecksumsTable+ext
	}
	return false
}

// products are the files that commands have left in a folder: those of which sure
// tells so, and those that are known by their names. A file with the name of a table
// or of weights is in addition known by a table, so that none of the user's own is
// taken for one.
func (f Folder) products(sure func(name string) bool) (names []string, err error) {
	known := ours{folder: f, tables: map[string]bool{}}
	for _, dir := range []string{"", "tasks", "solutions", "measurements", "weights"} {
		entries, err := f.entries(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			if !isProduct(name) || e.IsDir() {
				continue
			}
			is := sure(name)
			if !is {
				if is, err = known.has(name); err != nil {
					return nil, err
				}
			}
			if is {
				names = append(names, name)
			}
		}
	}
	return names, nil
}

// ours tells the tables and the weights of this program from files of the user.
type ours struct {
	folder  Folder
	tables  map[string]bool // by path without its end
	weights map[string]bool // those in weights.tsv; nil: not read yet
}

// has tells whether a file is ours. The error is one of the system.
func (o *ours) has(name string) (bool, error) {
	end := path.Ext(name)
	switch {
	case !strings.Contains(name, "/") && end == ".tsv", name == "weights/weights.tsv":
		return o.table(strings.TrimSuffix(name, end))
	case strings.HasPrefix(name, "weights/"):
		return o.listed(name)
	}
	return true, nil
}

// table tells whether there is a sound table of a name.
func (o *ours) table(stem string) (bool, error) {
	is, known := o.tables[stem]
	if !known {
		data, err := files.ReadFile(o.folder.In(stem+".tsv"), files.Large)
		if files.System(err) {
			return false, files.Explain("read", o.folder.In(stem+".tsv"), err)
		}
		is = err == nil && SoundTable(path.Base(stem), data) == nil
		o.tables[stem] = is
	}
	return is, nil
}

// listed tells whether weights.tsv has a file.
func (o *ours) listed(name string) (bool, error) {
	if o.weights == nil {
		t, err := Folder(o.folder.In("weights")).ReadTable("weights")
		if files.System(err) {
			return false, err
		}
		o.weights = map[string]bool{}
		if err == nil && t != nil {
			for _, row := range t.Rows {
				for _, cell := range row {
					o.weights["weights/"+cell.String()] = true
				}
			}
		}
	}
	return o.weights[name], nil
}
