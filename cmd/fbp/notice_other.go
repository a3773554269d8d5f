//go:build !unix

package main

import "os"

// notices are the signals by which batch systems announce the time limit: none on
// this system.
var notices []os.Signal
