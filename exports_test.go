package fbp_test

import (
	"go/ast"
	"testing"
)

// mostExports is how many functions, methods and types a package may export that many others use: what it knows has to
// be known in one place, and be asked for in few ways.
var mostExports = []struct {
	pkg  string
	most int
}{
	{"experiment/store", 90}, {"experiment/plan", 90},
}

// TestFewExports counts them.
func TestFewExports(t *testing.T) {
	_, files := goFiles(t)
	for _, of := range mostExports {
		n := 0
		for _, f := range files {
			if f.pkg == of.pkg && !f.test {
				n += exports(f.File)
			}
		}
		if n == 0 || n > of.most {
			t.Errorf("%s exports %d functions, methods and types: want at most %d", of.pkg, n, of.most)
		}
	}
}

// exports counts the functions, methods and types of a file that begin with a capital.
func exports(f *ast.File) (n int) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() {
				n++
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if of, is := s.(*ast.TypeSpec); is && of.Name.IsExported() {
					n++
				}
			}
		}
	}
	return n
}
