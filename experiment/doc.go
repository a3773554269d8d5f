// Package experiment runs plans. It is the only package that knows all kinds of
// models, instances, algorithms, measurements and figures: its Standard catalog
// (standard.go) has a line for each.
//
// The way of an experiment, package by package, each of which imports only those
// above it:
//
//	config   a TOML text becomes a document with the place of each value, and a
//	         section of it the struct of its kind; --set; errors of one line
//	plan     at every point of [sweep] sections become a Spec, a Spec numbered
//	         tasks named by the hash of their parameters, with estimates
//	store    the folder of a run: records, solutions, claims, checkpoints;
//	         folders are merged and looked at
//	table    records become tables, theories too; points are compared with them
//	figure   tables become the figures that [figure] asks for
//
// This package does the tasks in between: each makes its patterns, searches and
// measures (run.go, select.go, task.go, search.go), and leaves a record and a
// solution in the store. Package check reads
// all that is in a folder and says what is wrong with it.
//
// Everything that can be wrong with a config is found when it is planned, before
// any work starts, and is a say.Error: one line that names the place.
package experiment
