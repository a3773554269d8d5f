// Package store is the folder of a run, and nothing else touches it while tasks
// are done. A Folder has
//
//   - config.toml and plan.json, which say what the run is (folder.go,
//     describe.go, prepare.go);
//   - a record per task and a solution per search, with its measurements (folder.go,
//     each.go, solution.go, measurement.go, packed.go);
//   - tables, and the checksums of what has no sum of its own (tables.go,
//     readtable.go, checksums.go);
//   - claims, so that several processes do not do a task twice (lease.go,
//     owner.go, lock.go);
//   - checkpoints of what is not done (keep.go, resume.go).
//
// Folders are merged (collect.go, choose.go) and looked at (status.go, times.go,
// trouble.go, provenance.go). A file is written whole or not at all; one
// whose content is wrong is moved aside and made again (aside.go).
package store
