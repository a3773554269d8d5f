package experiment

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/internal/scratch"
)

// patternsHere makes a working directory with files in it.
func patternsHere(t *testing.T, files ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for i, name := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		line := strings.Repeat("1 -1 ", 10) + "1\n" + strings.Repeat("-1 -1 ", i) + strings.Repeat("1 1 ", 10-i) + "1\n"
		if strings.HasSuffix(name, ".toml") {
			line = ""
		}
		scratch.Write(t, name, line)
	}
}

// ofFiles is a config whose patterns are in files.
func ofFiles(path string, more string) string {
	return "samples = 2\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"file\"\n" + path + "\n[algorithm]\nkind = \"sbpi\"\n" + more
}

// loadedFrom plans a config with a text in a file.
func loadedFrom(t *testing.T, file, text string, sets ...string) (*plan.Plan, error) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	scratch.Write(t, file, text)
	s, err := plan.Load(t.Context(), file, sets, Standard())
	if err != nil {
		return nil, err
	}
	return plan.New(t.Context(), s)
}

// Paths start from the folder of the config, those of --set from the working directory.
// The resolved config of a folder finds the same, and makes the same plan.
func TestPaths(t *testing.T) {
	patternsHere(t, "configs/a.txt", "a.txt", "b.txt", "data/set0.txt", "data/set1.txt", "configs/c.txt", "up.txt")
	whole := filepath.Join(must(os.Getwd()), "b.txt")
	for name, c := range map[string]struct {
		text string
		sets []string
		same string // the same plan with paths from the working directory
		path string // in results/x/config.toml
	}{
		"beside":         {`path = "a.txt"`, nil, `path = "configs/a.txt"`, "../../configs/a.txt"},
		"set":            {`path = "b.txt"`, []string{"instance.path=a.txt"}, `path = "a.txt"`, "../../a.txt"},
		"up":             {`path = "../up.txt"`, nil, `path = "up.txt"`, "../../up.txt"},
		"samples":        {`path = "../data/set{sample}.txt"`, nil, `path = "data/set{sample}.txt"`, "../../data/set{sample}.txt"},
		"absolute":       {fmt.Sprintf("path = %q", whole), nil, `path = "b.txt"`, whole},
		"set whole":      {`path = "none"`, []string{`instance={ kind = "file", path = "b.txt" }`}, `path = "b.txt"`, "../../b.txt"},
		"samples of set": {`path = "none"`, []string{"instance.path=data/set{sample}.txt"}, `path = "data/set{sample}.txt"`, "../../data/set{sample}.txt"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := loadedFrom(t, "configs/x.toml", ofFiles(c.text, ""), c.sets...)
			if err != nil {
				t.Fatal(err)
			}
			want, err := loadedFrom(t, "y.toml", "name = \"x\"\n"+ofFiles(c.same, ""))
			if err != nil || string(p.Encode()) != string(want.Encode()) {
				t.Fatalf("another plan than with paths from the working directory (%v)", err)
			}
			resolved := string(p.Spec.Resolved("results/x"))
			if want := fmt.Sprintf("path = %q\n", c.path); !strings.Contains(squeeze(resolved), want) {
				t.Errorf("no %s in\n%s", want, resolved)
			}
			for _, file := range []string{"results/x/config.toml", filepath.Join(must(os.Getwd()), "results/x/config.toml")} {
				again, err := loadedFrom(t, file, resolved)
				if err != nil || string(again.Encode()) != string(p.Encode()) || len(again.Spec.Warnings) > 0 {
					t.Errorf("%s makes another plan: %v", file, err)
				}
			}
		})
	}
}

// Swept paths, and those of variants, are found like others, and are named alike in the
// tables of the config and of the resolved one.
func TestSweptPaths(t *testing.T) {
	patternsHere(t, "configs/a.txt", "configs/c.txt", "b.txt")
	for name, text := range map[string]string{
		"sweep":    ofFiles(`path = "a.txt"`, "[sweep]\n\"instance.path\" = [\"a.txt\", \"../b.txt\"]\n"),
		"variants": ofFiles(`path = "a.txt"`, "[[variant]]\nname = \"one\"\n[[variant]]\nname = \"two\"\ninstance.path = \"c.txt\"\n"),
	} {
		p, err := loadedFrom(t, "configs/x.toml", text)
		if err != nil {
			t.Fatal(name, err)
		}
		if len(p.Points) != 2 {
			t.Fatalf("%s: %d points", name, len(p.Points))
		}
		again, err := loadedFrom(t, "results/x/config.toml", string(p.Spec.Resolved("results/x")))
		if err != nil || string(again.Encode()) != string(p.Encode()) {
			t.Errorf("%s: the resolved config makes another plan: %v\n%s", name, err, p.Spec.Resolved("results/x"))
		}
		moved := config.Moved(p.Spec.Resolved("results/x"), "results/x", "deep/er/all", Standard().FileKeys())
		again, err = loadedFrom(t, "deep/er/all/config.toml", string(moved))
		if err != nil || string(again.Encode()) != string(p.Encode()) {
			t.Errorf("%s: the config that was collected into another folder makes another plan: %v\n%s", name, err, moved)
		}
	}
}

// A folder behind a symbolic link finds its files by either of its paths.
func TestPathsBehindLinks(t *testing.T) {
	patternsHere(t, "here/configs/a.txt", "there/x/some")
	t.Chdir("here")
	if err := os.Symlink("../there", "results"); err != nil {
		t.Skip(err)
	}
	p, err := loadedFrom(t, "configs/x.toml", ofFiles(`path = "a.txt"`, ""))
	if err != nil {
		t.Fatal(err)
	}
	for folder, path := range map[string]string{"results/x": "../../here/configs/a.txt", "results/new": "../../here/configs/a.txt", "other/x": "../../configs/a.txt"} {
		if !strings.Contains(squeeze(string(p.Spec.Resolved(folder))), fmt.Sprintf("path = %q", path)) {
			t.Errorf("no %s in\n%s", path, p.Spec.Resolved(folder))
		}
	}
	for _, file := range []string{"results/x/config.toml", "../there/x/config.toml"} {
		again, err := loadedFrom(t, file, string(p.Spec.Resolved("results/x")))
		if err != nil || string(again.Encode()) != string(p.Encode()) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// What is not there is named with its folder.
func TestPathsThatAreNotThere(t *testing.T) {
	patternsHere(t, "configs/a.txt")
	for _, c := range []struct {
		text string
		sets []string
		want string
	}{
		{`path = "none.txt"`, nil, `configs/x.toml:7: instance.path = "configs/none.txt": no such file or directory`},
		{`path = "none{sample}.txt"`, nil, `configs/x.toml:7: instance.path = "configs/none0.txt": no such file or directory`},
		{`path = "a.txt"`, []string{"instance.path=a.txt"}, `--set instance.path=a.txt: no such file or directory`},
	} {
		_, err := loadedFrom(t, "configs/x.toml", ofFiles(c.text, ""), c.sets...)
		if err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	_, err := loadedFrom(t, "configs/x.toml", strings.Replace(ofFiles(`path = "a.txt"`, ""), `kind = "sbpi"`, "kind = \"file\"\npath = \"none\"", 1))
	if want := `configs/x.toml:10: algorithm.path = "configs/none": there is no such file or folder`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func must(s string, err error) string {
	if err != nil {
		panic(err)
	}
	return s
}

// squeeze removes the blanks that put equals signs in a column.
func squeeze(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.Join(strings.Fields(line), " ") + "\n")
	}
	return b.String()
}
