package experiment

import (
	"context"
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/model"
	"fbp/results"
)

// records checks the record and the solution of every task, and keeps what tables
// are made of.
func (k *check) records(ctx context.Context) (err error) {
	k.builds, k.exact, k.gather = Builds{}, true, newAggregate(k.plan)
	k.gather.interpolates(k.folder.distancesAt())
	hash := sha256.New()
	var broken error
	k.origins, err = k.folder.gather(ctx, k.gather, hash, func(r reading) {
		if broken == nil {
			broken = k.task(r)
		}
	})
	k.lines = hash.Sum(nil)
	if err == nil {
		err = broken
	}
	return err
}

// task checks what there is of a task.
func (k *check) task(r reading) error {
	name := "tasks/" + r.task.ID + ".json"
	switch {
	case r.err != nil:
		k.exact = false
		mend := k.run()
		if _, err := k.folder.readHead(r.task); err == nil { // a run would not look further
			mend = k.again(name)
		}
		k.found(name, strings.TrimPrefix(r.err.Error(), "record "), mend)
	case r.record == nil:
		k.Missing++
	default:
		k.Records++
		k.builds.add(r.record)
	}
	return k.solution(r)
}

// solution checks the solution of a task against its sum, its name, the record
// and, where the patterns are at hand, its errors.
func (k *check) solution(r reading) error {
	t, name := r.task, "solutions/"+r.task.Solution
	s, err := k.folder.readSolution(t)
	if stops(err) {
		return err
	}
	if s == nil && err == nil {
		return nil
	}
	again := k.again(name, "tasks/"+t.ID+".json")
	if err == nil && r.record != nil && r.record.Status != results.Failed {
		if told := r.record.Readings["solution"]; s.status() != r.record.Status || !reflect.DeepEqual(told, s.Readings["solution"]) {
			k.found(name, "it is not the solution that the record of the task tells of", again)
		}
	}
	if k.seen[t.Solution] {
		return nil
	}
	k.seen[t.Solution] = true
	if err == nil {
		err = k.recount(t, s)
	}
	if stops(err) {
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
func (k *check) recount(t plan.Task, s *solutionFile) error {
	if k.planned == nil {
		return nil
	}
	point := k.planned.Spec.Points[t.Point]
	m, ok := point.Model.(model.Constrained)
	if !ok {
		return nil
	}
	w, err := s.weights()
	if err != nil {
		return err
	}
	data, err := k.planned.Data(k.planned.Tasks[t.Number])
	if err != nil {
		return err
	}
	if len(w) != point.Model.Dim() {
		return fmt.Errorf("%d weights, and the model has %d", len(w), point.Model.Dim())
	}
	if errors := m.Errors(w, data.Train); errors != s.Errors || s.Solved != (errors == 0) {
		return fmt.Errorf("its weights make %d errors, and it says %d", errors, s.Errors)
	}
	k.Recounted++
	return nil
}

// unplanned checks the records and solutions that are not of the plan, but of an
// earlier one: they are sound by their sum, and hold what they are named after.
func (k *check) unplanned(ctx context.Context) error {
	known := map[string]bool{}
	for _, t := range k.plan.Tasks {
		known["tasks/"+t.ID+".json"], known["solutions/"+t.Solution] = true, true
	}
	for _, dir := range []string{"tasks", "solutions"} {
		entries, err := files.ReadDir(k.folder.in(dir))
		if err != nil && !files.Missing(err) {
			return files.Explain("read", k.folder.in(dir), err)
		}
		for _, e := range entries {
			name := dir + "/" + e.Name()
			if known[name] || strings.HasPrefix(e.Name(), ".") || strings.Contains(e.Name(), ".bad") {
				continue
			}
			if ctx.Err() != nil {
				return config.ErrInterrupted
			}
			err := k.unplannedFile(dir, e.Name())
			if stops(err) {
				return err
			}
			if err != nil {
				k.found(name, strings.TrimPrefix(err.Error(), "record "), "rm "+word(k.folder.in(name)))
			}
		}
	}
	return nil
}

func (k *check) unplannedFile(dir, name string) error {
	path := k.folder.in(dir, name)
	if dir == "solutions" {
		s, err := readSolution(path)
		if err == nil && (s.Solution != name || !strings.HasSuffix(name, plan.NameOf(s.Params, s.Instance.Seed, s.Instance.Sample))) {
			err = fmt.Errorf("it is the solution %s", s.Solution)
		}
		return err
	}
	r, err := results.ReadRecord(path)
	if err == nil && (r.Task+".json" != name || !strings.HasSuffix(r.Task, plan.NameOf(r.Params, r.Seed, r.Sample))) {
		err = fmt.Errorf("it is the record of %s", r.Task)
	}
	if err == nil {
		err = checkLayouts(r)
	}
	return err
}
