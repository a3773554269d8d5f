package process

import (
	"os"
	"syscall"
)

// attributes are those of any process: there are no groups of them.
func attributes() *syscall.SysProcAttr { return nil }

// stop ends a process.
func stop(p *os.Process, _ bool) error { return p.Kill() }

// limitMemory does nothing: there is no such limit.
func limitMemory(int, uint64) error { return nil }
