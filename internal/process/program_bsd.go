//go:build unix && !linux

package process

import "syscall"

// attributes make a program the first of a process group of its own.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// limitMemory does nothing: there is no such limit of another process.
func limitMemory(int, uint64) error { return nil }
