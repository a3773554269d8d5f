package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/results"
)

// pythons are the programs that the package in python/ is tried with, each with the lines with which a
// script begins: with NumPy and pandas where one of them has these, and without.
func pythons(t *testing.T) [][]string {
	t.Helper()
	found := foundPythons()
	if len(found) == 0 {
		t.Skip("no python3")
	}
	return found
}

// foundPythons asks each once; the name may be that of a script, which takes longer to start than what it finds.
var foundPythons = sync.OnceValue(func() (found [][]string) {
	folder, err := filepath.Abs("../../python")
	if err != nil {
		panic(err)
	}
	imports := fmt.Sprintf("import sys; sys.path.insert(0, %q); sys.dont_write_bytecode = True\nimport fbp._read\n", folder)
	bare := "fbp._read.numpy = fbp._read.pandas = None\n"
	all := "from fbp import *; from fbp._read import *; from fbp._read import numpy, pandas\n"
	const asked = "import sys; assert sys.version_info >= (3, 8); import importlib.util as of; print(sys.executable, *filter(of.find_spec, ['numpy', 'pandas']), sep='\\n')"
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		answer, err := exec.Command(name, "-c", asked).Output()
		if err != nil {
			continue
		}
		program, libraries, _ := strings.Cut(string(answer), "\n")
		found = append(found, []string{program, imports + bare + all})
		if libraries != "" {
			found = append(found, []string{program, imports + all})
		}
	}
	return found
})

// TestPythonVersion: the package has the version of the program, as Python writes it.
func TestPythonVersion(t *testing.T) {
	want := fmt.Sprintf("__version__ = %q", strings.Replace(results.Version, "-dev", ".dev0", 1))
	if !strings.Contains(scratch.Read(t, "../../python/fbp/__init__.py"), want) {
		t.Errorf("want %s", want)
	}
}

// TestPython: the package runs the program, reads what the program says it has written, refuses what is
// damaged, and gives the tables of theory that the command prints.
func TestPython(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--set", "instance.alpha=0.3,0.4", "--set", "samples=1").want(t, 0)
	run := filepath.Join(dir, "results/tiny")
	fbp(t, dir, "export", "results/tiny", "--format", "txt").want(t, 0)
	want := ""
	rows := strings.Split(strings.TrimSpace(body(scratch.Read(t, run, "weights/weights.tsv"))), "\n")
	for _, row := range rows[1:] {
		cells := strings.Split(row, "\t")
		want += cells[0] + "\n" + scratch.Read(t, run, "weights", cells[len(cells)-1])
	}
	want += "[(2, 2)]\n" + "0 local_entropy ok\n" + strings.ReplaceAll(body(fbp(t, dir, "theory", "rs", "--alpha", "0.5,0.6").want(t, 0).stdout), "\tnan", "\t") +
		"Damaged\nDamaged\nDamaged\nagain/tiny results/tiny\nfile until\n2 --set model.n=0: want an integer >= 1\nok\n"
	script := fmt.Sprintf(`import os
os.chdir(%q)
of = rows
def rows(t): return t.to_dict("records") if hasattr(t, "to_dict") else t
for s in weights("results/tiny"):
    print(s["swept"]["instance.alpha"])
    for w in s["weights"]: print(w)
print([(r["tasks"], r["done"]) for r in runs("results")])
first = records("results/tiny")[0]
name, = (n for n in first["readings"] if n == "local_entropy")
drawn = [x["entropy"] for x in rows(of(first, name))]
tabled = [x["entropy"] for x in rows(table("results/tiny", name)) if x["alpha"] == first["swept"]["instance.alpha"]]
print(rows(table("results/tiny", "samples"))[0]["errors"], name, "ok" if len(drawn) == len(tabled) and max(abs(a - b) for a, b in zip(drawn, tabled)) < 1e-9 else (drawn, tabled))
line = rows(theory("rs", alpha=[.5, .6]))
print("\t".join(line[0]))
for x in line: print("\t".join("" if v is None or v != v else str(v) for v in x.values()))
def damaged(path, read):
    data = open(path, "rb").read()
    try:
        open(path, "wb").write(data.replace(b"1", b"7"))
        read()
        print("read")
    except Damaged: print("Damaged")
    finally: open(path, "wb").write(data)
damaged("results/tiny/samples.tsv", lambda: table("results/tiny", "samples"))
damaged("results/tiny/records.jsonl", lambda: records("results/tiny"))
damaged("results/tiny/solutions/" + weights("results/tiny")[0]["solution"], lambda: weights("results/tiny"))
print(run("tiny.toml", out="again/tiny", progress=False, samples=1, **{"instance.alpha": [.3, .4]}), run("tiny.toml", samples=1, instance__alpha=[.3, .4]))
with open("a, b\\c", "w") as f:
    f.write("1 " * 51 + "\n")
print(run("tiny.toml", out="file", progress=False, instance__kind="file", instance__path="a, b\\c", samples=1),
    run("tiny.toml", out="until", progress=False, instance__alpha=.3, samples={"until": 0.45, "at_most": 4, "batch": 2}))
try: run("tiny.toml", model__n=0)
except Refused as e: print(e.code, e)
try: import numpy, xarray
except ImportError: xarray = None
if xarray and fbp._read.pandas:
    e = readings("again/tiny", name)["entropy"]
    assert e.dims == ("instance.alpha", "sample", "row"), e.dims
    assert e.sel({"instance.alpha": first["swept"]["instance.alpha"], "sample": 0}).values.tolist() == drawn
try: theory("rs", alpha=-1)
except ValueError as e: print("ok" if "alpha" in str(e) else e)
`, dir)
	for _, python := range pythons(t) {
		cmd := exec.Command(python[0], "-c", python[1]+script)
		cmd.Stderr = os.Stderr
		got, err := cmd.Output()
		if err != nil || string(got) != want {
			t.Errorf("%v: %v\n%s\nwant\n%s", python, err, got, want)
		}
	}
}

// TestPythonReader: the package reads cells as results.ReadTSV does, takes values of NumPy and pandas for
// flags, and refuses what is cut, damaged, of another task, table, plan or run, or no file, naming it.
func TestPythonReader(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	line := "\n[[theory]]\nname = \"line\"\nkind = \"rs\"\nkappa = [0.5]\n"
	scratch.Write(t, filepath.Join(dir, "tiny.toml"), scratch.Read(t, "testdata/tiny.toml")+line)
	for run, n := range map[string]string{"a": "51", "b": "53"} {
		fbp(t, dir, "run", "tiny.toml", "--out", run+"/results", "--set", "samples=2", "--set", "model.n="+n).want(t, 0)
	}
	named := "samples = 1\n[model]\nkind = \"perceptron\"\nn = 11\n[algorithm]\nkind = \"sbpi\"\n[figure]\nkind = \"success\"\n"
	scratch.Write(t, filepath.Join(dir, "named.toml"), named+"[instance]\nkind = \"random\"\nalpha = 0.2\n[[variant]]\nname = \"inf\"\n[[variant]]\nname = \"-inf\"\nalgorithm = { ps = 0.2 }\n")
	scratch.Write(t, filepath.Join(dir, "files.toml"), named+"[instance]\nkind = \"file\"\n[sweep]\n\"instance.path\" = [\"inf\", \"p\"]\n")
	scratch.Write(t, filepath.Join(dir, "inf"), strings.Repeat("1 ", 10)+"-1\n")
	scratch.Write(t, filepath.Join(dir, "p"), strings.Repeat("1 ", 11)+"\n")
	for _, config := range []string{"named", "files"} {
		fbp(t, dir, "run", config+".toml", "--out", "b/"+config).want(t, 0)
	}
	scratch.Write(t, filepath.Join(dir, "texts.tsv"), "# t\nvariant\tx\tvariant_b\nNA\t1\tnan\n01\t\t1e3\n\"#c\"\t2.5\t\"true\"\n")
	documented := regexp.MustCompile(`(?m)^texts = .*\nt = pandas\.read_csv\(.*`).FindString(scratch.Read(t, "../../docs/formats.md"))
	script := scratch.Read(t, "testdata/reader.py") + fmt.Sprintf(`
if pandas:
    %s
    same("names of variants", [t[c].tolist() for c in ("variant", "variant_b")], [["NA", "01", "#c"], ["nan", "1e3", "true"]])
    same("numbers beside them", (str(t["x"].dtype), t["x"].tolist()[0]), ("float64", 1.0))
`, strings.NewReplacer("results/quick/local_entropy.tsv", filepath.Join(dir, "texts.tsv"), "\n", "\n    ").Replace(documented))
	for _, python := range slow.Some(1, pythons(t)) {
		cmd := exec.Command(python[0], "-", "fbp", filepath.Join(dir, "a/results"), filepath.Join(dir, "b/results"))
		cmd.Stdin = strings.NewReader(python[1] + script)
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != "ok\n" {
			t.Errorf("%v: %v\n%s", python, err, out)
		}
	}
}

// TestPythonEditable: what pip install -e installs leads to the package as it is here, and lists the sums of its files.
func TestPythonEditable(t *testing.T) {
	t.Parallel()
	folder, err := filepath.Abs("../../python")
	if err != nil {
		t.Fatal(err)
	}
	const script = `import base64, hashlib, os, site, sys, zipfile
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import backend
with zipfile.ZipFile(backend.build_editable(".")) as wheel:
    for line in wheel.read(next(name for name in wheel.namelist() if name.endswith("RECORD"))).decode().split():
        name, sum, size = line.split(",")
        assert not sum or sum == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).rstrip(b"=").decode(), name
    wheel.extractall("site")
sys.path.remove(sys.argv[1])
site.addsitedir("site")
import fbp
assert os.path.samefile(fbp.__file__, os.path.join(sys.argv[1], "fbp", "__init__.py")), fbp.__file__
`
	cmd := exec.Command(pythons(t)[0][0], "-c", script, folder)
	cmd.Dir = t.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
