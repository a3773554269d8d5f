package kern

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

var rewrite = flag.Bool("update", false, "write the table of kernels in doc.go")

// described are the kernels in the order in which the generator writes them: what each computes, the
// exported names that call it, and, where it is timed at several degrees, the one in the table.
var described = []struct {
	kernel, formula, through string
	degree                   int
}{
	{"cavity", "s = tanh(ξh − u), Σ s, Σ (1 − s²)", "Cavity Magnetize", 0},
	{"update", "u ← δu + (1−δ) Σ_k c_k s^k, h ← h + ξ Δu", "Update", 5},
	{"logCosh", "Σ ln 2cosh(ξh − u)", "LogCosh", 0},
	{"negatives", "Σ_{ξ=−1} m of four rows", "FourRows", 0},
	{"addNegatives", "h ← h + x where ξ = −1, of four rows", "FourRows", 0},
	{"addProduct", "H ← H + X M", "AddProduct", 0},
	{"gaussCavity", "v = 1/(a − ua), s = (ξb − ub) v, Σ s, Σ v", "GaussCavity", 0},
	{"gaussUpdate", "ua → r(r + z)/(V − v), ub → r/√(V − v), r a series in z", "GaussUpdate", 8},
	{"vote", "½ ln [(p + q H(x₋))/(p + q H(x₊))]", "VoteMessages", 0},
	{"within", "½ ln [Z(ω − s + 1)/Z(ω − s − 1)], Z of a band", "BandMessages", 0},
	{"signTails", "ω/√V, 1/√V, H(|u|)/G(u), 1/G(u), 2Φ(u) − 1", "SignTails", 0},
	{"signAnswers", "g = ∂_ω ln [e^b Φ(u) + e^−b Φ(−u)], ∂_ω g", "SignAnswers", 0},
	{"interpolate", "c_k from the values at Chebyshev points", "Interpolate", 0},
	{"odds", "r = e^−2|ξh − u|, with the sign of ξh − u", "Flips", 0},
	{"addMessages", "u ← u + gain m, h ← h + ξ Δu", "AddMessages", 0},
	{"settle", "u ← δu + (1−δ) m, h ← h + ξ Δu", "Settle", 0},
	{"cavityOdds", "those of cavity and of odds", "Flips", 0},
	{"fourFactors", "four factors of Π (1 − p + p z), p = λr/(1 + λr)", "Flips", 0},
	{"meanFlips", "Σ λr/(1 + λr)", "Flips", 0},
	{"multiply", "the coefficients of Π (1 − p + p z)", "Flips", 0},
	{"correlate", "Σ_c a_c b_{n+c}", "Flips", 0},
	{"flipMessages", "½ ln (λ turned/stay), turned and stay series in λr", "Flips", 0},
	{"splitOdds", "r, those of ξh − u < 0 and the others apart", "Flips", 0},
	{"mergeMessages", "the inverse of splitOdds, for messages", "Flips", 0},
}

// TestTable: the table of the package comment has every kernel once, with the packages that call it and the
// times of bench/kernels.txt.
func TestTable(t *testing.T) {
	var names []string
	for _, d := range described {
		names = append(names, d.kernel)
	}
	if want := dispatched(t); !slices.Equal(names, want) {
		t.Fatalf("kernels %v are described, want %v", names, want)
	}
	const begin, end = "// # Kernels\n", "package kern\n"
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := bytes.Cut(source, []byte(begin))
	if _, _, found := bytes.Cut(rest, []byte(end)); !found {
		t.Fatal("doc.go has no section Kernels before its package clause")
	}
	want := string(head) + begin + table(t) + end
	if string(source) == want {
		return
	}
	if !*rewrite {
		t.Fatal("the table in doc.go is not the one that go test ./internal/kern -run TestTable -update writes")
	}
	if err := os.WriteFile("doc.go", []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// table is the section of doc.go after its heading.
func table(t *testing.T) string {
	times, calls := benchmarks(t), callers(t)
	rows := [][]string{{"kernel", "computes", "in", "called by", "go", "avx2", "avx512"}}
	for _, d := range described {
		name, formula := d.kernel, d.formula
		if d.degree > 0 {
			name, formula = fmt.Sprint(name, d.degree), fmt.Sprintf("%s; of degree %d", formula, d.degree)
		}
		row := []string{d.kernel, formula, strings.ReplaceAll(d.through, " ", ", "), ""}
		of := map[string]bool{}
		for name := range strings.FieldsSeq(d.through) {
			if !ast.IsExported(name) || len(calls[name]) == 0 {
				t.Errorf("%s: no package calls %s", d.kernel, name)
			}
			for _, dir := range calls[name] {
				of[dir] = true
			}
		}
		dirs := []string{}
		for dir := range of {
			dirs = append(dirs, dir)
		}
		slices.Sort(dirs)
		row[3] = strings.Join(dirs, ", ")
		inGo := times[name+"/go"]
		if inGo == 0 {
			t.Fatalf("%s is not in bench/kernels.txt", name)
		}
		row = append(row, fmt.Sprintf("%.2f", inGo))
		for _, tier := range []string{"avx2", "avx512"} {
			row = append(row, fmt.Sprintf("%.1f", inGo/times[name+"/"+tier]))
		}
		rows = append(rows, row)
	}
	var b strings.Builder
	b.WriteString("//\n// go is the time of the loop in Go, in ns per weight, node, factor or term of a sum; avx2 and avx512 are by how\n" +
		"// much the vector code is faster (bench/kernels.txt). The test of this table writes it.\n//\n")
	for _, row := range aligned(rows) {
		b.WriteString("//\t" + row + "\n")
	}
	return b.String()
}

// aligned are the rows with their columns below each other.
func aligned(rows [][]string) (lines []string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for k, cell := range row {
			widths[k] = max(widths[k], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		line := ""
		for k, cell := range row {
			line += cell + strings.Repeat(" ", widths[k]-utf8.RuneCountInString(cell)+2)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// dispatched are the kernels in the order of the generated functions that choose a tier, and multiply, of
// which the tiers are called by hand.
func dispatched(t *testing.T) (names []string) {
	file, err := parser.ParseFile(token.NewFileSet(), "dispatch_portable.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, declaration := range file.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok {
			if names = append(names, f.Name.Name); f.Name.Name == "meanFlips" {
				names = append(names, "multiply")
			}
		}
	}
	return names
}

// benchmarks are the least times in bench/kernels.txt, by kernel and tier.
func benchmarks(t *testing.T) map[string]float64 {
	f, err := os.Open("../../bench/kernels.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	times := map[string]float64{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "BenchmarkKernels/") {
			continue
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(fields[0], "BenchmarkKernels/"), "-")
		ns, err := strconv.ParseFloat(fields[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		if old, known := times[name]; !known || ns < old {
			times[name] = ns
		}
	}
	return times
}

// callers are the packages of the program, by the exported name of this one that they use.
func callers(t *testing.T) map[string][]string {
	by := map[string][]string{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if of, ok := s.X.(*ast.Ident); ok && of.Name == "kern" && !slices.Contains(by[s.Sel.Name], filepath.ToSlash(dir)) {
				by[s.Sel.Name] = append(by[s.Sel.Name], filepath.ToSlash(dir))
			}
			return true
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return by
}
