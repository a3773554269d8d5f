package experiment

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/files"
	"fbp/results"
)

// records checks the record and the solution of every task, and keeps what tables
// are made of.
func (k *check) records(ctx context.Context) (err error) {
	k.builds, k.exact, k.gather = store.Builds{}, true, table.New(k.plan, k.catalog)
	k.gather.Interpolates(k.at)
	lines := store.NewSumming()
	var broken error
	k.origins, err = k.gather.Read(ctx, k.folder, lines, func(r store.TaskFile) {
		if broken == nil {
			broken = k.task(ctx, r)
		}
	})
	k.lines = lines.Sum()
	if err == nil {
		err = broken
	}
	return err
}

// task checks what there is of a task.
func (k *check) task(ctx context.Context, r store.TaskFile) error {
	name := "tasks/" + r.Task.ID + ".json"
	if k.tasks[r.Task.ID] = true; r.Task.Pair == nil {
		k.makes["solutions/"+r.Task.Solution] = r.Task
	}
	switch {
	case r.Err != nil:
		k.exact = false
		mend := k.rerun()
		if _, err := k.folder.ReadHead(r.Task); err == nil { // a run would not look further
			mend = k.taskAgain(r.Task)
		}
		k.found(name, strings.TrimPrefix(r.Err.Error(), "record "), mend)
	case r.Record == nil:
		k.Missing++
	default:
		k.Records++
		k.builds.Add(r.Record)
		k.read.Put(name, r.File)
		for measurement := range k.measurements(r) {
			k.makes["measurements/"+measurement] = r.Task
		}
	}
	if r.Task.Pair != nil {
		return k.pair(r)
	}
	return k.solution(ctx, r)
}

// solution checks the solution of a task against its sum, its name, the record
// and, where the patterns are at hand, its errors.
func (k *check) solution(ctx context.Context, r store.TaskFile) error {
	t, name := r.Task, "solutions/"+r.Task.Solution
	s, err := k.folder.ReadSolution(t)
	if store.Stops(err) {
		return err
	}
	if s == nil && err == nil {
		if r.Record != nil && r.Record.Status != results.Failed && !k.seen[t.Solution] {
			k.seen[t.Solution] = true
			k.gone = append(k.gone, t)
		}
		return nil
	}
	if err == nil && r.Record != nil {
		if err := k.measurementsOf(r, s.Fingerprint()); err != nil {
			return err
		}
	}
	again := k.taskAgain(t)
	if err == nil && r.Record != nil && r.Record.Status != results.Failed {
		if told := r.Record.Readings["solution"]; s.Outcome != r.Record.Status || !reflect.DeepEqual(told, s.Readings["solution"]) {
			k.found(name, "it is not the solution that the record of the task tells of", again)
		}
	}
	if k.seen[t.Solution] {
		return nil
	}
	k.seen[t.Solution] = true
	if err == nil {
		err = k.recount(ctx, t, s)
	}
	switch {
	case ctx.Err() != nil:
		return config.ErrInterrupted
	case store.Stops(err):
		return err
	}
	if err != nil {
		k.found(name, err.Error(), again)
		return nil
	}
	k.Solutions++
	return nil
}

// recount counts the errors of a solution again.
func (k *check) recount(ctx context.Context, t plan.Task, s *store.SolutionFile) error {
	if k.planned == nil {
		return nil
	}
	point := k.planned.Spec.At(t.Point)
	m := point.Model
	if m == nil || s.Count == 0 {
		return nil
	}
	found, err := s.Content()
	if err != nil {
		return err
	}
	data, err := k.planned.Data(ctx, k.planned.Tasks[t.Number])
	if err != nil {
		return err
	}
	if len(found.Weights) != point.Model.Dim() {
		return fmt.Errorf("%d weights, and the model has %d", len(found.Weights), point.Model.Dim())
	}
	if errors := m.Errors(found.Weights, data.Train); errors != s.Errors {
		return fmt.Errorf("its weights make %d errors, and it says %d", errors, s.Errors)
	}
	if errors := found.Mistakes(m, data.Train); (s.Outcome == results.Solved) != (errors == 0) {
		return fmt.Errorf("%d errors, and its outcome is %q", errors, s.Outcome)
	}
	k.Recounted++
	return nil
}

// unplanned checks the records, solutions and measurements that are not of the plan, but of an
// earlier one, or of samples that do not count: they are sound by their sum, and hold what they are named after.
func (k *check) unplanned(ctx context.Context) error {
	known := map[string]bool{}
	for name := range k.tasks {
		known["tasks/"+name+".json"] = true
	}
	for name := range k.makes {
		known[name] = strings.HasPrefix(name, "solutions/")
	}
	for name := range k.measured {
		known["measurements/"+name] = true
	}
	for _, dir := range []string{"tasks", "solutions", "measurements"} {
		remove := func(name string) string {
			path := k.folder.In(dir, name)
			if info, err := files.Stat(path); err == nil && info.IsDir() {
				return config.Command("mv %s %s", path, path+".bad")
			}
			return config.Command("rm %s", path)
		}
		err := k.each(ctx, dir, remove, func(name string) error {
			if known[dir+"/"+name] {
				return nil
			}
			return k.unplannedFile(dir, name)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (k *check) unplannedFile(dir, name string) error {
	path := k.folder.In(dir, name)
	switch dir {
	case "measurements":
		_, err := k.folder.MeasurementNamed(name)
		if err == nil {
			k.Measured++
		}
		return err
	case "solutions":
		s, err := store.ReadSolutionFile(path)
		if err == nil && (s.Solution != name || !strings.HasSuffix(name, s.Ending())) {
			err = fmt.Errorf("it is the solution %s", s.Solution)
		}
		return err
	}
	r, err := results.ReadRecord(path)
	if err == nil && (r.Task+".json" != name || !strings.HasSuffix(r.Task, plan.NameOf(r.Params, r.Seed, r.Sample, r.Search))) {
		err = fmt.Errorf("it is the record of %s", r.Task)
	}
	if err == nil {
		err = table.CheckLayouts(k.catalog, r)
	}
	if err == nil {
		k.Unplanned++
	}
	return err
}
