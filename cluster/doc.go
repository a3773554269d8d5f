// Package cluster submits the tasks of a plan to Slurm.
//
// The missing tasks are listed in a file; element k of E elements of a job array does those of the
// lines k, k+E, k+2E, …, so that slow and fast points of a sweep are mixed. A last job, which waits
// until all elements have ended, successfully or not, merges: it makes the tables and the
// figure, and fails if a task is missing.
//
// Everything a job needs is in the run's folder: the config with its defaults
// spelled out, the list, and a copy of the program, since the original may have been
// removed or replaced when the job starts.
package cluster
