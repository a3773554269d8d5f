package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/results"
)

// Tables are the tables of a folder for those who answer with their numbers: each is as it
// was written, and of the run and the plan that are in the folder now.
type Tables struct {
	folder  Folder
	plan    *plan.Plan
	partial map[string]string // by file: the tasks that it lacks
	failed  map[string]string // by file: those that failed
	absent  map[string]bool
	strays  []string
	state   *FolderState // of the folder, if it was scanned; for Notes
}

// NamedTable is a table with the name of its file.
type NamedTable struct {
	File string
	*results.Table
}

// Tables are those of a folder with its plan.
func (f Folder) Tables(p *plan.Plan) *Tables {
	return &Tables{folder: f, plan: p, partial: map[string]string{}, failed: map[string]string{}, absent: map[string]bool{}}
}

// Scanned tells of a scan of the folder, which [Tables.Notes] then does not repeat.
func (t *Tables) Scanned(state *FolderState) { t.state = state }

// Read reads a table, nil if there is none; what is wrong with one is a *TableError. A table of
// the user's own, which has neither a checksum nor the head of ours, is read as it is.
func (t *Tables) Read(name string) (*results.Table, error) {
	file := name + ".tsv"
	table, ours, err := t.folder.readTable(name)
	switch {
	case err != nil:
		return nil, err
	case table == nil:
		t.absent[file] = true
		return nil, nil
	case !ours:
		return table, nil
	}
	if other := t.other(table, name); other != "" {
		return nil, &TableError{Folder: t.folder, Table: name, Err: errors.New(other), Other: true}
	}
	for _, line := range table.Meta {
		if lacks, partial := strings.CutPrefix(line, missingLine); partial {
			t.partial[file] = lacks
		}
		if failed, some := strings.CutPrefix(line, failedLine); some {
			t.failed[file] = failed
		}
	}
	return table, nil
}

// Lost tells whether the tables are made of records that are not there any more, of a folder that
// has none of so many tasks.
func (t *Tables) Lost(missing int) bool {
	samples, err := t.Read("samples")
	if err != nil || samples == nil {
		return false
	}
	lacked := 0
	for _, line := range samples.Meta {
		if n, is := strings.CutPrefix(line, missingLine); is {
			fmt.Sscanf(n, "%d tasks", &lacked)
		}
	}
	return lacked < missing
}

// Maker is what is said in a file that this program makes of them.
func (t *Tables) Maker() string { return maker(t.plan) }

// Folder is where they are.
func (t *Tables) Folder() string { return string(t.folder) }

// Names are those of all tables of the folder, also of the user's own.
func (t *Tables) Names() (names []string, err error) {
	entries, err := t.folder.entries(".")
	for _, e := range entries {
		name, is := strings.CutSuffix(e.Name(), ".tsv")
		if is && !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	return names, err
}

// All reads every table of the folder, by name. Those of another run or plan
// are left out with a note.
func (t *Tables) All() (all []NamedTable, err error) {
	names, err := t.Names()
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		table, err := t.Read(name)
		var other *TableError
		switch {
		case errors.As(err, &other) && other.Other:
			t.strays = append(t.strays, "left out: "+err.Error())
		case err != nil:
			return nil, err
		case table != nil: // not removed meanwhile
			all = append(all, NamedTable{name + ".tsv", table})
		}
	}
	return all, nil
}

// Stray says why a table should not be in the folder, "" if it may: it is of another run or plan or, if the
// records make it, is not asked for any more. Only a table that says that a run has written it under this
// name is one; theory, which may take long, stays until the plan is another.
func (t *Tables) Stray(name string, table *results.Table, asked bool) string {
	written := func(line string) bool { return strings.HasPrefix(line, configLine) }
	if table.Name != name || !slices.ContainsFunc(table.Meta, written) {
		return ""
	}
	other := t.other(table, name)
	if other == "" && !asked && !strings.HasPrefix(name, "theory_") {
		return "nothing in the config asks for it any more"
	}
	return other
}

// RemoveStrays removes the strays of the folder, given the names of the tables that were made now, and figures and pages
// of another plan. It returns the paths.
func (t *Tables) RemoveStrays(made []string) (removed []string, err error) {
	names, err := t.Names()
	for _, name := range names {
		table, _, bad := t.folder.readTable(name)
		switch {
		case Unreadable(bad):
			return removed, bad
		case bad != nil || table == nil || slices.Contains(made, name) || t.Stray(name, table, false) == "":
			continue
		}
		path := t.folder.In(name + ".tsv")
		if err := files.Remove(path); err != nil && !files.Missing(err) {
			return removed, files.Explain("remove", path, err)
		}
		removed = append(removed, path)
	}
	if err != nil {
		return removed, err
	}
	more, err := t.folder.removeMade(t.plan)
	return append(removed, more...), err
}

// configLine begins the line of a table that has the hash of the plan, missingLine that of one that says how many
// tasks it lacks, failedLine that of those that failed.
const configLine, missingLine, failedLine = "config: ", "missing: ", "failed: "

// other says why a table is not this one of the plan, "" if it is.
func (t *Tables) other(table *results.Table, name string) string {
	if table.Name != name {
		return fmt.Sprintf("the table in it is %.80q", table.Name)
	}
	p := t.plan
	for _, is := range []struct{ key, here string }{{"name", p.Name}, {"config", p.Config}, {"seed", fmt.Sprint(p.Seed)}, {"physics", fmt.Sprint(p.Physics)}} {
		for _, line := range table.Meta {
			if value, has := strings.CutPrefix(line, is.key+": "); has && value != is.here {
				return fmt.Sprintf("of another run or plan: %s is %.80q, and in plan.json %.80q", is.key, value, is.here)
			}
		}
	}
	return ""
}

// Notes says what those read do not show: tasks that were missing when they were made, those that failed, and
// [Tables.Absences].
func (t *Tables) Notes(ctx context.Context) (notes []string, err error) {
	dir := string(t.folder)
	if len(t.partial) > 0 { // all are made at once
		note, lack := t.ofFirst(t.partial, "lacks %s")
		if t.state == nil {
			if t.state, err = t.folder.Scan(ctx, t.plan, nil); err != nil {
				return nil, err
			}
		}
		if now := t.state.Missing(); fmt.Sprintf("%d tasks", now) != lack {
			note += fmt.Sprintf(", of which %d have no record now (%s makes it again)", now, say.Command("fbp collect %s", dir))
		}
		notes = append(notes, note)
	}
	if len(t.failed) > 0 {
		note, _ := t.ofFirst(t.failed, "leaves out %s that failed")
		notes = append(notes, note+say.Command(" (fbp status %s --failed gives the reasons)", dir))
	}
	return append(notes, t.Absences()...), nil
}

// ofFirst says of the first of some files what it does with how many tasks, and that others do.
func (t *Tables) ofFirst(of map[string]string, does string) (note, tasks string) {
	first := slices.Min(slices.Collect(maps.Keys(of)))
	note = t.folder.In(first) + " " + fmt.Sprintf(does, of[first])
	if more := len(of) - 1; more > 0 {
		note = fmt.Sprintf("%s, and other tables: %d", note, more)
	}
	return note, of[first]
}

// Absences are the tables that are not there or were left out.
func (t *Tables) Absences() (notes []string) {
	notes = t.strays
	dir := string(t.folder)
	for _, file := range slices.Sorted(maps.Keys(t.absent)) {
		notes = append(notes, fmt.Sprintf("there is no %s, and nothing of it is shown (", t.folder.In(file))+say.Command("fbp status %s --failed names samples that are in no mean; fbp collect %s makes the tables)", dir, dir))
	}
	return notes
}
