// Package store is the folder of a run, and nothing else touches it while tasks
// are done. A Folder has
//
//   - config.toml and plan.json, which say what the run is (folder.go,
//     describe.go, prepare.go);
//   - a record per task and a solution per search (folder.go, each.go,
//     solution.go, sealed.go), which another run can measure again (stored.go, storedsolution.go) and which can
//     be written out (export.go);
//   - claims, so that several processes do not do a task twice (claim.go,
//     owner.go), and what they leave behind when they crash
//     (crash.go);
//   - checkpoints of what is not done (keep.go, resume.go).
//
// Folders are merged (collect.go, choose.go) and looked at (status.go,
// trouble.go, provenance.go). A file is written whole or not at all; one
// whose content is wrong is moved aside and made again (aside.go).
package store
