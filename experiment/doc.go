// Package experiment turns a config into results. It is the only package that
// knows all kinds of models, instances, algorithms and measurements.
//
// The way of an experiment, file by file:
//
//  1. a TOML text becomes a document, a tree of values with the place of each
//     (package config);
//  2. at every point of [sweep] each section is written into the struct of its
//     kind, which holds the defaults (resolve.go, catalog.go): a Spec (spec.go),
//     in which nothing is left to guess;
//  3. a Spec becomes a Plan, numbered tasks named by the hash of their
//     parameters (plan.go, hash.go), with estimates (estimate.go);
//  4. a Plan is run: each task generates its patterns, searches, measures
//     (run.go, task.go, search.go) and leaves a record and a solution in the
//     run's folder (folder.go, solution.go), or takes a solution from another
//     (stored.go); claims keep processes from doing it twice (claim.go),
//     checkpoints from doing it all again (keep.go); folders are merged
//     (collect.go) and looked at (status.go);
//  5. records become tables (aggregate.go, layout.go, samples.go, control.go,
//     tables.go), theories of [[theory]] too (theory.go, theorytable.go,
//     theorycurve.go), measured points are compared with them (deviation.go), and
//     package plot draws what figure.go and panels.go ask for.
//
// Everything that can be wrong with a config is found in steps 1 to 3, before
// any work starts, and is a config.Error: one line that names the place.
package experiment
