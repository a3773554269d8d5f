package experiment

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"fbp/experiment/checkpoint"
	"fbp/experiment/kinds"
	"fbp/experiment/store"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// search finds weights, or reads those that an earlier run found. Tasks that
// differ in what they measure share a search, also across processes.
func (j *job) search(ctx context.Context, problem *model.Problem) (*store.SolutionFile, error) {
	unlock := j.run.searches.lock(j.task.Solution)
	defer unlock()
	found, err := j.found(false)
	if found != nil || err != nil {
		return found, err
	}
	claim, err := j.run.claims.Wait(ctx, j.task.Solution, j.lost)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, &diskError{err}
	}
	defer claim.Release()
	if found, err = j.found(true); found != nil || err != nil {
		return found, err
	}
	if found, err = retry(ctx, j, j.task.Solution, func() (*store.SolutionFile, bool, error) { return j.solve(ctx, problem) }); err != nil {
		return nil, err
	}
	data, err := found.Encode()
	if err != nil {
		return nil, err
	}
	if err := store.WriteFile(j.run.folder.Solution(j.task), data); err != nil {
		return nil, &diskError{err}
	}
	j.run.searches.finish(j.task.Solution)
	return found, nil
}

// found is a solution that is there, nil if there is none or all is to be done again.
// One that cannot be read is moved aside where its claim is held.
func (j *job) found(claimed bool) (*store.SolutionFile, error) {
	if j.run.Force && !j.run.searches.done(j.task.Solution) {
		return nil, nil
	}
	found, err := j.run.folder.ReadSolution(j.task)
	switch {
	case err != nil && claimed:
		err = store.SetAside(j.run.Log, j.run.folder.Solution(j.task), err)
	case !store.Unreadable(err):
		err = nil
	}
	if err != nil {
		return nil, &diskError{err}
	}
	if found != nil {
		j.skipSteps(found.Readings)
	}
	return found, nil
}

// skipSteps tells of readings that are there.
func (j *job) skipSteps(readings map[string]*results.Rows) {
	for _, series := range readings {
		j.steps(len(series.Rows))
	}
}

// retry is what a computation comes to, which tells whether it went on from a checkpoint. One
// that did and fails is begun again without: it may be the checkpoint that is wrong, though its
// sum is right, and a computation that fails by itself fails again.
func retry[T any](ctx context.Context, j *job, name string, do func() (T, bool, error)) (T, error) {
	made, resumed, err := do()
	if err == nil || !resumed || ctx.Err() != nil || errors.As(err, new(*diskError)) {
		return made, err
	}
	begin, bad := checkpoint.Distrust(j.run.folder, j.run.Log, name, err)
	if bad != nil {
		return made, &diskError{bad}
	}
	if begin {
		made, _, err = do()
	}
	return made, err
}

// solve runs the algorithm, and tells whether it went on from a checkpoint. A panic is an error of
// the search.
func (j *job) solve(ctx context.Context, problem *model.Problem) (found *store.SolutionFile, resumed bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = j.panicked(p)
		}
	}()
	seed := j.run.plan.Seed
	bound, err := j.at.Bound(seed, &j.task)
	if err == nil && bound.Fingerprint != j.task.Fingerprint {
		err = errors.New("the stored solution has changed since the plan was made")
	}
	if err != nil {
		return nil, false, err
	}
	j.warnUnfair()
	j.warnMean(problem.Data.Train)
	recorder := results.Recorder{Layouts: kinds.Emits(j.at.Algorithm, j.at.Model)}
	stream := j.at.Stream(j.task)
	kept, rng := j.keeper(ctx, j.task.Solution, &recorder, "algorithm", stream)
	with := *problem
	with.Keeper = kept
	with.Stream = func(purpose string) *rand.Rand { return instances.Stream(seed, purpose, stream) }
	took := time.Duration(-1) // that of a program
	if j.run.Commands {
		with.Outside = &model.Outside{Folder: j.run.Dir, Ended: func(how results.Outside, cpu time.Duration) { j.outside, took = &how, cpu }}
	}
	defer func() { resumed = kept.Resumed() }()
	own := startClock(&with)
	defer own.end()
	s, err := bound.Solve(ctx, &with, rng, j.watched(&recorder))
	if spent, alone := own.end(); alone && !kept.Resumed() {
		j.searched = spent
	}
	if took >= 0 {
		j.searched = took
	}
	if err := kept.Failed(); err != nil {
		return nil, false, &diskError{err}
	}
	if err != nil {
		return nil, false, err
	}
	s.WithoutDirection(j.at.Model)
	if err := j.numbers(problem, s, &recorder); err != nil {
		return nil, false, err
	}
	params := j.at.Params(&j.task)
	delete(params, "measure")
	kinds.Untested(params["instance"])
	found = &store.SolutionFile{
		Solution: j.task.Solution, Physics: results.PhysicsVersion, Instance: j.at.InstanceOf(seed, &j.task), Search: j.task.Search, Params: params,
		Readings: recorder.Readings(),
	}
	return found, false, found.SetContent(s)
}

// numbers emits those of the outcome of a search, and the error of all that it has emitted.
func (j *job) numbers(problem *model.Problem, s *model.Solution, recorder *results.Recorder) error {
	recorder.Emit(kinds.Outcome(s))
	if ties, ok := kinds.Ties(problem, s); ok {
		recorder.Emit(ties)
	}
	if correlation, ok := kinds.Correlation(j.at.Source, problem); ok {
		recorder.Emit(correlation)
		j.warnCorrelated(correlation.Values[0].Value)
	}
	return recorder.Err()
}

// searches lets tasks that share a search, differing in what they measure, do
// it once.
type searches struct {
	locks    sync.Map // a mutex, by the name of the solution
	finished sync.Map // names of solutions
}

func (s *searches) lock(id string) (unlock func()) {
	l, _ := s.locks.LoadOrStore(id, new(sync.Mutex))
	l.(*sync.Mutex).Lock()
	return l.(*sync.Mutex).Unlock
}

func (s *searches) done(id string) bool {
	_, done := s.finished.Load(id)
	return done
}

func (s *searches) finish(id string) { s.finished.Store(id, true) }
