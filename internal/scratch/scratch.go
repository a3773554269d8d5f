// Package scratch keeps the files of tests in memory, reads and writes them. A test of runs makes thousands of
// small files and waits for each to be on the disk, which is no part of what it shows.
package scratch
