package plot

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// hostile are labels that a program could run, or stumble over.
var hostile = []string{
	"`touch ran`", `";system("touch ran")#`, "'.system('touch ran').'", "'''+__import__('os').system('touch ran')+'''",
	`\input{ran}`, `a\$ b`, `$x_{"}^{#'~}$ %d %%`, "100% & #1_2^3~4 <5>|6| --7 ``8'' {9}", "@x &{y} ~a{b}", `\\$\hat{@}$`, `$\mathrm{a\_b'c}'$`, "$`x`$", `é$é_{ß}$`,
	"x\ny", "x\r!touch ran", "\u202e!",
}

// labelled is a figure with one label in all places.
func labelled(label string) *Figure {
	x := []float64{0.1, 0.2}
	return &Figure{Panels: []Panel{{Label: label, X: Axis{Label: label}, Y: Axis{Label: label}, Legend: Legend{Title: label},
		Series: []Series{{Name: label, X: x, Y: x}, {Name: label, X: x, Y: x, Style: Style{Marker: Circle}}}}}}
}

// cut takes the strings out of a program, by the rules of gnuplot or Python.
func cut(t testing.TB, kind, program string) (rest string, texts []string) {
	t.Helper()
	var b strings.Builder
	for i := 0; i < len(program); i++ {
		quote := program[i]
		if quote == '#' && (i == 0 || program[i-1] == '\n') { // a comment
			i += strings.IndexByte(program[i:], '\n')
			continue
		}
		if quote != '\'' && quote != '"' {
			b.WriteByte(quote)
			continue
		}
		from := i
		for i++; ; i++ {
			if i >= len(program) || program[i] == '\n' {
				t.Fatalf("%s: a string does not end: %q", kind, program[from:i])
			}
			raw := kind == "gnuplot" && quote == '\''
			if !raw && program[i] == '\\' {
				i++
				continue
			}
			if program[i] == quote {
				break
			}
			if kind == "gnuplot" && quote == '"' && program[i] == '`' {
				t.Fatalf("gnuplot runs %q", program[from:i+1])
			}
		}
		texts = append(texts, program[from:i+1])
		b.WriteByte(' ')
	}
	return b.String(), texts
}

// words are the names outside of the strings of a program.
func words(program string) map[string]bool {
	found := map[string]bool{}
	for _, w := range regexp.MustCompile("[A-Za-z_]+|[`@!]").FindAllString(program, -1) {
		found[w] = true
	}
	return found
}

// FuzzLabels: whatever a label says, a program says nothing else than with
// another label, and holds the text.
func FuzzLabels(f *testing.F) {
	for _, label := range append([]string{"plain", `$\tilde{κ}_{\mathrm{max}}$`, "$~A_{~B}$", `$\alpha x$`}, hostile...) {
		f.Add(label)
	}
	known := map[string]map[string]bool{}
	for _, kind := range []string{"gnuplot", "matplotlib"} {
		data, err := full().Script(kind)
		if err != nil {
			f.Fatal(err)
		}
		rest, _ := cut(f, kind, string(data))
		known[kind] = words(rest + " set logscale set_xscale set_yscale lmargin")
	}
	f.Fuzz(func(t *testing.T, label string) {
		if got, err := strconv.Unquote(pythonString(label)); err != nil || got != oneLine(label) {
			t.Errorf("Python reads %q: %v", got, err)
		}
		if _, texts := cut(t, "gnuplot", gnuplotString(label)); len(texts) != 1 || texts[0][1:len(texts[0])-1] != strings.ReplaceAll(oneLine(label), "'", "’") {
			t.Errorf("gnuplot reads %q", texts)
		}
		if len(label) > 200 || CheckLabel(label) != nil {
			return
		}
		for kind, vocabulary := range known {
			data, err := labelled(label).Script(kind)
			if err != nil {
				t.Fatal(err)
			}
			rest, _ := cut(t, kind, string(data))
			for w := range words(rest) {
				if !vocabulary[w] {
					t.Errorf("%s: %q stands outside of a string in\n%s", kind, w, data)
				}
			}
		}
		checkTeX(t, tex(label))
	})
}

// plainTeX are the commands of text in labels.
var plainTeX = strings.Fields(`textbackslash textasciicircum textasciitilde textless textgreater textbar textquotedbl textasciigrave text mathrm quad
	ln log exp max min sup inf sin cos tan tanh atanh sign erf erfc $ % & # _ { } , : ;`)

// checkTeX reads a label as LaTeX does: known commands only, braces and dollar
// signs in pairs, and no character that means something in text.
func checkTeX(t *testing.T, label string) {
	t.Helper()
	depth, dollars := 0, 0
	inText := []bool{true} // by depth of braces: \text in mathematics
	for i := 0; i < len(label); i++ {
		switch c := label[i]; c {
		case '\\':
			name := regexp.MustCompile(`^(?:[A-Za-z]+|.)`).FindString(label[i+1:])
			_, symbol := symbols[name]
			_, accent := accents[name]
			if !symbol && !accent && !slices.Contains(plainTeX, name) {
				t.Errorf(`LaTeX: \%s in %q`, name, label)
			}
			i += len(name)
			if name == "text" {
				i++
				depth++
				inText = append(inText, true)
			}
		case '{':
			depth++
			inText = append(inText, inText[len(inText)-1])
		case '}':
			if depth--; depth < 0 {
				t.Fatalf("LaTeX: a brace too many in %q", label)
			}
			inText = inText[:len(inText)-1]
		case '$':
			dollars++
			inText[0] = dollars%2 == 0
			if depth != 0 {
				t.Errorf("LaTeX: a dollar sign within braces in %q", label)
			}
		case '%', '&', '#', '~', '`', '"':
			t.Errorf("LaTeX: %q in %q", c, label)
		case '_', '^':
			if inText[len(inText)-1] {
				t.Errorf("LaTeX: %q in text of %q", c, label)
			}
		}
	}
	if depth != 0 || dollars%2 != 0 {
		t.Errorf("LaTeX: braces or dollar signs without partners in %q", label)
	}
}

// What cannot be drawn on one line is no label.
func TestLabelsOnOneLine(t *testing.T) {
	for _, label := range []string{"a\nb", "a\rb", "a\tb", "a\x00b", "a\u2028b", "a\u202eb"} {
		if err := CheckLabel(label); err == nil || !strings.Contains(err.Error(), "cannot be drawn") {
			t.Errorf("%q: %v", label, err)
		}
	}
}

// The programs draw hostile labels and run none.
func TestHostileLabelsRun(t *testing.T) {
	withPrograms(t)
	var labels []string
	for _, label := range hostile {
		if CheckLabel(label) == nil {
			labels = append(labels, label)
		}
	}
	f := &Figure{WidthCM: TwoColumns, Columns: 3}
	for _, label := range labels {
		f.Panels = append(f.Panels, labelled(label).Panels...)
	}
	for kind, program := range map[string]string{"gnuplot": "gnuplot", "matplotlib": python3()} {
		if _, err := exec.LookPath(program); err != nil {
			t.Errorf("%s is not installed", kind)
			continue
		}
		data, err := f.Script(kind)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		scratch.Write(t, filepath.Join(dir, ScriptFile(kind)), data)
		cmd := exec.Command(program, ScriptFile(kind))
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil || kind == "gnuplot" && len(out) > 0 {
			t.Errorf("%s: %v\n%s", kind, err, out)
		}
		if _, err := os.Stat(filepath.Join(dir, "figure-"+kind+".pdf")); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
			t.Errorf("%s has run a label", kind)
		}
	}
}
