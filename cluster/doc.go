// Package cluster submits the tasks of a plan to a batch system.
//
// The plan is divided into shares, as in fbp run --shard: share i of n has the
// tasks i, i+n, i+2n, …, so that slow and fast points of a sweep are mixed. Each
// element of a job array does one share, and only shares with missing tasks are
// submitted. A last job, which waits until all elements have ended, successfully
// or not, merges: it makes the tables and the figure, and fails if a task is
// missing.
//
// Everything a job needs is in the run's folder: the config with its defaults
// spelled out, and a copy of the program, since the original may have been
// removed or replaced when the job starts.
package cluster
