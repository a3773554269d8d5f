package main

import (
	"bytes"
	"context"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fbp/internal/slow"
	"fbp/results"
	"fbp/theory/catalog"
)

// theoryOutput runs fbp theory as a user does.
func theoryOutput(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	root := program()
	root.SetArgs(append([]string{"theory"}, args...))
	root.SetOut(&out)
	root.SetErr(io.Discard) // progress
	err := root.ExecuteContext(context.Background())
	return out.String(), err
}

func theoryTable(t *testing.T, args ...string) *results.Table {
	t.Helper()
	out, err := theoryOutput(t, args...)
	if err != nil {
		t.Fatal(err)
	}
	table, err := results.ReadTSV(strings.NewReader(out))
	if err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	return table
}

func TestTheoryNames(t *testing.T) {
	out, err := theoryOutput(t)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range catalog.All() {
		if !strings.Contains(out, e.Name+" ") {
			t.Errorf("fbp theory does not list %s:\n%s", e.Name, out)
		}
		help, err := theoryOutput(t, e.Name, "--help")
		if err != nil || !strings.Contains(help, e.Long) || !strings.Contains(help, "fbp theory "+e.Name) {
			t.Errorf("fbp theory %s --help: %v\n%s", e.Name, err, help)
		}
	}
}

// manyValues is a list or a range, and its first value.
var manyValues = regexp.MustCompile(`^([-0-9.e]+)[,:].*`)

// takesLong has the theories of which a row takes about a second or more.
var takesLong = map[string]bool{"thresholds": true, "alpha-u": true, "franz-parisi-1rsb": true, "committee-entropy": true,
	"cross-entropy-optimum": true, "parity": true, "barrier": true}

// TestTheoryExamples: the examples in the help run, those of theories that take long with
// one value of each list. Where not all is run, the first of each theory has one value of
// each list, and of the others, as of theories that take long, which their packages test,
// the flags are read.
func TestTheoryExamples(t *testing.T) {
	t.Parallel()
	for _, e := range catalog.All() {
		for i, line := range strings.Split(oneLine(e.Example), "\n") {
			args := strings.Fields(line)[2:]
			if (i > 0 || takesLong[e.Name]) && !slow.All {
				ctx, cancel := context.WithCancel(context.Background())
				cancel()
				root := program()
				root.SetArgs(append([]string{"theory"}, args...))
				if err := root.ExecuteContext(ctx); exitCode(err) != exitInterrupted {
					t.Errorf("%s: %v", line, err)
				}
				continue
			}
			if args[len(args)-1] == "teacher" && (args[0] == "thresholds" || args[0] == "alpha-u") {
				continue // package theory/franzparisi tests them
			}
			for k, a := range args {
				if !slow.All || takesLong[e.Name] || args[0] == "franz-parisi" {
					args[k] = manyValues.ReplaceAllString(a, "$1")
				}
			}
			table := theoryTable(t, args...)
			if n := len(table.Columns); len(table.Rows) == 0 || table.Columns[n-2] != "status" || table.Columns[n-1] != "note" {
				t.Errorf("%s: columns %v, %d rows", line, table.Columns, len(table.Rows))
			}
		}
	}
}

// TestTheoryColumns: the columns that scripts rely on.
func TestTheoryColumns(t *testing.T) {
	for name, want := range map[string]string{
		"rs":                         "weights activation labels alpha kappa q q_hat entropy d replicon r r_hat gibbs_error bayes_error signs_error",
		"kappa-max":                  "weights activation labels alpha kappa_max q d",
		"franz-parisi-1rsb":          "alpha kappa_ref kappa d entropy slope p t0 p_hat t0_hat t1_hat bound replicon d_c p0 p1 m",
		"franz-parisi":               "weights activation labels alpha kappa_ref kappa d entropy slope p t0 p_hat t0_hat t1_hat bound replicon d_c normalized r r_hat",
		"capacity":                   "weights activation ansatz kappa alpha_c",
		"cross-entropy":              "alpha gamma beta q q_hat energy entropy stability error_rate",
		"cross-entropy-franz-parisi": "alpha gamma beta d entropy normalized q p t",
		"cross-entropy-optimum":      "alpha d gamma beta normalized",
		"parity":                     "hidden alpha q1 y normalized",
		"large-deviation":            "weights activation hidden alpha q1 y normalized dq0",
		"stability-distribution":     "weights activation alpha q1 y x density",
		"instability":                "weights activation kappa alpha_at",
		"thresholds":                 "weights activation labels alpha kappa_max kappa_min kappa_u",
		"alpha-u":                    "weights activation labels kappa alpha_u kappa_max d",
		"committee-entropy":          "hidden weights alpha q entropy",
		"symmetric":                  "alpha kappa entropy alpha_c",
		"symmetric-franz-parisi":     "alpha kappa_ref kappa d entropy bound",
	} {
		e, err := catalog.Find(name)
		if err != nil || strings.Join(e.TableColumns(), " ") != want {
			t.Errorf("%s: %v, %v", name, e.TableColumns(), err)
		}
	}
}

func TestTheoryFranzParisi(t *testing.T) {
	t.Parallel()
	args := []string{"franz-parisi", "--alpha", "0.5", "--kappa-ref", "0,0.004,0.1,max", "--d", "1e-5,0.1,0.2"}
	one, err := theoryOutput(t, append(args, "-j", "1")...)
	if err != nil {
		t.Fatal(err)
	}
	if three, err := theoryOutput(t, append(args, "-j", "3")...); err != nil || three != one {
		t.Errorf("-j 3 differs (%v):\n%s\nfrom\n%s", err, three, one)
	}
	table, err := results.ReadTSV(strings.NewReader(one))
	if err != nil {
		t.Fatal(err)
	}
	entropy, _ := table.Column("entropy")
	dc, _ := table.Column("d_c")
	// three distances for each reference; printed values of an independent derivation
	for row, want := range map[int]float64{2: .26590239, 8: .27474280, 10: .22182662, 11: .29596496} {
		if math.Abs(entropy[row]-want) > 1e-8 {
			t.Errorf("row %d: entropy %v, want %v", row, entropy[row], want)
		}
	}
	for row, want := range map[int]string{0: catalog.StatusEnds, 1: catalog.StatusOK, 3: catalog.StatusNoSolution, 6: catalog.StatusBound} {
		if got := table.Rows[row][len(table.Columns)-2].String(); got != want {
			t.Errorf("row %d: status %q, want %q", row, got, want)
		}
	}
	if !math.IsNaN(entropy[0]) || math.Abs(dc[0]-4.545e-4) > 1e-6 || dc[6] != 0 {
		t.Errorf("entropy %v, d_c %v, %v", entropy[0], dc[0], dc[6])
	}
	if !strings.Contains(strings.Split(one, "\n")[1], "\tnan\t") {
		t.Errorf("no nan in\n%s", one)
	}
}

// TestTheoryOneStep: p1 = p0 is franz-parisi, to all printed digits; what is not
// solved says why.
func TestTheoryOneStep(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	distances, status := "0.1", []string{catalog.StatusOK}
	if slow.All {
		distances, status = "0.001,0.01,"+distances, []string{catalog.StatusNoSolution, catalog.StatusOK, catalog.StatusOK}
	}
	args, last := []string{"--alpha", "0.8", "--kappa-ref", "0.02", "--d", distances}, len(status)-1
	rs := theoryTable(t, append([]string{"franz-parisi"}, args...)...)
	table := theoryTable(t, append([]string{"franz-parisi-1rsb", "--m", "0.2"}, args...)...)
	n := slices.Index(table.Columns, "p0")
	for i, column := range table.Columns[:n] {
		k := slices.Index(rs.Columns, column)
		if k < 0 || table.Rows[last][i].String() != rs.Rows[last][k].String() {
			t.Errorf("column %s: %v, want that of %v", column, table.Rows[last][i], rs.Rows[last])
		}
	}
	p0, _ := table.Column("p0")
	p1, _ := table.Column("p1")
	if p1[last] != p0[last] || slow.All && !(p1[1] > p0[1] && math.IsNaN(p1[0])) {
		t.Errorf("p0 = %v, p1 = %v", p0, p1)
	}
	for row, want := range status {
		status, note := table.Rows[row][n+3].String(), table.Rows[row][n+4].String()
		if status != want || !strings.Contains(note, "p1 = 1") || strings.Contains(note, "alpha") {
			t.Errorf("row %d: %q, %q", row, status, note)
		}
	}
}

// TestTheoryPlanted: the columns with a teacher; at κ̃ = 0 it is a reference.
func TestTheoryPlanted(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	args := []string{"franz-parisi", "--alpha", "0.5", "--kappa-ref", "0,max", "--d", "0.0001,0.1", "--labels", "teacher"}
	table := theoryTable(t, args...)
	t0, _ := table.Column("t0")
	r, ok := table.Column("r")
	kappa, _ := table.Column("kappa_ref")
	dc, _ := table.Column("d_c")
	top, _ := theoryTable(t, "kappa-max", "--alpha", "0.5", "--labels", "teacher").Column("kappa_max")
	if ok != nil || !math.IsNaN(r[0]) || !(math.Abs(r[1]-t0[1]) < 1e-9) || !(t0[3]-r[3] > 0.01) || kappa[2] != top[0] || !(dc[0] > 1e-4) {
		t.Errorf("r = %v, t0 = %v, kappa_ref = %v, d_c = %v (%v)", r, t0, kappa, dc, ok)
	}
	if status := table.Rows[0][len(table.Columns)-2].String(); status != catalog.StatusEnds {
		t.Errorf("status %q below d_c", status)
	}
}

// An interruption leaves the rows that were printed, in order, and offers no resumption.
func TestTheoryInterrupted(t *testing.T) {
	t.Parallel()
	args := []string{"theory", "rs", "--alpha", "0.1:0.8:3000", "-j", "2"}
	full, err := theoryOutput(t, args[1:]...)
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []int{0, 5} {
		ctx, cancel := context.WithCancel(context.Background())
		out := &cancelling{after: after, cancel: cancel}
		if after == 0 {
			cancel()
		}
		root := program()
		root.SetArgs(args)
		root.SetOut(out)
		err := root.ExecuteContext(ctx)
		if exitCode(err) != exitInterrupted || !strings.HasPrefix(message(err, "fbp theory"), "interrupted") || strings.Contains(message(err, "fbp theory"), "resume") {
			t.Errorf("exit %d, %v", exitCode(err), err)
		}
		got := out.text.String()
		if got == full || !strings.HasPrefix(full, got) || strings.Count(got, "\n") < after || after == 0 && got != "" {
			t.Errorf("after %d lines: %d lines of %d\n%.200s", after, strings.Count(got, "\n"), strings.Count(full, "\n"), got)
		}
	}
}

// cancelling is an output that interrupts the command after some writes.
type cancelling struct {
	text   bytes.Buffer
	after  int
	cancel func()
}

func (c *cancelling) Write(p []byte) (int, error) {
	if c.after--; c.after == 0 {
		c.cancel()
	}
	return c.text.Write(p)
}
