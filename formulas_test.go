package fbp_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"math"
	"slices"
	"strconv"
	"strings"
)

// figures are the functions of columns. Cells without a number are passed over.
var figures = map[string]func(args [][]float64) ([]float64, error){
	"max":   func(a [][]float64) ([]float64, error) { return over(a[0], math.Inf(-1), math.Max) },
	"min":   func(a [][]float64) ([]float64, error) { return over(a[0], math.Inf(1), math.Min) },
	"sum":   func(a [][]float64) ([]float64, error) { return over(a[0], 0, sum) },
	"count": func(a [][]float64) ([]float64, error) { return []float64{float64(len(numbers(a[0])))}, nil },
	"mean": func(a [][]float64) ([]float64, error) {
		return over(shifted(a[0], 0, 1/float64(len(numbers(a[0])))), 0, sum)
	},
	"abs":  func(a [][]float64) ([]float64, error) { return mapped(a[0], math.Abs), nil },
	"sqrt": func(a [][]float64) ([]float64, error) { return mapped(a[0], math.Sqrt), nil },
	"ln":   func(a [][]float64) ([]float64, error) { return mapped(a[0], math.Log), nil },
	"exp":  func(a [][]float64) ([]float64, error) { return mapped(a[0], math.Exp), nil },
	"hypot": func(a [][]float64) ([]float64, error) {
		return rowwise(a, func(x []float64) float64 { return math.Hypot(x[0], x[1]) })
	},
	// apart(a, error, b, error) is |a − b| in standard errors, above(…) is a − b in these; apart(a, b) has
	// the errors of two columns, apart(a, b, error) that of the first, and apart(a, "conditions")
	// compares a column with itself in other rows.
	"apart": func(a [][]float64) ([]float64, error) {
		return rowwise(a, func(x []float64) float64 { return math.Abs(x[0]-x[2]) / math.Hypot(x[1], x[3]) })
	},
	"above": func(a [][]float64) ([]float64, error) {
		return rowwise(a, func(x []float64) float64 { return (x[0] - x[2]) / math.Hypot(x[1], x[3]) })
	},
	// steps(Y) are the differences of neighbouring rows.
	"steps": func(a [][]float64) (out []float64, _ error) {
		y := numbers(a[0])
		for i := 1; i < len(y); i++ {
			out = append(out, y[i]-y[i-1])
		}
		return out, nil
	},
	// mode(X, Y) is X where Y is largest.
	"mode": func(a [][]float64) ([]float64, error) {
		if len(a[1]) == 0 {
			return nil, fmt.Errorf("no number is selected")
		}
		return []float64{a[0][slices.Index(a[1], slices.Max(a[1]))]}, nil
	},
	// average(A, B, …) is, row by row, the mean of those that are there, and sem(Y) the
	// standard error of the mean of a column.
	"average": func(a [][]float64) ([]float64, error) {
		return rowwise(a, func(x []float64) float64 { return total(numbers(x)) / float64(len(numbers(x))) })
	},
	"sem": func(a [][]float64) ([]float64, error) {
		y := numbers(a[0])
		n := float64(len(y))
		centred := mapped(shifted(y, -total(y)/n, 1), func(x float64) float64 { return x * x })
		return []float64{math.Sqrt(total(centred) / (n - 1) / n)}, nil
	},
	// slope(X, Y) is that of the line of least squares through the origin, and slope_error
	// its standard error.
	"slope":       func(a [][]float64) ([]float64, error) { return slope(a[0], a[1], false) },
	"slope_error": func(a [][]float64) ([]float64, error) { return slope(a[0], a[1], true) },
	// line(x, Y, error, …) is where the line through three points and more meets
	// x = 0, weighted by their errors, and line_error the error of that.
	"line":       func(a [][]float64) ([]float64, error) { return intercepts(a, false) },
	"line_error": func(a [][]float64) ([]float64, error) { return intercepts(a, true) },
	// at(x, X, Y) is Y at X = x, for each x, and zero(X, Y) is X at the first change of
	// sign of Y, on straight lines between rows.
	"at": func(a [][]float64) (out []float64, _ error) {
		for _, x := range a[0] {
			y, err := between(shifted(a[1], -x, 1), a[2])
			if err != nil {
				return nil, err
			}
			out = append(out, y...)
		}
		return out, nil
	},
	"zero": func(a [][]float64) ([]float64, error) { return between(a[1], a[0]) },
}

// numbers are those of a column that are there.
func numbers(v []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(v), math.IsNaN)
}

func sum(a, b float64) float64 { return a + b }

func total(v []float64) (t float64) {
	for _, x := range v {
		t += x
	}
	return t
}

// slope is that of the line through the origin, of the rows that have both numbers, or its error.
func slope(x, y []float64, errors bool) ([]float64, error) {
	var n, xx, xy, yy float64
	for i := range x {
		if !math.IsNaN(x[i] * y[i]) {
			n, xx, xy, yy = n+1, xx+x[i]*x[i], xy+x[i]*y[i], yy+y[i]*y[i]
		}
	}
	if errors {
		return []float64{math.Sqrt((yy - xy*xy/xx) / (n - 1) / xx)}, nil
	}
	return []float64{xy / xx}, nil
}

// over folds the numbers of a column.
func over(v []float64, start float64, f func(a, b float64) float64) ([]float64, error) {
	if len(numbers(v)) == 0 {
		return nil, fmt.Errorf("no number is selected")
	}
	for _, x := range numbers(v) {
		start = f(start, x)
	}
	return []float64{start}, nil
}

// mapped applies a function row by row.
func mapped(v []float64, f func(float64) float64) (out []float64) {
	for _, x := range v {
		out = append(out, f(x))
	}
	return out
}

// rowwise applies a function of several columns row by row; one number goes with every row.
func rowwise(columns [][]float64, f func([]float64) float64) (out []float64, _ error) {
	n := 0
	for _, c := range columns {
		n = max(n, len(c))
	}
	row := make([]float64, len(columns))
	for i := range n {
		for k, c := range columns {
			if len(c) != n && len(c) != 1 {
				return nil, fmt.Errorf("%d rows and %d rows", n, len(c))
			}
			row[k] = c[i%len(c)]
		}
		out = append(out, f(row))
	}
	return out, nil
}

// shifted adds a number to a column, and multiplies it by another.
func shifted(v []float64, by, factor float64) []float64 {
	return mapped(v, func(x float64) float64 { return (x + by) * factor })
}

// between is y where x first changes its sign.
func between(x, y []float64) ([]float64, error) {
	for i := 1; i < len(x); i++ {
		if a, b := x[i-1], x[i]; a == 0 || a*b < 0 {
			return []float64{y[i-1] + (y[i]-y[i-1])*a/(a-b)}, nil
		}
	}
	if n := len(x); n > 0 && x[n-1] == 0 {
		return y[n-1:], nil
	}
	return nil, fmt.Errorf("no change of sign")
}

// intercepts are, row by row, values at x = 0 of lines of least squares, or their errors.
func intercepts(points [][]float64, errors bool) (out []float64, _ error) {
	if len(points) < 6 || len(points)%3 != 0 {
		return nil, fmt.Errorf("%d arguments, want x, Y, error of each point", len(points))
	}
	for row := range points[1] {
		var s, sx, sxx, sy, sxy float64
		for i := 0; i < len(points); i += 3 {
			x, y, w := points[i][0], points[i+1][row], 1/(points[i+2][row]*points[i+2][row])
			s, sx, sxx, sy, sxy = s+w, sx+w*x, sxx+w*x*x, sy+w*y, sxy+w*x*y
		}
		if d := s*sxx - sx*sx; errors {
			out = append(out, math.Sqrt(sxx/d))
		} else {
			out = append(out, (sxx*sy-sx*sxy)/d)
		}
	}
	return out, nil
}

// evaluate are the numbers of an expression of columns; its own conditions take the place of general ones on the same columns.
func evaluate(tables map[string]figureTable, formula, where string, general []condition) ([]float64, error) {
	tree, err := parser.ParseExpr(formula)
	if err != nil {
		return nil, err
	}
	selected, err := conditions(where)
	if err != nil {
		return nil, err
	}
	return scope{tables, merged(selected, general)}.value(tree)
}

// merged are conditions, and those of others on other columns.
func merged(own, others []condition) []condition {
	out := slices.Clone(own)
	for _, c := range others {
		if !slices.ContainsFunc(own, func(o condition) bool { return o.column == c.column }) {
			out = append(out, c)
		}
	}
	return out
}

// scope is where names have a meaning: tables, of which rows are selected.
type scope struct {
	tables map[string]figureTable
	where  []condition
}

// value evaluates an expression, row by row.
func (s scope) value(tree ast.Expr) ([]float64, error) {
	switch e := tree.(type) {
	case *ast.BasicLit:
		x, err := strconv.ParseFloat(e.Value, 64)
		return []float64{x}, err
	case *ast.ParenExpr:
		return s.value(e.X)
	case *ast.UnaryExpr:
		v, err := s.value(e.X)
		return each(token.SUB, []float64{0}, v, err)
	case *ast.BinaryExpr:
		a, err := s.value(e.X)
		if err != nil {
			return nil, err
		}
		b, err := s.value(e.Y)
		return each(e.Op, a, b, err)
	case *ast.Ident:
		return s.column("", e.Name)
	case *ast.SelectorExpr:
		if table, ok := e.X.(*ast.Ident); ok {
			return s.column(table.Name, e.Sel.Name)
		}
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.Ident); ok {
			return s.call(f.Name, e.Args)
		}
	}
	return nil, fmt.Errorf("%T is not understood", tree)
}

// column are the selected cells of a column.
func (s scope) column(table, name string) ([]float64, error) {
	f, ok := s.tables[table]
	if !ok {
		return nil, fmt.Errorf("there is no table %q", table)
	}
	rows, err := f.rows(s.where)
	if err != nil {
		return nil, err
	}
	return rows.column(name)
}

// call evaluates a function: of figures, or of other rows: of(VALUE, "conditions"),
// where these take the place of those on the same columns.
func (s scope) call(name string, args []ast.Expr) ([]float64, error) {
	if name == "of" && len(args) == 2 {
		text, _ := strconv.Unquote(args[1].(*ast.BasicLit).Value)
		own, err := conditions(text)
		if err != nil {
			return nil, err
		}
		return scope{s.tables, merged(own, s.where)}.value(args[0])
	}
	if (name == "apart" || name == "above") && len(args) < 4 {
		return s.apart(name, args)
	}
	f, ok := figures[name]
	if !ok {
		return nil, fmt.Errorf("there is no function %s", name)
	}
	var values [][]float64
	for _, a := range args {
		v, err := s.value(a)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return f(values)
}

// apart is apart or above where errors are not given: of a column and another, or itself in rows of other
// conditions, or a number with its error.
func (s scope) apart(name string, args []ast.Expr) ([]float64, error) {
	value := printed(args[0])
	errs, err := errorOf(value)
	other := make([]string, 2)
	text, isText := args[1].(*ast.BasicLit)
	switch {
	case err != nil:
		return nil, err
	case len(args) == 3:
		other[0], other[1] = printed(args[1]), printed(args[2])
	case isText && text.Kind == token.STRING:
		other[0], other[1] = "of("+value+", "+text.Value+")", "of("+errs+", "+text.Value+")"
	default:
		other[0] = printed(args[1])
		if other[1], err = errorOf(other[0]); err != nil {
			return nil, err
		}
	}
	tree, err := parser.ParseExpr(name + "(" + strings.Join([]string{value, errs, other[0], other[1]}, ", ") + ")")
	if err != nil {
		return nil, err
	}
	return s.value(tree)
}

// errorOf is the expression of the standard error of a column, of a multiple of it, or of at(x, X, Y).
func errorOf(value string) (string, error) {
	tree, err := parser.ParseExpr(value)
	if err != nil {
		return "", err
	}
	switch e := tree.(type) {
	case *ast.ParenExpr:
		return errorOf(printed(e.X))
	case *ast.Ident, *ast.SelectorExpr:
		return printed(tree) + "_sem", nil
	case *ast.BinaryExpr:
		y, err := errorOf(printed(e.Y))
		return printed(e.X) + "*" + y, err
	case *ast.CallExpr:
		if name := printed(e.Fun); name == "at" {
			return "at(" + printed(e.Args[0]) + ", " + printed(e.Args[1]) + ", " + printed(e.Args[2]) + "_sem)", nil
		}
	}
	return "", fmt.Errorf("%s: what is its error?", value)
}

// printed is the text of an expression.
func printed(tree ast.Expr) string {
	var text strings.Builder
	if err := printer.Fprint(&text, token.NewFileSet(), tree); err != nil {
		panic(err)
	}
	return text.String()
}

// operations are those of expressions; a comparison is 1 where it holds, else 0.
var operations = map[token.Token]func(x, y float64) float64{
	token.ADD:  sum,
	token.SUB:  func(x, y float64) float64 { return x - y },
	token.MUL:  func(x, y float64) float64 { return x * y },
	token.QUO:  func(x, y float64) float64 { return x / y },
	token.LSS:  func(x, y float64) float64 { return indicator(x < y) },
	token.GTR:  func(x, y float64) float64 { return indicator(x > y) },
	token.LEQ:  func(x, y float64) float64 { return indicator(x <= y) },
	token.GEQ:  func(x, y float64) float64 { return indicator(x >= y) },
	token.EQL:  func(x, y float64) float64 { return indicator(x == y) },
	token.LAND: math.Min,
}

func indicator(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// compares reports whether an expression is a comparison, or several joined by &&.
func compares(formula string) bool {
	tree, err := parser.ParseExpr(formula)
	e, ok := tree.(*ast.BinaryExpr)
	return err == nil && ok && e.Op.Precedence() <= token.LSS.Precedence()
}

// each does an operation row by row; one number goes with every row.
func each(op token.Token, a, b []float64, err error) ([]float64, error) {
	if err != nil {
		return nil, err
	}
	f, ok := operations[op]
	if !ok {
		return nil, fmt.Errorf("%s is not understood", op)
	}
	return rowwise([][]float64{a, b}, func(x []float64) float64 { return f(x[0], x[1]) })
}
