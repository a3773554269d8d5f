// Package report makes one self-contained HTML page of a run.
//
// How a page is made: the files of a run's folder are read (read.go), tables and
// the convergence of the samples are formatted (table.go, chart.go), and the
// template page.html shows them (page.go). The page contains no script and needs
// no other file, so that it can be sent and archived.
package report
