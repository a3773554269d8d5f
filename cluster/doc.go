// Package cluster hands the tasks of a plan to a batch system.
//
// The plan is cut into shares, as fbp run --shard has them: share i of n holds
// the tasks i, i+n, i+2n …, so that slow and fast points of a sweep mix. One
// element of a job array does one share, and only shares with something to do
// are submitted. A last job, which waits until all elements have ended in
// whatever way, merges: it makes the tables and the figure, and fails if a task
// is missing.
//
// Everything a job needs is in the run's folder: the config with its defaults
// spelled out, and a copy of the program, since the original may be gone or
// another one when the job starts.
package cluster
