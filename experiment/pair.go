package experiment

import (
	"cmp"
	"context"
	"slices"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/model"
	"fbp/results"
)

// measured is what a task measures: its solution, or the two of a pair with those of its
// company, and the problem of the first.
type measured struct {
	problem   *model.Problem
	solutions []*model.Solution
	weights   string // fingerprints
	all       bool   // the searches of a sample together, of which two have to learn all patterns
}

// take adds the solution of a search.
func (m *measured) take(found *store.SolutionFile) error {
	s, err := found.Content()
	if err != nil {
		return err
	}
	if m.solutions != nil {
		m.weights += " "
	}
	m.solutions, m.weights = append(m.solutions, s), m.weights+found.Fingerprint()
	return nil
}

// learned tells whether all weights that are measured learn all patterns; of all searches
// of a sample those count that do, two or more.
func (m *measured) learned() bool {
	found := len(m.solved().solutions)
	return found == len(m.solutions) || m.all && found >= 2
}

// solved are those of the solutions that learn all patterns.
func (m *measured) solved() *measured {
	of := *m
	of.solutions = slices.DeleteFunc(slices.Clone(m.solutions), func(s *model.Solution) bool { return !s.Learned() })
	return &of
}

// found tells whether there are weights to be measured of all.
func (m *measured) found() bool {
	return !slices.ContainsFunc(m.solutions, func(s *model.Solution) bool { return !s.Found() })
}

// outcome is the worst one: a pair is solved if its weights, and those of its company, learn all
// patterns.
func (m *measured) outcome() results.Status {
	if m.learned() {
		return results.Solved
	}
	if slices.ContainsFunc(m.solutions, func(s *model.Solution) bool { return s.Outcome == results.Limit }) {
		return results.Limit
	}
	return results.Converged
}

// copies are the solutions with vectors of their own.
func (m *measured) copies() (list []*model.Solution) {
	for _, s := range m.solutions {
		own := *s
		own.Weights, own.Replicas, own.Means = slices.Clone(s.Weights), nil, slices.Clone(s.Means)
		for _, w := range s.Replicas {
			own.Replicas = append(own.Replicas, slices.Clone(w))
		}
		list = append(list, &own)
	}
	return list
}

// measures names what the task measures.
func (j *job) measures() string {
	if j.task.With == "" {
		return j.task.Solution
	}
	return j.task.Solution + " " + j.task.With
}

// searchTasks are the tasks that search for what a task measures: itself, or those of a pair and
// of its company.
func searchTasks(p *plan.Plan, t plan.Task) []plan.Task {
	if t.Pair == nil {
		return []plan.Task{t}
	}
	var tasks []plan.Task
	for _, number := range t.Pair.All() {
		tasks = append(tasks, p.Tasks[number])
	}
	return tasks
}

// solutions takes in those that the task measures, and returns the last. A search that no
// process has made or is making is made here.
func (j *job) solutions(ctx context.Context, of *measured) (found *store.SolutionFile, err error) {
	for i, task := range searchTasks(j.run.plan, j.task) {
		search := *j
		search.task, search.at = task, j.run.plan.Spec.At(task.Point)
		if runs := search.at.Algorithm.About().Runs; runs != nil {
			search.outside = &results.Outside{Run: runs}
		}
		data := of.problem.Data
		if pair := j.at.Pair; i > 0 && pair != nil && pair.Across {
			if data, err = search.data(ctx); err != nil {
				return nil, err
			}
		}
		found, err = search.search(ctx, &model.Problem{Model: search.at.Model, Data: data, Cores: j.run.share})
		j.outside = cmp.Or(search.outside, j.outside)
		if err == nil {
			err = of.take(found)
		}
		if err != nil {
			return nil, err
		}
		if j.task.Pair == nil {
			j.searched = search.searched
		}
	}
	return found, nil
}
