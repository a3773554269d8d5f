package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/results"
)

// hint is a sentence of the program that names a command.
type hint struct {
	name    string
	provoke func(t *testing.T, dir string) outcome
	says    string   // a regular expression of what it says on stderr; its group is the command, or flags of mends
	shows   []string // what the command that it names prints, or
	makes   string   // a file that it makes, or
	mends   []string // a command that succeeds after it
}

// tried is the program in a folder; its outcome is for the hint to judge.
func tried(args ...string) func(*testing.T, string) outcome {
	return func(t *testing.T, dir string) outcome { return fbp(t, dir, args...) }
}

// after does something to a run of tiny.toml in r before a command.
func after(do func(t *testing.T, run string), args ...string) func(*testing.T, string) outcome {
	return func(t *testing.T, dir string) outcome {
		fbp(t, dir, "run", "tiny.toml", "--out", "r").want(t, 0)
		do(t, filepath.Join(dir, "r"))
		return fbp(t, dir, args...)
	}
}

// changed changes the text of a file of a run.
func changed(name, from, to string) func(*testing.T, string) {
	return func(t *testing.T, run string) {
		text := scratch.Read(t, run, name)
		if !strings.Contains(text, from) {
			t.Fatalf("no %q in %s", from, name)
		}
		scratch.Write(t, filepath.Join(run, name), strings.Replace(text, from, to, 1))
	}
}

// recorded changes the first record of a run.
func recorded(change func(*results.Record)) func(*testing.T, string) {
	return func(t *testing.T, run string) {
		path := records(t, run)[0]
		r, err := results.ReadRecord(path)
		if err != nil {
			t.Fatal(err)
		}
		change(r)
		if err := results.WriteRecord(path, r); err != nil {
			t.Fatal(err)
		}
	}
}

// without removes files of a run.
func without(names ...string) func(*testing.T, string) {
	return func(t *testing.T, run string) {
		for _, name := range names {
			scratch.Remove(t, filepath.Join(run, name))
		}
	}
}

// grown is a run of two samples of which half of four were done since.
func grown(args ...string) func(*testing.T, string) outcome {
	return func(t *testing.T, dir string) outcome {
		fbp(t, dir, "run", "tiny.toml", "--out", "r", "--set", "samples=2").want(t, 0)
		fbp(t, dir, "run", "tiny.toml", "--out", "r", "--set", "samples=4", "--shard", "0/2").want(t, 0)
		return fbp(t, dir, args...)
	}
}

// nothingRead is a run that has rows of nothing that its figure draws.
const nothingRead = `name = "r"
samples = 2
[model]
kind = "perceptron"
n = 51
[instance]
kind = "random"
alpha = 0.1
[algorithm]
kind = "sbpi"
every = 1000
[figure]
kind = "panels"
[[figure.panel]]
series = [ { table = "training", x = "epoch", y = "errors" } ]
`

// astray are replicas far from each other, whose reference is no solution.
const astray = `name = "r"
samples = 2
[model]
kind = "perceptron"
n = 201
[instance]
kind = "random"
alpha = 0.3
[algorithm]
kind = "monte_carlo"
replicas = 4
overlap = 0.2
anneal = 3000
equilibrate = 20
[[measure]]
kind = "local_entropy"
rho = { list = [1] }
`

// configured is a command on a config of its own.
func configured(text string, args ...string) func(*testing.T, string) outcome {
	return func(t *testing.T, dir string) outcome {
		scratch.Write(t, filepath.Join(dir, "r.toml"), text)
		o := fbp(t, dir, "run", "r.toml", "--out", "r")
		if len(args) > 0 {
			o = fbp(t, dir, args...)
		}
		return o
	}
}

func hints() []hint {
	const status, again = `(fbp status r --failed) `, `\((fbp collect r) makes it again`
	failed := recorded(func(r *results.Record) { r.Status, r.Error, r.Readings = results.Failed, "out of luck", nil })
	unmeasured := recorded(func(r *results.Record) { r.Reasons = map[string]string{"stability": "out of ink"} })
	unread := recorded(func(r *results.Record) { r.Readings["stabilities"] = r.Readings["stability"] })
	other := func(t *testing.T, run string) {
		fbp(t, filepath.Dir(run), "run", "tiny.toml", "--out", "other", "--set", "model.n=53").want(t, 0)
		for _, table := range []string{"success.tsv", "local_entropy.tsv"} {
			scratch.Write(t, filepath.Join(run, table), scratch.Read(t, run, "../other", table))
		}
	}
	list := []hint{
		{name: "no search lasted", provoke: configured(nothingRead), says: "no figure: .*" + status, shows: []string{"s000", "s001", "no_row training"}},
		{name: "no search lasted, drawn", provoke: configured(nothingRead, "plot", "r"), says: status, shows: []string{"s000", "s001", "the search ended before the first row of training.tsv"}},
		{name: "references are no solutions", provoke: configured(astray), says: "no figure: .*" + status, shows: []string{"s000", "s001", "unsolved reference"}},
		{name: "no solutions", provoke: tried("run", "tiny.toml", "--out", "r", "--set", "samples=1", "--set", "instance.alpha=3"), says: status, shows: []string{"s000", "unsolved"}},
		{name: "one panel without rows", provoke: configured(strings.Replace(nothingRead, "[[figure.panel]]", "[[figure.panel]]\nseries = [ { table = \"success\", x = \"alpha\", y = \"probability\" } ]\n[[figure.panel]]", 1)),
			says: `there is no r/training.tsv, .*` + status, shows: []string{"s000", "s001", "no_row training"}},
		{name: "nothing done", provoke: func(t *testing.T, dir string) outcome {
			after(func(t *testing.T, run string) {
				for _, path := range records(t, run) {
					scratch.Remove(t, path)
				}
				without("checksums.tsv", "local_entropy.tsv")(t, run)
			}, "status", "r")(t, dir)
			return fbp(t, dir, "plot", "r")
		}, says: `(fbp status r) counts`, shows: []string{"missing"}},
		{name: "tables never made", provoke: after(without("checksums.tsv", "local_entropy.tsv"), "plot", "r"), says: `(fbp collect r) makes the tables`, mends: []string{"plot", "r"}},
		{name: "failed", provoke: after(failed, "run", "tiny.toml", "--out", "r"), says: status, shows: []string{"failed", "out of luck"}},
		{name: "unmeasured", provoke: after(unmeasured, "run", "tiny.toml", "--out", "r"), says: status, shows: []string{"unmeasured stability", "out of ink"}},
		{name: "bad record", provoke: after(unread, "run", "tiny.toml", "--out", "r"), says: `(fbp check r) names the bad records`, shows: []string{"readings of a table", "to repair: fbp check r --aside, then fbp run "}},
		{name: "share", provoke: tried("run", "tiny.toml", "--out", "r", "--shard", "0/2"), says: `(fbp collect r) makes the tables`, makes: "r/success.tsv"},
		{name: "lost solution", provoke: after(func(t *testing.T, run string) {
			all, err := filepath.Glob(filepath.Join(run, "solutions/*"))
			if err != nil {
				t.Fatal(err)
			}
			scratch.Remove(t, all[0])
		}, "export", "r"), says: `(fbp check r) names the command`, shows: []string{"to repair: fbp check r --aside, then fbp run r/config.toml --out r"}},
		{name: "no success", provoke: configured(strings.NewReplacer("sbpi", "bp", "every = 1000\n", "", "training", "samples", "epoch", "sample", "errors", "entropy").Replace(nothingRead), "fit", "r"), says: `(fbp collect r) makes the tables`, makes: "r/samples.tsv"},
		{name: "init", provoke: tried("init", "first"), says: `(fbp run first.toml) runs it`, makes: "results/first/samples.tsv"},
		{name: "cost of a bad record", provoke: after(func(t *testing.T, run string) { scratch.Write(t, records(t, run)[0], "x") }, "cost", "r"), says: `(fbp check r) names`, shows: []string{"to repair: fbp check r --aside, then fbp run "}},
		{name: "cost of a record less", provoke: after(func(t *testing.T, run string) { scratch.Remove(t, records(t, run)[0]) }, "cost", "r"), says: again, mends: []string{"cost", "r"}},
		{name: "tables of before a record", provoke: after(func(t *testing.T, run string) {
			path := records(t, run)[0]
			text := scratch.Read(t, path)
			scratch.Remove(t, path)
			fbp(t, filepath.Dir(run), "collect", "r").want(t, 0)
			scratch.Write(t, path, text)
		}, "fit", "r"), says: `r/success.tsv lacks 1 tasks, of which 0 have no record now ` + again, mends: []string{"fit", "r"}},
	}
	variants := []string{"run", "tiny.toml", "--out", "r", "--set", "samples=1", "--set", "algorithm.y=10,20"}
	another := []string{"run", "tiny.toml", "--out", "r", "--set", "model.n=31"}
	ran := func(first []string, args ...string) func(*testing.T, string) outcome {
		return func(t *testing.T, dir string) outcome {
			fbp(t, dir, first...).want(t, 0)
			return fbp(t, dir, args...)
		}
	}
	list = append(list,
		hint{name: "two curves, by", provoke: ran(variants, "fit", "r"), says: ` or (--by y)`, mends: []string{"fit", "r"}},
		hint{name: "two curves, where", provoke: ran(variants, "fit", "r"), says: `want (--where y=10) or`, mends: []string{"fit", "r"}},
		hint{name: "several folders", provoke: after(func(*testing.T, string) {}, "plot", "r", "r"), says: `want (--out FILE)`, mends: []string{"plot", "r", "r"}},
		hint{name: "another experiment", provoke: after(func(*testing.T, string) {}, another...), says: `with (--replace)`, mends: another},
		hint{name: "a key as a flag", provoke: tried("run", "tiny.toml", "--alpha", "0.4"), says: `is set by (--set instance.alpha=)`, mends: []string{"plan", "tiny.toml"}},
		hint{name: "usage", provoke: tried("status"), says: `\((fbp status --help) explains`, shows: []string{"Usage:", "fbp status DIR"}},
		hint{name: "plan", provoke: after(changed("plan.json", `"n":51`, `"n":52`), "status", "r"), says: `run the config again`, mends: []string{"run", "tiny.toml", "--out", "r"}})
	var tables []hint
	tables = append(tables, hint{name: "plot of a panel less", provoke: func(t *testing.T, dir string) outcome {
		panels := "[[figure.panel]]\nseries = [ { table = \"success\", x = \"alpha\", y = \"probability\" } ]\n" +
			"[[figure.panel]]\nseries = [ { table = \"stability\", x = \"bin_center\", y = \"density\" } ]\n[[measure]]\nkind = \"stability\"\n"
		text, _, _ := strings.Cut(nothingRead, "[[figure.panel]]")
		configured(text+panels)(t, dir).want(t, 0)
		without("stability.tsv")(t, filepath.Join(dir, "r"))
		return fbp(t, dir, "plot", "r")
	}, says: `; (fbp collect r) makes the tables`, mends: []string{"plot", "r"}})
	for _, command := range [][]string{{"fit", "r"}, {"cost", "r"}, {"plot", "r"}, {"plot", "r", "--out", "x.svg"}, {"report", "r"}} {
		name := strings.Join(command, " ")
		table := "success.tsv"
		if command[0] == "plot" {
			table = "local_entropy.tsv"
		}
		tables = append(tables, hint{name: name + " of another plan", provoke: grown(command...), says: again, mends: command},
			hint{name: name + " of another run", provoke: after(other, command...), says: again, mends: command},
			hint{name: name + " damaged", provoke: after(changed(table, "\n0.3", "\n0.4"), command...), says: again, mends: command},
		)
		if command[0] != "report" { // which shows those that are there
			tables = append(tables, hint{name: name + " of a table less", provoke: after(without(table), command...), says: `(fbp collect r) makes the tables`, mends: command})
		}
	}
	return slow.Some(18, append(list, tables...))
}

// TestHints: the command that a hint names says or does what the hint promises.
func TestHints(t *testing.T) {
	t.Parallel()
	for _, h := range hints() {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			dir := workdir(t)
			o := h.provoke(t, dir)
			found := regexp.MustCompile(h.says).FindStringSubmatch(o.stderr)
			if found == nil {
				t.Fatalf("exit code %d, no hint %q:\n%s%s", o.code, h.says, o.stdout, o.stderr)
			}
			if len(found) == 1 || strings.HasPrefix(found[1], "--") {
				flags := strings.NewReplacer("FILE", "x.svg", "alpha=", "alpha=0.4").Replace(strings.Join(found[1:], ""))
				fbp(t, dir, append(h.mends, strings.Fields(flags)...)...).want(t, 0)
				return
			}
			named := fbp(t, dir, strings.Fields(found[1])[1:]...)
			for _, text := range h.shows {
				if !strings.Contains(named.stdout, text) {
					t.Errorf("%s does not show %q:\n%s%s", found[1], text, named.stdout, named.stderr)
				}
			}
			if h.makes != "" {
				if _, err := os.Stat(filepath.Join(dir, h.makes)); err != nil {
					t.Errorf("%s has not made it: %v\n%s", found[1], err, named.stderr)
				}
			}
			if len(h.mends) > 0 {
				fbp(t, dir, h.mends...).want(t, 0)
			}
		})
	}
}

// TestStrayTables: what lies in the folder and is no table of the run is not shown as one, and no command
// is named that would not mend it; tables that lack tasks are read, with a note.
func TestStrayTables(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	run := filepath.Join(dir, "r")
	fbp(t, dir, "run", "tiny.toml", "--out", "r", "--set", "samples=2").want(t, 0)
	fbp(t, dir, "run", "tiny.toml", "--out", "other", "--set", "model.n=53").want(t, 0)
	foreign := strings.Replace(scratch.Read(t, dir, "other/success.tsv"), "# success", "# wins", 1)
	foreign = string(results.SealTSV([]byte(foreign[:strings.Index(foreign, "# sha256")])))
	scratch.Write(t, filepath.Join(run, "wins.tsv"), foreign)
	for range 2 {
		fbp(t, dir, "report", "r").want(t, 0).says(t, "left out: r/wins.tsv: of another run or plan: config is ", "(fbp collect r makes it again if its plan has it; else remove it)")
		if strings.Contains(scratch.Read(t, run, "report.html"), "wins.tsv") {
			t.Error("the report shows a table of another run")
		}
		fbp(t, dir, "collect", "r").want(t, 0)
	}
	scratch.Remove(t, filepath.Join(run, "wins.tsv"))
	scratch.Write(t, filepath.Join(run, "mine.tsv"), "x\ty\n1\t2\n")
	scratch.Remove(t, records(t, run)[0])
	fbp(t, dir, "collect", "r").want(t, 0)
	for _, command := range []string{"fit", "cost", "plot", "report"} {
		o := fbp(t, dir, command, "r").want(t, 0).says(t, "lacks 1 tasks")
		if strings.Contains(o.stderr, "fbp collect") {
			t.Errorf("a command that would not help: %s", o.stderr)
		}
	}
	if !strings.Contains(scratch.Read(t, run, "report.html"), "mine.tsv") {
		t.Error("the report lacks a table of the user's own")
	}
}

// TestTableOfBefore: a table of an experiment that was replaced, which the new one has no rows for, is to be
// removed, and no command is named that would not make it; then run, collect, plot and check go on.
func TestTableOfBefore(t *testing.T) {
	t.Parallel()
	for _, damage := range []string{"", "x\n"} {
		dir := workdir(t)
		run, table := filepath.Join(dir, "r"), filepath.Join(dir, "r/local_entropy.tsv")
		fbp(t, dir, "run", "tiny.toml", "--out", "r").want(t, 0)
		scratch.Write(t, table, scratch.Read(t, table)+damage)
		again := []string{"run", "tiny.toml", "--out", "r", "--set", "instance.alpha=4", "--replace"}
		for _, command := range [][]string{again, {"collect", "r"}} {
			o := fbp(t, dir, command...).says(t, "the figure is not: r/local_entropy.tsv: ", "(fbp collect r makes it again if its plan has it; else remove it)")
			if o.code == 0 {
				t.Errorf("exit code %d: %s", o.code, o.stderr)
			}
		}
		if o := fbp(t, dir, "check", "r"); damage != "" && !strings.Contains(o.stdout, "to repair: fbp check r --aside") {
			t.Errorf("check: %s%s", o.stdout, o.stderr)
		}
		without("local_entropy.tsv")(t, run)
		fbp(t, dir, "collect", "r").want(t, 0).says(t, "no figure: ", "(fbp status r --failed names")
		fbp(t, dir, "check", "r").want(t, 0)
		fbp(t, dir, again...).want(t, 0)
	}
}

// TestTablesOfBefore: when a run measures no local entropy any more, what is damaged of the tables of before is to be removed.
func TestTablesOfBefore(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--out", "r", "--set", "collect.at.distance=[.05,.1]").want(t, 0)
	text := strings.Replace(scratch.Read(t, dir, "tiny.toml"), "[[measure]]\nkind = \"local_entropy\"\nrho = { steps = 5 }\n", "", 1)
	scratch.Write(t, filepath.Join(dir, "tiny.toml"), text)
	fbp(t, dir, "run", "tiny.toml", "--out", "r").want(t, 0)
	for _, command := range []string{"check", "collect", "plot", "fit"} {
		fbp(t, dir, command, "r").want(t, 0)
	}
	for _, name := range []string{"local_entropy_at.tsv", "local_entropy.tsv"} {
		path := filepath.Join(dir, "r", name)
		scratch.Write(t, path, scratch.Read(t, path)+"x\n")
		if o := fbp(t, dir, "check", "r"); !strings.Contains(o.stdout, "r/"+name+": damaged: its content does not fit its checksum; to repair: fbp check r --aside") {
			t.Errorf("%s%s", o.stdout, o.stderr)
		}
		if o := fbp(t, dir, "collect", "r").want(t, 0); strings.Contains(o.stderr, "makes it again") || strings.Contains(o.stderr, "made again") {
			t.Errorf("%s", o.stderr)
		}
		scratch.Remove(t, path)
		fbp(t, dir, "collect", "r").want(t, 0)
		fbp(t, dir, "check", "r").want(t, 0)
	}
}
