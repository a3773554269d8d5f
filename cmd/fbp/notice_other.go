//go:build !unix

package main

import "os"

// notices are the signals by which batch systems say that time is nearly up:
// none here.
var notices []os.Signal
