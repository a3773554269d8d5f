package experiment

import (
	"log/slog"
	"time"

	"fbp/experiment/plan"
)

// Options say how a plan is run. They change no result.
type Options struct {
	Dir         string         // folder of the run
	Jobs        int            // tasks at the same time, 1 if less
	Admit       Admit          // asked before anything is written; nil: Jobs it is
	Task        *int           // this task only
	Shard       Shard          // this share of the tasks only
	List        []string       // ids of the only tasks, one or more; nil: all of the plan
	First       bool           // the first sample of every point that has no other only
	Force       bool           // do everything again, searches included
	Strict      bool           // refuse a folder with records of other builds than this one
	Replace     bool           // take the place of another experiment in the folder
	RetryFailed bool           // do again what failed: tasks, and measurements of tasks
	Commands    bool           // programs of the config may be run
	FailFast    bool           // stop at the first failed task
	Log         *slog.Logger   // nil: silent
	Watch       func(Progress) // told how the run goes on, never two calls at once; nil: nobody
	Grace       time.Duration  // how long an interrupted run waits for its tasks, unless they write checkpoints; 0: 4 s
	Beat        time.Duration  // between signs of life of this process; 0: 10 s
	Poll        time.Duration  // between two looks at what other processes do; 0: half a second
	Checkpoint  time.Duration  // between checkpoints of a task; 0: a minute, negative: as often as possible
	// Rows is told how many rows of a theory are computed, as in table.Options.
	Rows func(theory string, done, total int)
}

// Admit says how many of the tasks that are to be done may run at the same time,
// jobs at most, or that they cannot run at all.
type Admit func(todo []plan.Task, jobs int) (int, error)

// Shard is share I of Of equal shares of a plan, I = 0 … Of−1. Of = 0 is all.
type Shard struct{ I, Of int }
