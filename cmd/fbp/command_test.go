package main

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"fbp/internal/scratch"

	"github.com/spf13/cobra"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The ids of tasks are part of the golden file on purpose: if they change, what
// users have done so far is done again.
func TestPlanTable(t *testing.T) {
	t.Parallel()
	o := fbp(t, workdir(t), "plan", "tiny.toml", "--set", "samples=2").want(t, 0).says(t, "4 tasks, at most ", "; no times yet: fbp run tiny.toml --first")
	var table strings.Builder
	for line := range strings.Lines(o.stdout) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		table.WriteString(strings.Join(cells[:len(cells)-3], "\t") + "\n") // estimates may be tuned
	}
	const golden = "testdata/plan.tsv"
	if *update {
		scratch.Write(t, golden, table.String())
	}
	if want := scratch.Read(t, golden); table.String() != want {
		t.Errorf("got\n%s\nwant\n%s", table.String(), want)
	}
}

func TestPlanJSON(t *testing.T) {
	t.Parallel()
	o := fbp(t, workdir(t), "plan", "tiny.toml", "--json").want(t, 0)
	var plan struct {
		Name  string
		Swept []string
		Tasks []struct {
			Number  int
			ID      string
			Values  []float64
			Seconds *float64
			Params  map[string]map[string]any
		}
	}
	if err := json.Unmarshal([]byte(o.stdout), &plan); err != nil {
		t.Fatal(err)
	}
	last := plan.Tasks[len(plan.Tasks)-1]
	if plan.Name != "tiny" || len(plan.Tasks) != 6 || last.Number != 5 || last.Values[0] != 0.5 ||
		last.Params["instance"]["p"] != 25.0 || last.Params["algorithm"]["y"] != 20.0 || last.Seconds != nil {
		t.Errorf("plan %+v", plan)
	}
}

func TestWritePatterns(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "plan", "tiny.toml", "--set", "algorithm.y=5,6", "--write-patterns", "patterns").want(t, 0).says(t, "6 pattern files in patterns")
	file := filepath.Join(dir, "patterns", "random-n51-p15-seed1-s002.txt")
	if lines := strings.Count(scratch.Read(t, file), "\n"); lines != 15 {
		t.Errorf("%d patterns, want 15", lines)
	}
	// What was written can be read back.
	config := strings.Replace(scratch.Read(t, dir, "tiny.toml"), "kind = \"random\"", "kind = \"file\"\npath = \"patterns/random-n51-p15-seed1-s{sample}.txt\"", 1)
	config, _, _ = strings.Cut(config, "[sweep]")
	scratch.Write(t, filepath.Join(dir, "file.toml"), strings.Replace(config, "s{sample}", "s00{sample}", 1))
	if o := fbp(t, dir, "plan", "file.toml").want(t, 0); strings.Count(o.stdout, "perceptron-n51-p15-fbp-s00") != 3 {
		t.Errorf("plan of the files:\n%s", o.stdout)
	}
}

func TestMistakesInConfigs(t *testing.T) {
	t.Parallel()
	tests := []struct{ old, new, want string }{
		{"n = 51", "n = 50", "bad.toml:6: model.n = 50: want n odd when kappa = 0, or patterns can tie"},
		{"samples", "sample", "bad.toml:2: sample: unknown key; did you mean \"samples\"?"},
		{"steps = 6", "step = 6", "bad.toml:13: algorithm.gamma.step: unknown key; did you mean \"steps\"?"},
		{"[0.3, 0.5]", "[0.3, \"half\"]", "bad.toml:23: instance.alpha = \"half\": want a number"},
		{"[0.3, 0.5]", "[0.3, 0.5", "bad.toml:23: expected"},
		{"\"stability\"", "\"stabillity\"", "bad.toml:20: measure.stabillity.kind = \"stabillity\": unknown kind; did you mean \"stability\"?"},
		{"[0.3, 0.5]", "[0.3, 0.3]", "bad.toml: tasks 0 and 3 would be the same"},
		{"kind = \"fbp\"", "kind = \"file\"", "bad.toml:13: algorithm.gamma: unknown key; a key of algorithm.bp, algorithm.cross_entropy, algorithm.decimation, …"},
	}
	for _, test := range tests {
		dir := workdir(t)
		text := scratch.Read(t, dir, "tiny.toml")
		if !strings.Contains(text, test.old) {
			t.Fatalf("%q is not in the config", test.old)
		}
		scratch.Write(t, filepath.Join(dir, "bad.toml"), strings.Replace(text, test.old, test.new, 1))
		for _, command := range []string{"plan", "run"} {
			o := fbp(t, dir, command, "bad.toml").want(t, 2)
			if !strings.HasPrefix(o.stderr, test.want) || strings.Count(o.stderr, "\n") != 1 || o.stdout != "" {
				t.Errorf("%s: stdout %q, stderr %s\nwant one line: %s", command, o.stdout, o.stderr, test.want)
			}
		}
		if _, err := os.Stat(filepath.Join(dir, "results")); err == nil {
			t.Error("a run with a mistake in its config has made a folder")
		}
	}
}

func TestMistakesInCommands(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	for _, test := range []struct {
		want string
		args []string
	}{
		{"fbp: unknown command \"rum\"; did you mean \"run\"?", []string{"rum"}},
		{"fbp: unknown command \"rum\"; did you mean \"run\"?", []string{"rum", "-j", "2"}},
		{"fbp theory: unknown command \"franz-parissi\"; did you mean \"franz-parisi\"?", []string{"theory", "franz-parissi", "--alpha", ".5"}},
		{"fbp run: unknown flag --alpha; a key of the config is set by --set instance.alpha=…", []string{"run", "tiny.toml", "--alpha", ".5"}},
		{"fbp run: unknown flag --output; did you mean \"out\"?", []string{"run", "tiny.toml", "--output", "x"}},
		{"fbp: unknown command \"rum\"; did you mean \"run\"?", []string{"help", "rum"}},
		{"fbp theory: unknown command \"rss\"", []string{"help", "theory", "rss"}},
		{"fbp run: \"x\": want no argument", []string{"help", "run", "x"}},
		{"fbp completion: unknown command \"tcsh\"", []string{"completion", "tcsh"}},
		{"fbp run: unknown flag --jbs; did you mean \"jobs\"? (fbp run --help explains the command line)", []string{"run", "--jbs", "2", "tiny.toml"}},
		{"fbp run: unknown flag -x", []string{"run", "-x", "tiny.toml"}},
		{"fbp run: --set: want a value after it", []string{"run", "tiny.toml", "--set"}},
		{"fbp run: one config is missing", []string{"run"}},
		{`fbp plan: "b.toml" is one argument too many: want one config`, []string{"plan", "tiny.toml", "b.toml"}},
		{"fbp collect: the folder of a run is missing", []string{"collect"}},
		{"fbp version: \"x\": want no argument", []string{"version", "x"}},
		{"fbp config: \"b\" is one argument too many: want section.kind.key", []string{"config", "model", "b"}},
		{"-j x: want an integer (", []string{"run", "tiny.toml", "-j", "x"}},
		{"-j 99999999999999999999: too large for an integer: want at most 9223372036854775807 (", []string{"run", "tiny.toml", "-j", "99999999999999999999"}},
		{"--checkpoint 99999999999999999999h: too large for a time: want at most 2562047h (", []string{"run", "tiny.toml", "--checkpoint", "99999999999999999999h"}},
		{"--shard 0/1000001: want i/n with i from 0 to n-1, n at most 1000000", []string{"run", "tiny.toml", "--shard", "0/1000001"}},
		{"--set samples=99999999999999999999: 99999999999999999999 is too large for an integer", []string{"plan", "tiny.toml", "--set", "samples=99999999999999999999"}},
		{"--set model.n=1e999,5: 1e999 is too large for a number", []string{"plan", "tiny.toml", "--set", "model.n=1e999,5"}},
		{"--set algorithm.gamma={ cap = 1e999 }: 1e999 is too large for a number", []string{"plan", "tiny.toml", "--set", "algorithm.gamma={ cap = 1e999 }"}},
		{"--alpha \"1e999\": \"1e999\" is too large for a number", []string{"theory", "rs", "--alpha", "1e999"}},
		{"--alpha \"1_0\": \"1_0\" is not a finite number", []string{"theory", "rs", "--alpha", "1_0"}},
		{"--set instance.alpha=0,3 (two values, 0 and 3; numbers have a decimal point): instance.alpha", []string{"plan", "tiny.toml", "--set", "instance.alpha=0,3"}},
		{"--set instance.alpha=0.5: --set instance.alpha=0.3,0.4 is there already: want every key once", []string{"plan", "tiny.toml", "--set", "instance.alpha=0.3,0.4", "--set", "instance.alpha=0.5"}},
		{"--set instance.alpha=0.5,0.501: tasks 0 and 3 would be the same (", []string{"plan", "tiny.toml", "--set", "instance.alpha=0.5,0.501"}},
		{"--set model.kind=committee: model.hidden: missing; want hidden >= 1", []string{"plan", "tiny.toml", "--set", "model.kind=committee"}},
		{"tiny.toml: is a file; want the folder of a run", []string{"plot", "tiny.toml", "--out", "x.png"}},
		{"--out tiny.toml: tiny.toml is a file, not a folder", []string{"run", "tiny.toml", "--out", "tiny.toml"}},
		{"--chunk 1.5: want an integer (", []string{"submit", "tiny.toml", "--chunk", "1.5"}},
		{"--force maybe: want true or false (", []string{"run", "tiny.toml", "--force=maybe"}},
		{"--checkpoint 5: want a time, as 90s or 5m (", []string{"run", "tiny.toml", "--checkpoint", "5"}},
		{"--checkpoint -5s: want 0s (as often as possible) or more", []string{"run", "tiny.toml", "--checkpoint", "-5s"}},
		{"-j 0: want at least 1", []string{"run", "tiny.toml", "-j", "0"}},
		{"--shard 3/3: want i/n with i from 0 to n-1", []string{"run", "tiny.toml", "--shard", "3/3"}},
		{"--shard 1/9223372036854775807: want i/n with i from 0 to n-1", []string{"run", "tiny.toml", "--shard", "1/9223372036854775807"}},
		{"--task 6: want a task from 0 to 5", []string{"run", "tiny.toml", "--task", "6"}},
		{"--task: want neither --shard nor --list with it", []string{"run", "tiny.toml", "--task", "1", "--shard", "0/2"}},
		{"none.toml: no such file or directory", []string{"run", "none.toml"}},
		{"results/x/plan.json: there is no such plan; want the folder of a run", []string{"status", "results/x"}},
		{"results/x/plan.json: there is no such plan; want the folder of a run", []string{"collect", "results/x"}},
		{"results/x/config.toml: there is no config; want the folder of a run", []string{"plot", "results/x"}},
		{"tiny: no such file or directory\n", []string{"run", "tiny"}},
		{".: a directory, not a regular file\n", []string{"run", "."}},
		{"tiny.toml: is a file; want the folder of a run", []string{"status", "tiny.toml"}},
		{"tiny.toml: is a file; want the folder of a run", []string{"plot", "tiny.toml"}},
		{"--format gif: want one of pdf, svg, png", []string{"plot", "results/x", "--format", "gif"}},
		{"--format is no longer there: tables are TSV", []string{"collect", "results/x", "--format", "csv"}},
	} {
		o := fbp(t, dir, test.args...).want(t, 2)
		if !strings.HasPrefix(o.stderr, test.want) || strings.Count(o.stderr, "\n") != 1 || o.stdout != "" {
			t.Errorf("%v: stdout %q, stderr %q, want one line: %s", test.args, o.stdout, o.stderr, test.want)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("mistakes have left files behind: %v", entries)
	}
}

// Where no search succeeds nothing can be drawn, and run and plot say what to ask next.
func TestNothingToDraw(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	const none = "no table local_entropy.tsv with rows to draw (fbp status results/tiny --failed names"
	fbp(t, dir, "run", "tiny.toml", "--set", "samples=1", "--set", "instance.alpha=3").want(t, 0).says(t, "solved 0 of 1", "no figure: "+none)
	fbp(t, dir, "plot", "results/tiny").want(t, 1).says(t, "results/tiny: "+none)
}

func TestPlotAndFormats(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml").want(t, 0)
	figure := filepath.Join(dir, "results/tiny/figure.svg")
	std := scratch.Read(t, figure)
	fbp(t, dir, "plot", "results/tiny", "--bars", "sem", "--format", "svg").want(t, 0).says(t, "figure: results/tiny/figure.svg")
	if scratch.Read(t, figure) == std {
		t.Error("--bars sem draws the same figure")
	}
	fbp(t, dir, "plot", "results/tiny", "--reduced", "--format", "svg").want(t, 0)
	fbp(t, dir, "plot", "results/tiny").want(t, 0)
	if scratch.Read(t, figure) != std {
		t.Error("redrawn without changes, the figure is another one")
	}
	fbp(t, dir, "plot", "results/tiny", "--bars", "box").want(t, 2).says(t, "--bars box: want std or sem")
}

func TestVersion(t *testing.T) {
	t.Parallel()
	o := fbp(t, t.TempDir(), "version").want(t, 0)
	if flag := fbp(t, t.TempDir(), "--version").want(t, 0); flag.stdout != o.stdout {
		t.Errorf("--version prints %q, version %q", flag.stdout, o.stdout)
	}
	for _, want := range []string{"fbp ", "commit ", "physics ", "go ", "kernel "} {
		if !strings.Contains(o.stdout, want) {
			t.Errorf("no %q in %s", want, o.stdout)
		}
	}
}

// oneLine joins the lines of a command that a shell would join.
func oneLine(example string) string { return strings.ReplaceAll(example, "\\\n", "") }

// shown is the number of columns that a line takes: the hat of q̂ takes none.
func shown(line string) int {
	n := 0
	for _, r := range line {
		if !unicode.Is(unicode.Mn, r) {
			n++
		}
	}
	return n
}

// Every command explains itself, with examples that name commands and flags
// that exist.
func TestHelp(t *testing.T) {
	t.Parallel()
	commands := program().Commands()
	for _, c := range append(commands, program()) {
		if c.Short == "" || c.Long == "" || c.Example == "" {
			t.Errorf("%s: want a short and a long explanation and an example", c.Name())
		}
		for line := range strings.Lines(oneLine(c.Example)) {
			words := strings.Fields(line)
			if len(words) < 2 || words[0] != "fbp" {
				t.Errorf("example %q names no command", line)
				continue
			}
			named, _, err := program().Find(words[1:])
			if err != nil || named.Name() == "fbp" {
				t.Errorf("example %q names no command: %v", line, err)
				continue
			}
			for _, w := range words {
				if w == "#" || w == "|" {
					break
				}
				if name, ok := strings.CutPrefix(w, "--"); ok && named.Flags().Lookup(name) == nil {
					t.Errorf("example %q: there is no flag %s", line, w)
				}
			}
		}
	}
	var wide func(c *cobra.Command)
	wide = func(c *cobra.Command) {
		text := c.Long + "\n" + c.UsageString()
		for line := range strings.Lines(text) {
			if n := shown(strings.TrimRight(line, "\n")); n > wrap {
				t.Errorf("%s: a line of %d characters: %s", c.CommandPath(), n, line)
			}
		}
		for _, sub := range c.Commands() {
			wide(sub)
		}
	}
	wide(program())
	for _, args := range [][]string{{}, {"--help"}, {"run", "--help"}} {
		if o := fbp(t, t.TempDir(), args...).want(t, 0); !strings.Contains(o.stdout, "Usage:") {
			t.Errorf("fbp %v prints no help", args)
		}
	}
}
