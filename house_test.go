// Package fbp_test keeps the house in order: who may import whom, which
// functions a solver may call, and that the documents say what is there.
package fbp_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// layers are the packages, each with those of ours that it may import. All of
// these stand above it, so that imports go one way. Its tests may import
// whatever stands above it.
var layers = []struct{ name, imports string }{
	{"internal/say", ""},
	{"internal/fault", ""},
	{"internal/values", ""},
	{"internal/slow", ""},
	{"internal/scratch", ""},
	{"internal/cores", ""},
	{"internal/traits", ""},
	{"gauss", ""},
	{"internal/kern", "gauss"},
	{"internal/process", ""},
	{"internal/files", "internal/process"},
	{"internal/claims", "internal/files internal/process"},
	{"internal/npy", ""},
	{"internal/sealed", ""},
	{"results", "internal/files internal/npy internal/sealed"},
	{"internal/lives", "results"},
	{"internal/origin", "internal/kern internal/say results"},
	{"instances", "gauss internal/fault internal/files internal/npy internal/traits internal/values"},
	{"loss", "gauss"},
	{"fitting", "gauss"},
	{"assignment", ""},
	{"factorgraph", "gauss internal/cores internal/kern loss"},
	{"theory/oracle", ""},
	{"theory/saddle", "gauss"},
	{"theory/clusters", "gauss theory/saddle"},
	{"theory/rs", "gauss theory/saddle"},
	{"theory", "gauss theory/clusters theory/rs theory/saddle"},
	{"theory/symmetric", "gauss theory theory/saddle"},
	{"theory/connectivity", "gauss theory theory/saddle"},
	{"theory/sampling", "gauss theory theory/rs theory/saddle"},
	{"theory/parisi", "gauss theory theory/clusters theory/saddle"},
	{"model", "factorgraph gauss instances internal/fault internal/kern internal/traits loss results"},
	{"enumeration", "gauss instances internal/fault model results"},
	{"knows", "gauss internal/traits model theory theory/connectivity theory/symmetric"},
	{"dynamics", "gauss instances internal/fault internal/kern loss model results"},
	{"dynamics/montecarlo", "gauss instances internal/fault loss model results"},
	{"bp", "dynamics dynamics/montecarlo factorgraph gauss instances internal/cores internal/fault internal/traits loss model results"},
	{"bp/layered", "bp dynamics factorgraph gauss instances internal/fault internal/kern model results"},
	{"dynamics/straight", "dynamics gauss instances internal/fault internal/kern model results"},
	{"measure", "assignment bp bp/layered factorgraph gauss instances internal/fault internal/values loss model results"},
	{"theory/franzparisi", "gauss theory theory/clusters theory/saddle"},
	{"theory/features", "gauss theory theory/franzparisi theory/rs theory/saddle"},
	{"theory/deviations", "gauss theory theory/clusters theory/saddle"},
	{"theory/crossentropy", "gauss loss theory theory/franzparisi theory/rs theory/saddle"},
	{"theory/catalog", "internal/fault internal/traits internal/values loss results theory theory/connectivity theory/crossentropy theory/deviations theory/features theory/franzparisi theory/parisi theory/sampling theory/symmetric"},
	{"plot", ""},
	{"experiment/config", "internal/fault internal/files internal/say internal/values results"},
	{"experiment/theories", "experiment/config internal/fault internal/say internal/traits internal/values knows model results theory/catalog"},
	{"experiment/kinds", "instances model results"},
	{"experiment/plan", "experiment/config experiment/kinds experiment/theories instances internal/fault internal/files internal/say internal/sealed model results"},
	{"experiment/plantest", "bp experiment/kinds experiment/plan instances internal/scratch measure model results"},
	{"experiment/store", "experiment/config experiment/kinds experiment/plan instances internal/claims internal/files internal/origin internal/say internal/sealed model results"},
	{"experiment/checkpoint", "experiment/plan experiment/store internal/files internal/sealed results"},
	{"experiment/export", "experiment/plan experiment/store internal/files internal/npy internal/say model results"},
	{"experiment/reuse", "experiment/config experiment/kinds experiment/plan experiment/store instances internal/fault internal/files model results"},
	{"experiment/outside", "experiment/config experiment/kinds instances internal/fault internal/files internal/process model results"},
	{"experiment/table", "experiment/kinds experiment/plan experiment/store experiment/theories gauss internal/files internal/origin internal/say internal/sealed internal/traits knows model results theory theory/catalog"},
	{"experiment/figure", "experiment/config experiment/plan experiment/store experiment/table experiment/theories internal/fault internal/files internal/say internal/traits model plot results theory/catalog theory/franzparisi"},
	{"experiment/check", "experiment/checkpoint experiment/export experiment/figure experiment/plan experiment/store experiment/table experiment/theories internal/files internal/origin internal/say plot results"},
	{"experiment", everything},
	{"cluster", "experiment experiment/plan experiment/store internal/files internal/say results"},
	{"report", "experiment experiment/config experiment/plan experiment/store internal/files results"},
	{"cmd/fbp", everything},
	{".", everything},
}

// everything is all packages above.
const everything = "*"

// file is one Go file of the project.
type file struct {
	path, pkg string // from the root, with slashes
	test      bool
	*ast.File
}

// parsed are the Go files of tracked, read once for all tests.
var parsed struct {
	set   *token.FileSet
	files []file
}

// goFiles parses every Go file, whatever its build tags.
func goFiles(t *testing.T) (*token.FileSet, []file) {
	t.Helper()
	if parsed.set != nil {
		return parsed.set, parsed.files
	}
	set, files := token.NewFileSet(), []file(nil)
	for _, name := range tracked(t) {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file{name, path.Dir(name), strings.HasSuffix(name, "_test.go"), f})
	}
	if len(files) < 50 {
		t.Fatalf("found %d Go files: not the root of the project", len(files))
	}
	parsed.set, parsed.files = set, files
	return set, files
}

// tracked lists the files of the project: no hidden folders, no runs in
// results, no modules of their own.
func tracked(t *testing.T) (names []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		name = filepath.ToSlash(name)
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			names = append(names, name)
			return nil
		case name == ".":
			return nil
		case strings.HasPrefix(d.Name(), ".") && name != ".ci", path.Dir(name) == "results" && d.Name() != "testdata", exists(name + "/go.mod"):
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func exists(name string) bool { _, err := os.Stat(name); return err == nil }

// imported are the import paths of a file, with the names they go by.
func (f file) imported() map[string]string {
	names := map[string]string{}
	for _, spec := range f.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		names[p] = path.Base(majorVersion.ReplaceAllString(p, ""))
		if spec.Name != nil {
			names[p] = spec.Name.Name
		}
	}
	return names
}

var majorVersion = regexp.MustCompile(`/v\d+$`)

// TestImports: imports go one way, as the table says, and names keep theirs.
func TestImports(t *testing.T) {
	code, tests := map[string][]string{}, map[string][]string{}
	var above []string
	for _, l := range layers {
		code[l.name] = strings.Fields(l.imports)
		if l.imports == everything {
			code[l.name] = above
		}
		for _, p := range code[l.name] {
			if !slices.Contains(above, p) {
				t.Errorf("the table lets %s import %s, which is not above it", l.name, p)
			}
		}
		tests[l.name] = append(slices.Clone(above), l.name)
		above = append(above, l.name)
	}
	_, files := goFiles(t)
	for _, f := range files {
		allowed, listed := code[f.pkg]
		if f.test {
			allowed = tests[f.pkg]
		}
		if !listed {
			t.Errorf("%s: package %s is not in the table of imports", f.path, f.pkg)
			continue
		}
		for p, name := range f.imported() {
			if name == "." {
				t.Errorf("%s: %s is imported without its name", f.path, p)
			}
			if p, ours := strings.CutPrefix(p, "fbp/"); ours && !slices.Contains(allowed, p) {
				t.Errorf("%s: %s may not import %s", f.path, f.pkg, p)
			}
		}
	}
}

// TestOneLayerOfFiles: only internal/files calls the file functions of package
// os, so that a test can make each of them fail. Files that the system itself
// keeps, in /proc and /sys, are read directly, and so are those of tests.
func TestOneLayerOfFiles(t *testing.T) {
	of := map[string]string{
		"os": " Chmod Chtimes Create CreateTemp Link Lstat Mkdir MkdirAll MkdirTemp Open OpenFile OpenRoot ReadDir ReadFile " +
			"Remove RemoveAll Rename Stat Symlink Truncate WriteFile ",
		"path/filepath": " Glob Walk WalkDir ",
		"io/ioutil":     " ReadAll ReadDir ReadFile TempDir TempFile WriteFile ",
	}
	set, files := goFiles(t)
	for _, f := range files {
		if f.test || f.pkg == "internal/files" || f.pkg == "internal/scratch" || f.pkg == "internal/kern/asm" {
			continue
		}
		imported := f.imported()
		ast.Inspect(f.File, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || ofTheSystem(call) {
				return true
			}
			s, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			for p, functions := range of {
				if x, ok := s.X.(*ast.Ident); ok && imported[p] == x.Name && strings.Contains(functions, " "+s.Sel.Name+" ") {
					t.Errorf("%v: %s.%s: want its counterpart in internal/files", set.Position(s.Pos()), x.Name, s.Sel.Name)
				}
			}
			return true
		})
	}
}

// ofTheSystem tells whether the first argument of a call is a path in /proc or
// /sys.
func ofTheSystem(call *ast.CallExpr) bool {
	if len(call.Args) == 0 {
		return false
	}
	path := call.Args[0]
	for {
		sum, ok := path.(*ast.BinaryExpr)
		if !ok {
			break
		}
		path = sum.X
	}
	text, ok := path.(*ast.BasicLit)
	return ok && (strings.HasPrefix(text.Value, `"/proc/`) || strings.HasPrefix(text.Value, `"/sys/`))
}

// TestOneRandomGenerator: a single file knows golang.org/x/exp/rand, and every
// other draws from instances.Stream. Package-level numbers of math/rand depend
// on the process.
func TestOneRandomGenerator(t *testing.T) {
	set, files := goFiles(t)
	for _, f := range files {
		for p, name := range f.imported() {
			switch {
			case p == "golang.org/x/exp/rand" && f.path != "instances/stream.go", p == "math/rand":
				t.Errorf("%s imports %s: want instances.Stream", f.path, p)
			case p == "math/rand/v2" && !f.test:
				f.selectors(name, func(s *ast.SelectorExpr) {
					if !slices.Contains([]string{"Rand", "New", "Source", "PCG"}, s.Sel.Name) {
						t.Errorf("%v: rand.%s draws from no stream", set.Position(s.Pos()), s.Sel.Name)
					}
				})
			}
		}
	}
}

// selectors visits name.X in a file.
func (f file) selectors(name string, visit func(*ast.SelectorExpr)) {
	ast.Inspect(f.File, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == name {
				visit(s)
			}
		}
		return true
	})
}

// What a solver may take from package math: what is exact or rounded once, and
// constants. The rest changes with processor, compiler setting and Go version.
var (
	exactMath = strings.Fields("Sqrt FMA Abs Floor Ceil Trunc RoundToEven Copysign Inf NaN IsInf IsNaN " +
		"Float64bits Float64frombits Float32bits Float32frombits")
	constant = regexp.MustCompile(`^(Pi|E|Phi|Ln2|Ln10|Log2E|Log10E|Sqrt(2|E|Pi|Phi)|(Max|Min|Smallest)\w+)$`)
)

// onSolversPath tells whether the numbers of a file must have the same bits on
// every machine.
func (f file) onSolversPath() bool {
	return !f.test && f.path != "gauss/quadrature.go" && f.path != "gauss/bivariate.go" &&
		(slices.Contains([]string{"gauss", "internal/kern", "loss", "factorgraph", "model", "bp", "dynamics", "dynamics/montecarlo", "instances", "measure"}, f.pkg))
}

// TestSameBitsOfMath: what a solver computes comes from operations that have
// the same bits everywhere.
func TestSameBitsOfMath(t *testing.T) {
	set, files := goFiles(t)
	seen := 0
	for _, f := range files {
		if !f.onSolversPath() {
			continue
		}
		for p, name := range f.imported() {
			switch {
			case p == "math":
				f.selectors(name, func(s *ast.SelectorExpr) {
					seen++
					if !slices.Contains(exactMath, s.Sel.Name) && !constant.MatchString(s.Sel.Name) {
						t.Errorf("%v: math.%s differs between machines: want its counterpart in gauss", set.Position(s.Pos()), s.Sel.Name)
					}
				})
			case p == "math/cmplx", strings.HasPrefix(p, "gonum.org/"):
				t.Errorf("%s imports %s, whose sums and functions differ between machines", f.path, p)
			}
		}
		ast.Inspect(f.File, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && (s.Sel.Name == "NormFloat64" || s.Sel.Name == "ExpFloat64") {
				t.Errorf("%v: the tail of %s calls package math", set.Position(s.Pos()), s.Sel.Name)
			}
			return true
		})
	}
	if seen < 50 {
		t.Errorf("saw %d uses of package math: the test reads the wrong files", seen)
	}
}

// ownPath is a path of somebody's machine.
var ownPath = regexp.MustCompile(`(^|[^\w./~$}-])/(home|root|work|tmp|Users)/\w`)

// TestNoPathsOfAMachine: no committed file says where its author keeps the
// project, and none is a program.
func TestNoPathsOfAMachine(t *testing.T) {
	for _, name := range committed(t) {
		data := scratch.Read(t, name)
		switch {
		case strings.HasPrefix(data, "\x7fELF"), strings.HasPrefix(data, "MZ"), strings.HasPrefix(data, "\xcf\xfa\xed\xfe"):
			t.Errorf("%s is a compiled program", name)
			continue
		case strings.Contains(data, "\x00"): // a picture, an archive
			continue
		}
		for i, line := range strings.Split(data, "\n") {
			if at := ownPath.FindString(line); at != "" {
				t.Errorf("%s:%d: a path of some machine: %.60q", name, i+1, line)
			}
		}
	}
}

// committed lists the files that git keeps; without git, those that are there.
func committed(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil || len(out) == 0 {
		return tracked(t)
	}
	names := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	return slices.DeleteFunc(names, func(name string) bool { return !exists(name) })
}

// textFault is a mistake in a key that is written out as a text.
var textFault = regexp.MustCompile(`(Errorf|New)\("[a-z_.0-9]+ = `)

// TestFaultsAreValues: a mistake in a key of a config is a fault.Fault, which finds
// its place in the config; a text that only looks like one does not.
func TestFaultsAreValues(t *testing.T) {
	_, files := goFiles(t)
	for _, f := range files {
		if !f.test && slices.Contains([]string{"instances", "model", "bp", "dynamics", "dynamics/montecarlo", "measure", "experiment", "experiment/config", "experiment/plan", "experiment/store", "experiment/table", "experiment/figure"}, f.pkg) {
			if at := textFault.FindString(scratch.Read(t, f.path)); at != "" {
				t.Errorf("%s: %s…: want fault.New", f.path, at)
			}
		}
	}
}

// emitting are the packages whose numbers leave as readings; namedApart are columns whose names stand in a layout, or in
// what is emitted.
var (
	emitting   = strings.Fields("bp bp/layered dynamics dynamics/montecarlo dynamics/straight enumeration measure experiment/outside experiment/reuse")
	namedApart = regexp.MustCompile(`\b(At|Values): +\[\](string|results\.Quantity)\{|\bresults\.Quantity\{`)
)

// TestColumnsAreDeclared: a column has its name where its unit, meaning and number are, in a
// results.Schema, and in no other place.
func TestColumnsAreDeclared(t *testing.T) {
	_, files := goFiles(t)
	for _, f := range files {
		if !f.test && slices.Contains(emitting, f.pkg) {
			if at := namedApart.FindString(scratch.Read(t, f.path)); at != "" {
				t.Errorf("%s: %s…: want the columns of a results.Schema", f.path, at)
			}
		}
	}
}

// TestContextIsAnArgument: a context belongs to a call. Kept in a value it outlives it, and
// nobody sees which calls it ends. The exceptions are values of one call: readers, which
// have no other way to be told, and the keeper and the timing of one computation.
func TestContextIsAnArgument(t *testing.T) {
	ofOneCall := []string{"instances.heard", "internal/files.interruptible", "experiment/checkpoint.Keeper", "experiment/plan.timed"}
	set, files := goFiles(t)
	for _, f := range files {
		if f.test {
			continue
		}
		ast.Inspect(f.File, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || slices.Contains(ofOneCall, f.pkg+"."+spec.Name.Name) {
				return true
			}
			s, ok := spec.Type.(*ast.StructType)
			if !ok {
				return true
			}
			for _, field := range s.Fields.List {
				if x, ok := field.Type.(*ast.SelectorExpr); ok && x.Sel.Name == "Context" {
					t.Errorf("%v: %s keeps a context: want it as an argument", set.Position(field.Pos()), spec.Name.Name)
				}
			}
			return true
		})
	}
}

// printedCommand is a command in a text of the program that has a name in it.
var printedCommand = regexp.MustCompile(`"[^"]*\b(fbp (run|plan|status|submit|check|collect|plot|export|fit|work|report|theory|init|config)|rm|mv) [^"]*(%[sqv]|[ =]" *\+)`)

// TestPrintedCommands: a command that is printed with a name in it is made by say.Command,
// which quotes the name.
func TestPrintedCommands(t *testing.T) {
	for _, name := range tracked(t) {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		for i, line := range strings.Split(scratch.Read(t, name), "\n") {
			made := strings.Contains(line, "say.Command(") || strings.Contains(line, "command(")
			if printedCommand.MatchString(line) && !made && !strings.HasPrefix(strings.TrimSpace(line), "//") {
				t.Errorf("%s:%d: want say.Command: %s", name, i+1, strings.TrimSpace(line))
			}
		}
	}
}

// mostLines is the most lines of a function.
const mostLines = 60

// TestFunctionsAreShort: nobody has to keep more than mostLines of a function in mind. Tests may
// list their cases.
func TestFunctionsAreShort(t *testing.T) {
	set, files := goFiles(t)
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || f.test {
				continue
			}
			n := set.Position(fn.End()).Line - set.Position(fn.Pos()).Line + 1
			if n > mostLines {
				t.Errorf("%v: %s has %d lines: want at most %d", set.Position(fn.Pos()), fn.Name.Name, n, mostLines)
			}
		}
	}
}
