//go:build slow

package gauss

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// correctlyRounded are the operations of package math that give the same bits
// everywhere, because they are exact or rounded once.
var correctlyRounded = map[string]bool{
	"Sqrt": true, "FMA": true, "Abs": true, "Floor": true, "Ceil": true, "Trunc": true, "RoundToEven": true,
	"Copysign": true, "Float64bits": true, "Float64frombits": true, "IsNaN": true, "IsInf": true,
	"Inf": true, "NaN": true,
}

// TestSolverPathRules reads the package: nothing else of package math, and no
// product of two variables that a compiler could fuse into a sum (it must stand
// in a conversion float64(…), or feed another product or a quotient).
func TestSolverPathRules(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || name == "quadrature.go" || name == "bivariate.go" { // theory only
			continue
		}
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if build.Default.GOROOT == "" { // built with -trimpath
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			t.Skip(err)
		}
		build.Default.GOROOT = strings.TrimSpace(string(root))
	}
	conf := types.Config{Importer: importer.ForCompiler(set, "source", nil)}
	if _, err := conf.Check("gauss", set, files, info); err != nil {
		t.Fatal(err)
	}
	products := 0
	for _, f := range files {
		var stack []ast.Node
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			switch e := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := e.X.(*ast.Ident); ok && x.Name == "math" && !correctlyRounded[e.Sel.Name] {
					t.Errorf("%v: math.%s is not the same on every machine", set.Position(e.Pos()), e.Sel.Name)
				}
			case *ast.BinaryExpr:
				if e.Op == token.MUL && floats(info, e) {
					products++
					if !rounded(stack) {
						t.Errorf("%v: a product that a compiler may fuse", set.Position(e.Pos()))
					}
				}
			case *ast.AssignStmt:
				if e.Tok == token.MUL_ASSIGN {
					t.Errorf("%v: a product that a compiler may fuse", set.Position(e.Pos()))
				}
			}
			stack = append(stack, n)
			return true
		})
	}
	if products < 50 {
		t.Errorf("saw %d products: the test reads the wrong files", products)
	}
}

// floats reports whether e is a product in floating point, not a constant.
func floats(info *types.Info, e ast.Expr) bool {
	tv := info.Types[e]
	b, ok := tv.Type.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0 && tv.Value == nil
}

// rounded reports whether the expression inside this stack of parents is
// rounded before it can meet a sum.
func rounded(stack []ast.Node) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		switch p := stack[i].(type) {
		case *ast.ParenExpr, *ast.UnaryExpr:
			continue
		case *ast.BinaryExpr:
			return p.Op == token.MUL || p.Op == token.QUO
		case *ast.CallExpr:
			f, ok := p.Fun.(*ast.Ident)
			return ok && f.Name == "float64"
		}
		return false
	}
	return false
}
