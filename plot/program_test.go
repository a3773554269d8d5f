package plot

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// byMatplotlib is a folder where figure.py has made files with these endings out of a figure.
func byMatplotlib(t *testing.T, f *Figure, endings ...string) (dir string) {
	t.Helper()
	if os.Getenv("FBP_TEST_SCRIPTS") == "" {
		t.Skip("FBP_TEST_SCRIPTS is not set")
	}
	dir = t.TempDir()
	data, err := f.JSON()
	if err != nil {
		t.Fatal(err)
	}
	scratch.Write(t, filepath.Join(dir, "figure.json"), data)
	scratch.Write(t, filepath.Join(dir, "figure.py"), Program)
	for _, ending := range endings {
		cmd := exec.Command("/usr/bin/python3", filepath.Join(dir, "figure.py"), filepath.Join(dir, "figure."+ending))
		cmd.Dir = t.TempDir()
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2+len(endings) {
		t.Errorf("%v: files %v", err, entries)
	}
	return dir
}

// odd is a full figure with a label that is a program to several languages.
func odd() *Figure {
	f := full()
	f.Panels[1].X.Label = "\"'''`touch ran`; %d #1 \\input{ran} & ^~<> $x_{\"}$ é"
	return f
}

// Matplotlib draws the numbers as a page of the size of the figure, with or without a legend, its text
// in fonts that journals take. Nothing stands beside it: no label is run.
func TestProgramRuns(t *testing.T) {
	for _, f := range []*Figure{odd(), bare()} {
		dir := byMatplotlib(t, f, "png", "pdf")
		theirs, err := png.DecodeConfig(bytes.NewReader([]byte(scratch.Read(t, dir, "figure.png"))))
		ours, err2 := png.DecodeConfig(bytes.NewReader(render(t, f, "png")))
		if err != nil || err2 != nil || abs(theirs.Width-ours.Width) > 1 || abs(theirs.Height-ours.Height) > 1 {
			t.Errorf("%v, %v: %d × %d pixels, want %d × %d", err, err2, theirs.Width, theirs.Height, ours.Width, ours.Height)
		}
		if pdf := scratch.Read(t, dir, "figure.pdf"); strings.Contains(pdf, "/Subtype /Type3") || !strings.Contains(pdf, "/Subtype /CIDFontType2") {
			t.Error("fonts of type 3, which journals refuse")
		}
	}
}

// known is a figure whose labels have every command.
func known() *Figure {
	f := &Figure{WidthCM: TwoColumns, HeightCM: 20, Columns: 4}
	for some := range slices.Chunk(commands(), 6) {
		var all strings.Builder
		for _, command := range some {
			argument := " x"
			if _, ok := accents[command[1:]]; ok {
				argument = "{κ}"
			} else if _, ok := cuts[command[1:]]; ok {
				argument = "{ab}"
			}
			script := "_" + command + argument
			if command == `\left` || command == `\right` {
				script = ""
			}
			fmt.Fprintf(&all, "$x%s%s%s x$ ", command, argument, script)
		}
		p := bare().Panels[0]
		p.X.Label = all.String()
		f.Panels = append(f.Panels, p)
	}
	return f
}

// Matplotlib knows the mathematics of every label: none is set as it was typed.
func TestProgramKnowsLabels(t *testing.T) {
	dir := byMatplotlib(t, known())
	check := `import figure, json
for text in json.load(open("figure.json"))["texts"]:
    if figure.label(text["text"]).startswith(r"\$"):
        print(text["text"])
`
	cmd := exec.Command("/usr/bin/python3", "-B", "-c", check)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

// pdfLaTeX sets figures as columns and as the width of a page of a Physical Review, with nothing
// missing or too wide.
func TestPageOfPaper(t *testing.T) {
	if exec.Command("kpsewhich", "revtex4-2.cls", "pgf.sty", "underscore.sty").Run() != nil {
		t.Skip("no TeX with RevTeX, pgf and underscore")
	}
	var page strings.Builder
	page.WriteString("\\documentclass[aps,prl,twocolumn]{revtex4-2}\n\\usepackage{pgf,amsmath}\n\\begin{document}\n")
	dir := t.TempDir()
	one := bare()
	one.Panels[0].Series[0].Name, one.Panels[0].Legend.Title = `$\tilde{κ}$ = $κ_{\mathrm{max}}$ & 5%`, `$\langle \mathbf{W} \rangle$`
	for name, f := range map[string]*Figure{"bare": bare(), "one": one, "odd": odd(), "known": known()} {
		scratch.Write(t, filepath.Join(dir, name+".pgf"), []byte(scratch.Read(t, byMatplotlib(t, f, "pgf"), "figure.pgf")))
		environment := "figure"
		if f.WidthCM == TwoColumns {
			environment = "figure*"
		}
		page.WriteString("\\begin{" + environment + "}\\input{" + name + ".pgf}\\caption{}\\end{" + environment + "}\n")
	}
	page.WriteString("Text.\n\\end{document}\n")
	scratch.Write(t, filepath.Join(dir, "page.tex"), []byte(page.String()))
	cmd := exec.Command("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if bad := regexp.MustCompile(`(?m)^!.*|.*Missing character.*|^Overfull \\hbox.*|.*Invalid.*|.*invalid.*`).FindAllString(string(out)+scratch.Read(t, dir, "page.log"), -1); err != nil || bad != nil {
		t.Errorf("%v: %s\n%s", err, strings.Join(bad, "\n"), out)
	}
}
