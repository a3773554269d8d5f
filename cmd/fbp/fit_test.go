package main

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plantest"
	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// A run is fitted at P/N, and a table of somebody else as it is.
func TestFit(t *testing.T) {
	dir := t.TempDir()
	scratch.Write(t, filepath.Join(dir, "success.toml"), searchesOnly)
	fbp(t, dir, "run", "success.toml", "--out", "run", "--set", "instance.alpha=0.3,0.7,1.1").want(t, 0)
	out := fbp(t, dir, "fit", "run", "--out", "fit.tsv", "--figure", "fit.svg").want(t, 0).says(t, "half of the searches succeed at α")
	table := plantest.Table(t, dir, "fit.tsv")
	if got := strings.Join(table.Columns, " "); got != "n alpha_half alpha_half_low alpha_half_high width width_low width_high samples status" {
		t.Errorf("columns %s", got)
	}
	file := scratch.Read(t, dir, "fit.tsv")
	if len(table.Rows) != 1 || !strings.HasPrefix(file, "# fit\n# alpha: P/N\n") || !strings.Contains(file, "\n"+out.stdout+"# sha256: ") {
		t.Errorf("%s\nand on stdout\n%s", file, out.stdout)
	}
	if !strings.HasPrefix(scratch.Read(t, dir, "fit.svg"), "<?xml") {
		t.Error("fit.svg is no SVG")
	}
	// P = ⌊51 α⌋ patterns are there: the same rows with their number, which is not 51 α
	text := "n\tp\talpha\tsolved\tsamples\n"
	success := plantest.Table(t, dir, "run", "success.tsv")
	solved := plantest.Column(t, success, "solved")
	for i, alpha := range plantest.Column(t, success, "alpha") {
		text += fmt.Sprintf("51\t%g\t%g\t%g\t4\n", math.Floor(51*alpha+1e-9), alpha, solved[i])
	}
	scratch.Write(t, filepath.Join(dir, "own.tsv"), text)
	if own := fbp(t, dir, "fit", "own.tsv").want(t, 0); own.stdout != out.stdout {
		t.Errorf("by p\n%sand in the folder\n%s", own.stdout, out.stdout)
	}
	scratch.Write(t, filepath.Join(dir, "run/success.tsv"), strings.Replace(scratch.Read(t, dir, "run/success.tsv"), "51", "52", 1))
	fbp(t, dir, "fit", "run").want(t, 1).says(t, "success.tsv", "fbp collect run makes it again")
}

// Four sizes have a limit. By the numbers of the issue: coins of P = 1/(1 + exp((α − α_N)/w_N)).
func TestFitLimit(t *testing.T) {
	slow.Only(t)
	dir, text := t.TempDir(), "n\talpha\tsolved\tsamples\n"
	for _, n := range []float64{251, 501, 1001, 2001} {
		u := 1 / math.Sqrt(n)
		for z := -3.; z <= 3; z++ {
			text += fmt.Sprintf("%g\t%g\t%.0f\t100000\n", n, 0.75-0.8*u+0.5*u*z, 1e5/(1+math.Exp(z)))
		}
	}
	scratch.Write(t, filepath.Join(dir, "t.tsv"), text)
	out := fbp(t, dir, "fit", "t.tsv", "--out", "fit.tsv", "--figure", "f.png").want(t, 0).says(t, "α = 0.75 ", "for N → ∞")
	table := plantest.Table(t, dir, "fit.tsv")
	half, nu := plantest.Column(t, table, "alpha_half"), plantest.Column(t, table, "nu")
	if n := plantest.Column(t, table, "n"); len(n) != 5 || !math.IsInf(n[4], 1) || math.Abs(half[4]-0.75) > 1e-4 || math.Abs(nu[4]-2) > 1e-3 {
		t.Errorf("%s", out.stdout)
	}
	if again := fbp(t, dir, "fit", "t.tsv"); again.stdout != out.stdout {
		t.Error("other bytes")
	}
}

// By a column each of its values has the rows that it has alone.
func TestFitBy(t *testing.T) {
	dir := t.TempDir()
	text := "solver\tn\talpha\tsolved\tsamples\n"
	for i, alpha := range []float64{0.5, 0.6, 0.7} {
		for _, n := range []int{51, 101} {
			text += fmt.Sprintf("b\t%d\t%g\t%d\t20\na\t%d\t%g\t%d\t20\n", n, alpha, 18-7*i, n, alpha, 15-6*i)
		}
	}
	scratch.Write(t, filepath.Join(dir, "t.tsv"), text)
	out := fbp(t, dir, "fit", "t.tsv", "--by", "solver", "--figure", "f.svg", "--guide", "0.55=somewhere").want(t, 0).says(t, "b: half of", "a: half of")
	want := ""
	for _, solver := range []string{"b", "a"} {
		alone := fbp(t, dir, "fit", "t.tsv", "--where", "solver="+solver).want(t, 0)
		head, rows, _ := strings.Cut(strings.TrimSuffix(alone.stdout, "\n"), "\n")
		if want == "" {
			want = "solver\t" + head + "\n"
		}
		want += solver + "\t" + strings.ReplaceAll(rows, "\n", "\n"+solver+"\t") + "\n"
	}
	if out.stdout != want {
		t.Errorf("%s\nwant\n%s", out.stdout, want)
	}
}

// A column of numbers has numbers: however they are written for --where, and as --by prints them.
func TestFitOfNumbers(t *testing.T) {
	dir := t.TempDir()
	text := "eps\tn\talpha\tsolved\tsamples\n"
	for i, alpha := range []float64{0.5, 0.6, 0.7} {
		text += fmt.Sprintf("0.5\t51\t%g\t%d\t20\n1000\t51\t%g\t%d\t20\n", alpha, 18-7*i, alpha, 15-6*i)
	}
	scratch.Write(t, filepath.Join(dir, "t.tsv"), text)
	rows := strings.Split(fbp(t, dir, "fit", "t.tsv", "--by", "eps").want(t, 0).stdout, "\n")
	for i, value := range []string{"0.5", "1000"} {
		for _, written := range [][]string{{"0.5", ".5", "5e-1", "+0.50"}, {"1000", "1e3", "1000.0"}}[i] {
			alone := strings.Split(fbp(t, dir, "fit", "t.tsv", "--where", "eps="+written).want(t, 0).stdout, "\n")
			if rows[1+i] != value+"\t"+alone[1] {
				t.Errorf("--by eps: %q, want %s and then, as with --where eps=%s, %q", rows[1+i], value, written, alone[1])
			}
		}
	}
}

// Several searches of a sample are worth what their interval says: here those of four
// samples, each solved always or never, are four coins.
func TestFitSearches(t *testing.T) {
	dir := t.TempDir()
	head := "n\talpha\tsolved\tsamples"
	scratch.Write(t, filepath.Join(dir, "few.tsv"), head+"\n51\t.5\t3\t4\n51\t.6\t2\t4\n51\t.7\t1\t4\n")
	text := head + "\tprobability\tprobability_low\tprobability_high\n"
	for i, ends := range []string{"0.3006418423397291\t0.9544127391902995", "0.15003898915214947\t0.8499610108478506", "0.04558726080970059\t0.6993581576602709"} {
		text += fmt.Sprintf("51\t%g\t%d\t40\t%g\t%s\n", 0.5+0.1*float64(i), 30-10*i, 0.75-0.25*float64(i), ends)
	}
	scratch.Write(t, filepath.Join(dir, "many.tsv"), text)
	few, many := fbp(t, dir, "fit", "few.tsv").want(t, 0), fbp(t, dir, "fit", "many.tsv", "--out", "o.tsv").want(t, 0)
	table := plantest.Table(t, dir, "o.tsv")
	if n := plantest.Column(t, table, "samples")[0]; math.Abs(n-12) > 1e-6 {
		t.Errorf("%s\n%s", few.stdout, many.stdout)
	}
}

// One line and an exit code for what cannot be fitted.
func TestFitMistakes(t *testing.T) {
	dir := t.TempDir()
	scratch.Write(t, filepath.Join(dir, "y.tsv"), "y\tn\talpha\tsolved\tsamples\n3\t51\t.5\t3\t4\n5\t51\t.5\t2\t4\n3\t51\t.7\t0\t4\n")
	scratch.Write(t, filepath.Join(dir, "more.tsv"), "n\talpha\tsolved\tsamples\n51\t.5\t5\t4\n")
	scratch.Write(t, filepath.Join(dir, "none.tsv"), "n\talpha\tsolved\tsamples\n51\t.5\t\t0\n")
	scratch.Write(t, filepath.Join(dir, "cut.tsv"), "# success\nn\talpha\tsolved\tsamples\n51\t.5\t1\t4\n")
	scratch.Write(t, filepath.Join(dir, "other.tsv"), "n\talpha\n51\t.5\n")
	scratch.Write(t, filepath.Join(dir, "csv.csv"), "n,alpha,solved,samples\n51,.5,3,4\n")
	scratch.Write(t, filepath.Join(dir, "empty.tsv"), "")
	scratch.Write(t, filepath.Join(dir, "nan.tsv"), "n\talpha\tsolved\tsamples\n51\tNaN\t3\t4\n")
	scratch.Write(t, filepath.Join(dir, "inf.tsv"), "n\talpha\tsolved\tsamples\n51\tinf\t3\t4\n")
	scratch.Write(t, filepath.Join(dir, "probability.tsv"), "n\talpha\tp\tsolved\tsamples\n51\t.5\t.75\t3\t4\n")
	scratch.Write(t, filepath.Join(dir, "full.tsv"), "n\talpha\tp\tsolved\tsamples\n51\t.5\t76\t3\t4\n")
	scratch.Write(t, filepath.Join(dir, "half.tsv"), "n\talpha\tsolved\tsamples\n51\t.5\t1.5\t4\n")
	scratch.Write(t, filepath.Join(dir, "parts.tsv"), "n\talpha\tsolved\tsamples\n51\t.5\t1\t4.5\n")
	scratch.Write(t, filepath.Join(dir, "sizes.tsv"), "n\talpha\tsolved\tsamples\n51.5\t.5\t1\t4\n")
	scratch.Write(t, filepath.Join(dir, "patterns.tsv"), "n\talpha\tp\tsolved\tsamples\n51\t.5\t25.5\t1\t4\n")
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"half.tsv"}, 2, "half.tsv:2: solved = 1.5: want a whole number >= 0 and <= 4"},
		{[]string{"parts.tsv"}, 2, "parts.tsv:2: samples = 4.5: want a whole number >= 0"},
		{[]string{"sizes.tsv"}, 2, "sizes.tsv:2: n = 51.5: want a whole number >= 1"},
		{[]string{"patterns.tsv"}, 2, "patterns.tsv:2: p = 25.5: want a whole number of patterns"},
		{[]string{"y.tsv", "--by", "n"}, 2, "--by n: every n has its row without it: want another column"},
		{[]string{"y.tsv", "--by", "samples"}, 2, "--by samples: want a column of the tables that are read, of another name than those of the fit: n, alpha_half"},
		{[]string{"y.tsv", "--by", ""}, 2, "--by: the value is empty: want a value, or no --by"},
		{[]string{"y.tsv"}, 2, "y.tsv:3: y is 5 here and 3 before, and one curve cannot be both: want --where y=3 or --by y"},
		{[]string{"y.tsv", "--by", "z"}, 2, "--by z: y.tsv has no such column; did you mean \"y\"?"},
		{[]string{"y.tsv", "--by", "y", "--guide", "high"}, 2, "--guide high: want a value of α > 0, or value=name"},
		{[]string{"y.tsv", "--where", "y"}, 2, "--where y: want column=value"},
		{[]string{"y.tsv", "--where", "z=1"}, 2, "--where z=1: y.tsv has no such column"},
		{[]string{"y.tsv", "--where", "y=4"}, 2, "y.tsv: no row with samples to fit; y is 3, 5"},
		{[]string{"y.tsv", "--where", "y=3", "--figure", "f.gif"}, 2, "--figure f.gif: want a name that ends in .pdf, .svg or .png"},
		{[]string{"more.tsv"}, 2, "more.tsv:2: solved = 5: want a finite number >= 0 and <= 4"},
		{[]string{"none.tsv"}, 2, "none.tsv: no row with samples to fit"},
		{[]string{"cut.tsv"}, 1, "cut.tsv: "},
		{[]string{"other.tsv"}, 2, "other.tsv: no column solved: want a table like success.tsv"},
		{[]string{"csv.csv"}, 2, "csv.csv: no column n: want a table like success.tsv, with n, alpha, solved and samples, separated by tabs"},
		{[]string{"empty.tsv"}, 2, "empty.tsv: line 1: \"\" cannot be the name of a column; want a table like success.tsv"},
		{[]string{"nan.tsv"}, 2, "nan.tsv:2: alpha: is empty or nan: want a number"},
		{[]string{"inf.tsv"}, 2, "inf.tsv:2: alpha = inf: want a finite number >= 0"},
		{[]string{"probability.tsv"}, 2, "probability.tsv:2: p = 0.75: alpha = 0.5 of 51 weights are 25.5 patterns: want p = P"},
		{[]string{"full.tsv"}, 2, "full.tsv:2: p = 76: alpha = 0.5 of 51 weights are 25.5 patterns: want p = P"},
		{[]string{"y.tsv", "--where", "y=3", "--out", "y.tsv"}, 2, "--out y.tsv: want another file: this one is read"},
		{[]string{"y.tsv", "--where", "y=3", "--out", "f.pdf", "--figure", "f.pdf"}, 2, "--out f.pdf: want another file than that of --figure"},
		{[]string{"missing"}, 2, "want the folder of a run or a table"},
		{[]string{"y.tsv", "y.tsv", "--where", "y=3"}, 2, "the same rows as in another path"},
		{nil, 2, "is missing"},
	} {
		fbp(t, dir, append([]string{"fit"}, test.args...)...).want(t, test.code).says(t, test.says)
	}
	fbp(t, dir, "fit", "y.tsv", "--where", "y=3").want(t, 0).says(t, "[separated]")
	scratch.Write(t, filepath.Join(dir, "spreadsheet.tsv"), "\ufeffn\talpha\tp\tsolved\tsamples\r\n51\t.5\t26\t3\t4\r\n51\t.7\t35\t0\t4\r\n")
	fbp(t, dir, "fit", "spreadsheet.tsv").want(t, 0).says(t, "[separated]")
}
