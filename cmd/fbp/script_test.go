package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/results"
)

// TestScripts runs the transcripts in testdata/script: commands as a user gives them, what they
// print and the files that they leave. Beside the commands of testscript there are
//
//	fbp ARGS…                 the program, which ends well; after ! it does not
//	exit CODE fbp ARGS…       the program ends with this code
//	mistake fbp ARGS…         the same with code 2, one line on stderr and nothing on stdout
//	same DIR DIR…             tables, figures and records.jsonl of runs are the same bytes
//	replace OLD NEW FILE…     changes the first OLD in files; \n and \t are what they are in Go
//	damage FILE…              changes a bit in the middle of files
//	lose FILE…                removes files
//	reseal FILE…              writes the sum at the end of tables and records for what is in them now
//	repaired DIR FILE         fbp check DIR finds fault with this file alone; the command that it prints repairs it
//
// where a FILE can be a pattern, which stands for the first of the files that it fits,
// and a script begins in a folder with tiny.toml. [slow] is true where all cases are run, and $SLURM has
// programs in the place of Slurm's, $SCRIPTS those of the repository. With -update what cmp compares is written anew.
func TestScripts(t *testing.T) {
	t.Parallel()
	slurm, err := filepath.Abs("testdata/slurm")
	scripts, wrong := filepath.Abs("../../scripts")
	if err = cmp.Or(err, wrong); err != nil {
		t.Fatal(err)
	}
	tiny := scratch.Read(t, "testdata/tiny.toml")
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("SLURM", slurm)
			e.Setenv("SCRIPTS", scripts)
			e.Setenv("GOGC", os.Getenv("GOGC"))
			path := filepath.Join(e.WorkDir, "tiny.toml")
			if _, err := os.Stat(path); err == nil { // the script has its own
				return nil
			}
			return os.WriteFile(path, []byte(tiny), 0o666)
		},
		Condition: func(name string) (bool, error) { return slow.All && name == "slow", nil },
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"fbp": func(ts *testscript.TestScript, neg bool, args []string) {
				if code := codeOf(ts, "fbp", args); neg != (code != 0) {
					ts.Fatalf("exit code %d", code)
				}
			},
			"exit": func(ts *testscript.TestScript, _ bool, args []string) {
				if code := codeOf(ts, args[1], args[2:]); strconv.Itoa(code) != args[0] {
					ts.Fatalf("exit code %d, want %s", code, args[0])
				}
			},
			"mistake": func(ts *testscript.TestScript, _ bool, args []string) {
				code := codeOf(ts, args[0], args[1:])
				if stderr := ts.ReadFile("stderr"); code != 2 || strings.Count(stderr, "\n") != 1 || ts.ReadFile("stdout") != "" {
					ts.Fatalf("exit code %d, want 2 and one line", code)
				}
			},
			"same": func(ts *testscript.TestScript, _ bool, dirs []string) {
				first := outputsOf(ts, dirs[0])
				for _, dir := range dirs[1:] {
					if other := outputsOf(ts, dir); !maps.Equal(other, first) {
						maps.DeleteFunc(other, func(file, text string) bool { return first[file] == text })
						ts.Fatalf("%s has other bytes than %s: %v", dir, dirs[0], slices.Sorted(maps.Keys(other)))
					}
				}
			},
			"replace": func(ts *testscript.TestScript, _ bool, args []string) {
				old, with := unquoted(ts, args[0]), unquoted(ts, args[1])
				rewrite(ts, args[2:], func(path string, data []byte) ([]byte, error) {
					if !bytes.Contains(data, []byte(old)) {
						ts.Fatalf("there is no %q in %s", old, path)
					}
					return bytes.Replace(data, []byte(old), []byte(with), 1), nil
				})
			},
			"damage": func(ts *testscript.TestScript, _ bool, args []string) {
				rewrite(ts, args, func(_ string, data []byte) ([]byte, error) {
					data[len(data)/2] ^= 4
					return data, nil
				})
			},
			"lose": func(ts *testscript.TestScript, _ bool, args []string) {
				for _, pattern := range args {
					ts.Check(os.Remove(first(ts, pattern)))
				}
			},
			"reseal": func(ts *testscript.TestScript, _ bool, args []string) {
				rewrite(ts, args, func(path string, data []byte) ([]byte, error) {
					if filepath.Ext(path) == ".tsv" {
						body, _, _ := bytes.Cut(data, []byte("# sha256: "))
						return results.SealTSV(body), nil
					}
					body, rest, _ := bytes.Cut(data, []byte(`,"sum":"`))
					return fmt.Appendf(nil, `%s,"sum":"%x%s`, body, sha256.Sum256(append(bytes.Clone(body), '}')), rest[2*sha256.Size:]), nil
				})
			},
			"repaired": func(ts *testscript.TestScript, _ bool, args []string) {
				if code := codeOf(ts, "fbp", []string{"check", args[0]}); code != 1 {
					ts.Fatalf("exit code %d, want 1", code)
				}
				found := ts.ReadFile("stdout")
				file, _, _ := strings.Cut(found, ": ")
				fits, err := filepath.Match(filepath.Join(args[0], args[1]), file)
				ts.Check(err)
				_, repair, _ := strings.Cut(strings.TrimSpace(found), "; to repair: ")
				if !fits || strings.Count(found, "\n") != 1 {
					ts.Fatalf("want one finding, in %s", args[1])
				}
				for _, command := range []string{strings.Replace(repair, ", then ", " && ", 1), "fbp check " + args[0]} {
					ts.Check(ts.Exec("sh", "-c", command))
				}
			},
		},
	})
}

// first is the first file that fits a pattern.
func first(ts *testscript.TestScript, pattern string) string {
	paths, err := filepath.Glob(ts.MkAbs(pattern))
	ts.Check(err)
	if len(paths) == 0 {
		ts.Fatalf("no file %s", pattern)
	}
	return paths[0]
}

// rewrite writes what a change makes of files.
func rewrite(ts *testscript.TestScript, patterns []string, change func(path string, data []byte) ([]byte, error)) {
	for _, pattern := range patterns {
		path := first(ts, pattern)
		data, err := os.ReadFile(path)
		ts.Check(err)
		data, err = change(path, data)
		ts.Check(cmp.Or(err, os.WriteFile(path, data, 0o666)))
	}
}

// outputsOf are the files of a run that depend on config, seed and physics version alone, by name.
func outputsOf(ts *testscript.TestScript, dir string) map[string]string {
	all := map[string]string{}
	for _, pattern := range []string{"*.tsv", "records.jsonl", "figure.*"} {
		paths, err := filepath.Glob(filepath.Join(ts.MkAbs(dir), pattern))
		ts.Check(err)
		for _, path := range paths {
			all[filepath.Base(path)] = ts.ReadFile(path)
		}
	}
	if len(all) < 3 {
		ts.Fatalf("no run in %s", dir)
	}
	return all
}

// codeOf is the exit code of a program.
func codeOf(ts *testscript.TestScript, program string, args []string) int {
	var ended *exec.ExitError
	err := ts.Exec(program, args...)
	if err != nil && !errors.As(err, &ended) {
		ts.Fatalf("%v", err)
	}
	if ended != nil {
		return ended.ExitCode()
	}
	return 0
}

// unquoted is an argument with \n and the like as Go reads them.
func unquoted(ts *testscript.TestScript, arg string) string {
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(arg, `"`, `\"`) + `"`)
	ts.Check(err)
	return text
}
