package fbp_test

import (
	"go/ast"
	"go/doc"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocComments: every exported name has a comment, and one that begins with a name
// begins with its own. Of constants and variables that are declared together one comment
// for all will do.
func TestDocComments(t *testing.T) {
	set, files := goFiles(t)
	declared := map[string]map[string]bool{} // of each package
	for _, f := range files {
		if declared[f.pkg] == nil {
			declared[f.pkg] = map[string]bool{}
		}
		for _, e := range f.exported() {
			declared[f.pkg][e.name] = true
		}
	}
	seen := 0
	for _, f := range files {
		if f.test || f.Name.Name == "main" {
			continue
		}
		for _, field := range f.fields() {
			if first, _, _ := strings.Cut(field.Doc.Text(), " "); strings.EqualFold(first, field.Names[0].Name) && first != field.Names[0].Name {
				t.Errorf("%v: the comment of %s begins with %q", set.Position(field.Pos()), field.Names[0].Name, first)
			}
		}
		for _, e := range f.exported() {
			seen++
			first, _, _ := strings.Cut(strings.TrimSpace(e.doc), " ")
			first = strings.TrimRight(first, ",:")
			switch {
			case e.doc == "":
				t.Errorf("%v: %s has no comment", set.Position(e.pos), e.name)
			case !e.group && first != e.name && (camelCase.MatchString(first) || declared[f.pkg][first]):
				t.Errorf("%v: the comment of %s begins with %q", set.Position(e.pos), e.name, first)
			}
		}
	}
	if seen < 500 {
		t.Errorf("saw %d exported names: the test reads the wrong files", seen)
	}
}

// camelCase is a word that is a name of Go and none of a sentence.
var camelCase = regexp.MustCompile(`^[A-Za-z][a-z]+[A-Z]\w*$`)

// TestPackagesHaveExamples: the packages that someone solves an instance with say where to begin, and
// have an example of 25 lines at most, which the tests run.
func TestPackagesHaveExamples(t *testing.T) {
	const most = 25
	begin, examples := map[string]bool{}, map[string]bool{}
	set, files := goFiles(t)
	for _, f := range files {
		begin[f.pkg] = begin[f.pkg] || strings.Contains(f.Doc.Text(), "\nBegin with ")
		if !f.test {
			continue
		}
		for _, e := range doc.Examples(f.File) {
			lines := set.Position(e.Code.End()).Line - set.Position(e.Code.Pos()).Line + 1 - strings.Count(e.Output, "\n") - 1
			if examples[f.pkg] = e.Name == "" && e.Output != ""; lines > most {
				t.Errorf("%s: example %q has %d lines: want at most %d", f.path, e.Name, lines, most)
			}
		}
	}
	for _, pkg := range []string{"bp", "instances", "measure", "model", "theory", "theory/franzparisi"} {
		if !examples[pkg] {
			t.Errorf("package %s has no example with an output", pkg)
		}
		if !begin[pkg] {
			t.Errorf("package %s does not say where to begin", pkg)
		}
	}
}

// export is an exported name with its comment.
type export struct {
	name, doc string
	pos       token.Pos
	group     bool // its comment is that of several names
}

// exported are the exported types, functions, methods of exported types and interfaces,
// constants and variables of a file.
func (f file) exported() (list []export) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && ast.IsExported(receiver(d)) {
				list = append(list, export{name: d.Name.Name, doc: d.Doc.Text(), pos: d.Pos()})
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				names, doc := named(spec)
				group := len(d.Specs) > 1 && doc == "" || len(names) > 1
				if doc == "" {
					doc = d.Doc.Text()
				}
				list = append(list, methods(spec)...)
				for _, name := range names {
					list = append(list, export{name: name.Name, doc: doc, pos: name.Pos(), group: group})
				}
			}
		}
	}
	return slices.DeleteFunc(list, func(e export) bool { return !ast.IsExported(e.name) })
}

// methods are those of an exported interface that has several; of one the comment of the
// interface will do.
func methods(spec ast.Spec) (list []export) {
	t, ok := spec.(*ast.TypeSpec)
	if !ok || !t.Name.IsExported() {
		return nil
	}
	i, ok := t.Type.(*ast.InterfaceType)
	if !ok || len(i.Methods.List) < 2 {
		return nil
	}
	for _, m := range i.Methods.List {
		if len(m.Names) > 0 { // or it is embedded
			list = append(list, export{name: m.Names[0].Name, doc: m.Doc.Text() + m.Comment.Text(), pos: m.Pos()})
		}
	}
	return list
}

// fields are those of the structs of a file that have names and comments of their own.
func (f file) fields() (list []*ast.Field) {
	ast.Inspect(f.File, func(n ast.Node) bool {
		if s, ok := n.(*ast.StructType); ok {
			list = append(list, s.Fields.List...)
		}
		return true
	})
	return slices.DeleteFunc(list, func(x *ast.Field) bool { return len(x.Names) == 0 || x.Doc == nil })
}

// receiver is the type that a method belongs to; a function belongs to all.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// named are the names that a specification declares, and its own comment, before it or on
// its line.
func named(spec ast.Spec) (names []*ast.Ident, doc string) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		return []*ast.Ident{s.Name}, s.Doc.Text() + s.Comment.Text()
	case *ast.ValueSpec:
		return s.Names, s.Doc.Text() + s.Comment.Text()
	}
	return nil, ""
}

// TestCommentsNameWhatIsThere: a name of Go in a comment is one that the program has or uses.
func TestCommentsNameWhatIsThere(t *testing.T) {
	set, files := goFiles(t)
	known := map[string]bool{}
	for _, f := range files {
		ast.Inspect(f.File, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.Ident:
				known[x.Name] = true
				known[strings.TrimRight(x.Name, "0123456789")] = true // C_j for C0, C1, …
			case *ast.BasicLit:
				for _, w := range word.FindAllString(x.Value, -1) {
					known[w] = true
				}
			}
			return true
		})
	}
	for _, f := range files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				for _, w := range word.FindAllString(c.Text, -1) {
					if camelCase.MatchString(w) && !known[strings.TrimSuffix(strings.TrimSuffix(w, "_j"), "_k")] && !slices.Contains(namesOfOthers, w) {
						t.Errorf("%v: a comment names %s, which is not there", set.Position(c.Pos()), w)
					}
				}
			}
		}
	}
}

// TestCommentsNameFilesThatAreThere: a file of Go in a comment is one of its package, or is named from the root.
func TestCommentsNameFilesThatAreThere(t *testing.T) {
	set, files := goFiles(t)
	for _, f := range files {
		if ast.IsGenerated(f.File) {
			continue // from another folder
		}
		for _, group := range f.Comments {
			for _, name := range fileOfGo.FindAllString(group.Text(), -1) {
				if !exists(path.Join(f.pkg, name)) && !exists(name) && !slices.Contains(namesOfOthers, name) {
					t.Errorf("%v: a comment names %s, which is not there", set.Position(group.Pos()), name)
				}
			}
		}
	}
}

// fileOfGo is the name of a file.
var fileOfGo = regexp.MustCompile(`[\w./]*\w\.go\b`)

// namesOfOthers are words with a capital inside that are no names of this program.
var namesOfOthers = strings.Fields("BinaryCommitteeMachineFBP BinaryCommitteeMachineRSGD JobLaunchFailure LaTeX MacKay NumPy SciPost TeX arXiv erfinv.go pdfLaTeX")

var word = regexp.MustCompile(`\w+`)

// TestPanicsNameTheirPackage: a message that begins with the name of a package begins with
// its own.
func TestPanicsNameTheirPackage(t *testing.T) {
	set, files := goFiles(t)
	for _, f := range files {
		ast.Inspect(f.File, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if x, ok := call.Fun.(*ast.Ident); !ok || x.Name != "panic" {
				return true
			}
			ast.Inspect(call.Args[0], func(n ast.Node) bool {
				text, ok := n.(*ast.BasicLit)
				if m := prefix.FindStringSubmatch(textOf(text)); ok && m != nil && m[1] != strings.TrimSuffix(f.Name.Name, "_test") {
					t.Errorf("%v: a panic of package %s begins with %q", set.Position(text.Pos()), f.Name.Name, m[0])
				}
				return true
			})
			return true
		})
	}
}

// prefix is the name that a message begins with.
var prefix = regexp.MustCompile("^[\"`]([a-z]+): ")

// textOf is a literal as it is written.
func textOf(x *ast.BasicLit) string {
	if x == nil {
		return ""
	}
	return x.Value
}
