// Package report makes one self-contained HTML page of a run.
//
// The way of a page: the files of a run's folder are read (read.go), tables and
// the convergence of the samples are put into shape (table.go, chart.go), and
// the template page.html sets them (page.go). The page holds no script and asks
// for no other file, so that it can be sent and kept.
package report
