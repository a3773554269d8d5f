package experiment

import (
	"fmt"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/results"
)

// Four replicas far from each other are solutions, and their reference is often none: the
// local entropy around it is not measured then, and the sample counts as unsolved there.
func TestReferenceErrors(t *testing.T) {
	const text = "samples = 6\n[model]\nkind = \"perceptron\"\nn = 51\n[instance]\nkind = \"random\"\nalpha = 0.4\n" +
		"[algorithm]\nkind = \"monte_carlo\"\nreplicas = 4\noverlap = 0.4\nanneal = 3000\nequilibrate = 20\nsnapshots = 2\n" +
		"[[measure]]\nkind = \"local_entropy\"\nrho = { list = [1] }\n[[measure]]\nkind = \"robustness\"\neta = [0]\ntrials = 4\n"
	for _, include := range []bool{false, true} {
		var sets []string
		if include {
			sets = []string{"measure.local_entropy.unsolved=include"}
		}
		p, dir := fakePlan(t, Standard(), text, sets...), t.TempDir()
		if report := ran(t, p, Options{Dir: dir}); report.Solved != 6 {
			t.Fatalf("%+v: want all replicas to be solutions", report)
		}
		tables(t, p, dir)
		astray := 0
		for _, task := range p.Tasks {
			r := recordOf(t, dir, task)
			f := solutionOf(t, dir, task)
			s, err := f.Content()
			if err != nil {
				t.Fatal(err)
			}
			in, err := p.Spec.Points[task.Point].Source.Data(t.Context(), p.Spec.Points[task.Point].Model, p.Seed, task.Sample)
			if err != nil {
				t.Fatal(err)
			}
			errors := 0
			for mu := range in.Train.P {
				sum := 0.0
				for i, w := range s.Weights {
					sum += w * in.Train.At(mu, i) * in.Train.Label(mu)
				}
				if sum < 0 {
					errors++
				}
			}
			if got, _ := s.Number(results.ReferenceErrors); got != float64(errors) {
				t.Errorf("sample %d: reference_errors %v, counted %d", task.Sample, got, errors)
			}
			if errors > 0 {
				astray++
			}
			if measured := r.Readings["local_entropy"] != nil; measured != (errors == 0 || include) {
				t.Errorf("sample %d of %d errors: measured %v", task.Sample, errors, measured)
			}
		}
		if astray == 0 || astray == 6 {
			t.Fatalf("%d references err: the test wants some", astray)
		}
		last := func(name, row string) string {
			data := scratch.Read(t, dir, name+".tsv")
			for line := range strings.Lines(data) {
				if strings.HasPrefix(line, row) {
					return strings.TrimSpace(line)
				}
			}
			return ""
		}
		without := fmt.Sprintf("\t%d\t%d\t0\t0\t0", 6-astray, astray)
		counts := without + "\t0"
		if include {
			counts = fmt.Sprintf("\t6\t0\t0\t0\t%d\t0", astray)
		}
		if got := last("local_entropy", "0.4\t51\t0.39215686274509803\t20\t1\t"); !strings.HasSuffix(got, counts) {
			t.Errorf("include %v: %d references err: %s", include, astray, got)
		}
		for row, counts := range map[string]string{"0.39215686274509803\t20\treference\t0\t": without, "0.39215686274509803\t20\treplicas\t0\t": "\t6\t0\t0\t0\t0"} {
			if got := last("robustness", row); !strings.HasSuffix(got, counts) {
				t.Errorf("%s: want counts%s", got, counts)
			}
		}
	}
}
