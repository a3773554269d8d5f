// Package store is the folder of a run, and nothing else touches it while tasks
// are done. A Folder has
//
//   - config.toml and plan.json, which say what the run is (folder.go,
//     create.go, rerun.go);
//   - a record per task and a solution per search, with its measurements (folder.go,
//     each.go, solution.go, measurement.go, packed.go);
//   - tables, figures and pages (tables.go, readtable.go, made.go), and
//     provenance.json, which is written last (provenance.go);
//   - claims, so that several processes do not do a task twice (package claims, lock.go);
//   - checkpoints of what is not done (package checkpoint).
//
// Folders are merged (collect.go, merge.go) and looked at: one scan has the state of every task (scan.go,
// status.go, times.go). A file is written whole or not at all; one
// whose content is wrong is moved aside and made again (aside.go).
//
// A folder with provenance.json is that of a whole run: all that counts is done, and tables and figure are made of it.
// It is removed before a task is done or a table is made, and written after everything else.
//
// Only regular files are read. The folder of a run may be a symbolic link, the folders in it
// may not: nothing is written or removed elsewhere.
package store
