package experiment

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/instances"
	"fbp/internal/files"
	"fbp/model"
	"fbp/results"
)

// search finds weights, or reads those that an earlier run found. Tasks that
// differ in what they measure share a search, also across processes.
func (j *job) search(ctx context.Context, problem *model.Problem) (*store.SolutionFile, error) {
	unlock := j.run.searches.lock(j.task.Solution)
	defer unlock()
	kept := !j.run.Force || j.run.searches.done(j.task.Solution)
	if kept {
		found, err := j.run.folder.ReadSolution(j.task)
		if store.Stops(err) {
			return nil, &diskError{err}
		}
		if found != nil {
			return j.found(found), nil
		}
	}
	claim, err := j.run.claims.Wait(ctx, j.task.Solution, j.lost)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, &diskError{err}
	}
	defer claim.Release()
	if kept {
		found, err := j.run.folder.ReadSolution(j.task)
		if err != nil {
			if err := store.SetAside(j.run.Log, j.run.folder.Solution(j.task), err); err != nil {
				return nil, &diskError{err}
			}
		}
		if found != nil {
			return j.found(found), nil
		}
	}
	found, err := j.solve(ctx, problem)
	if err != nil {
		return nil, err
	}
	data, err := found.Encode()
	if err != nil {
		return nil, err
	}
	if err := files.WriteFile(j.run.folder.Solution(j.task), data); err != nil {
		return nil, &diskError{err}
	}
	j.run.searches.finish(j.task.Solution)
	return found, nil
}

// found counts the readings of a solution that is there.
func (j *job) found(s *store.SolutionFile) *store.SolutionFile {
	for _, series := range s.Readings {
		j.steps(len(series.Rows))
	}
	return s
}

// solve runs the algorithm.
func (j *job) solve(ctx context.Context, problem *model.Problem) (*store.SolutionFile, error) {
	seed, algorithm := j.run.plan.Seed, j.at.Algorithm
	in := j.at.InstanceOf(seed, &j.task)
	if b, ok := algorithm.(plan.Bound); ok {
		bound, fingerprint, err := b.Bind(in, j.task.Search)
		if err == nil && fingerprint != j.task.Fingerprint {
			err = errors.New("the stored solution has changed since the plan was made")
		}
		if err != nil {
			return nil, err
		}
		algorithm = bound
	}
	recorder := results.Recorder{Layouts: table.Emits(j.at.Algorithm, j.at.Model)}
	kept, rng := j.keeper(ctx, j.task.Solution, &recorder, instances.Stream(seed, "algorithm", j.task.Solution))
	with := *problem
	with.Keeper = kept
	with.Stream = func(purpose string) *rand.Rand { return instances.Stream(seed, purpose, j.task.Solution) }
	s, err := algorithm.Solve(ctx, &with, rng, j.watched(&recorder))
	if err := kept.Failed(); err != nil {
		return nil, &diskError{err}
	}
	if err != nil {
		return nil, err
	}
	recorder.Emit(plan.Outcome(s))
	if ties, ok := plan.Ties(problem, s); ok {
		recorder.Emit(ties)
	}
	if err := recorder.Err(); err != nil {
		return nil, err
	}
	params := j.at.Params(&j.task)
	delete(params, "measure")
	plan.Untested(params["instance"])
	found := &store.SolutionFile{
		Solution: j.task.Solution, Physics: results.PhysicsVersion, Instance: in, Search: j.task.Search, Params: params,
		Readings: recorder.Readings(),
	}
	return found, found.SetContent(s)
}

// searches lets tasks that share a search, differing in what they measure, do
// it once.
type searches struct {
	mu       sync.Mutex
	locks    map[string]*sync.Mutex
	finished map[string]bool
}

func (s *searches) lock(id string) (unlock func()) {
	s.mu.Lock()
	l, ok := s.locks[id]
	if !ok {
		l = new(sync.Mutex)
		s.locks[id] = l
	}
	s.mu.Unlock()
	l.Lock()
	return l.Unlock
}

func (s *searches) done(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.finished[id]
}

func (s *searches) finish(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.finished[id] = true
}
