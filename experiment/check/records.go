package check

import (
	"context"
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/say"
	"fbp/results"
)

// records checks the record and the solution of every task, and keeps what tables
// are made of.
func (k *check) records(ctx context.Context) error {
	k.gather = table.New(k.plan, k.at, k.theories())
	for _, t := range k.plan.Tasks {
		k.on[t.Solution] = append(k.on[t.Solution], recordOf(t))
	}
	k.lines = &sum{of: sha256.New()}
	var broken error
	state, err := k.gather.Read(ctx, k.folder, false, k.lines, func(r store.StoredRecord) {
		if broken == nil {
			broken = k.task(ctx, r)
		}
	})
	if err != nil {
		return err
	}
	k.state, k.Missing = state, state.Missing()-len(state.Bad)
	return broken
}

// task checks what there is of a task.
func (k *check) task(ctx context.Context, r store.StoredRecord) error {
	name := recordOf(r.Task)
	k.known[name] = true
	switch {
	case r.Err != nil:
		k.source(name, strings.TrimPrefix(r.Err.Error(), "record "))
	case r.Record != nil:
		k.Records++
	}
	if r.Task.Pair != nil {
		return k.pair(r)
	}
	return k.solution(ctx, r)
}

// recordOf is the path of a task's record in the folder.
func recordOf(t plan.Task) string { return "tasks/" + t.ID + ".json" }

// solution checks the solution of a task against its sum, its name, the record
// and, where the patterns are at hand, its errors.
func (k *check) solution(ctx context.Context, r store.StoredRecord) error {
	t, name := r.Task, "solutions/"+r.Task.Solution
	s, err := k.folder.ReadSolution(t)
	if store.Unreadable(err) {
		return err
	}
	k.known[name] = true
	done := r.Record != nil && r.Record.Status != results.Failed
	wrong := ""
	switch {
	case err != nil:
	case s == nil && done:
		wrong = "missing, and the record of its task is there"
	case s == nil:
		return nil
	case r.Record != nil:
		if err := k.measurementsOf(r, s.Fingerprint()); err != nil {
			return err
		}
		if done && (s.Outcome != r.Record.Status || !reflect.DeepEqual(r.Record.Readings["solution"], s.Readings["solution"])) {
			wrong = "it is not the solution that the record of the task tells of"
		}
	}
	if wrong == "" && k.seen[t.Solution] {
		return nil
	}
	if s != nil && !k.seen[t.Solution] {
		err = k.recount(ctx, t, s)
	}
	k.seen[t.Solution] = true
	switch {
	case ctx.Err() != nil:
		return say.ErrInterrupted
	case store.Unreadable(err):
		return err
	case err != nil:
		wrong = err.Error()
	}
	if wrong == "" {
		k.Solutions++
	} else if !k.wrong[name] {
		k.source(name, wrong, k.on[t.Solution]...)
	}
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
	for _, dir := range []string{"tasks", "solutions", "measurements"} {
		err := k.each(ctx, dir, func(name string) error {
			if k.known[dir+"/"+name] {
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
		k.Unplanned++
	}
	return err
}
