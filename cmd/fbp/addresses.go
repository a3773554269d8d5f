package main

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"fbp/experiment/config"
)

// The address space of a process can be limited too (ulimit -v). The Go runtime
// reserves more of it than it uses, and ends the program with hundreds of lines when
// a reservation fails, so that what it needs is compared with the limit before.
const (
	leastAddresses = 2560 << 20 // with which any command starts and small tasks run
	spareAddresses = 256 << 20  // for stacks of threads and reservations that are not filled
)

// addresses is the limit of the address space and what is in use of it, in bytes;
// false if there is no limit or none is known.
func (m machine) addresses() (limit, used float64, known bool) {
	text, err := fs.ReadFile(m.files, "proc/self/limits")
	if err != nil {
		return 0, 0, false
	}
	for line := range strings.Lines(string(text)) {
		rest, found := strings.CutPrefix(line, "Max address space")
		if words := strings.Fields(rest); found && len(words) > 0 {
			limit, err = strconv.ParseFloat(words[0], 64)
			used, _ := m.field("proc/self/status", "VmSize:")
			return limit, 1024 * used, err == nil // an error is "unlimited"
		}
	}
	return 0, 0, false
}

// forTasks is what is left of an address space for tasks: half of it, since the
// addresses of a finished one may not be free before the next one begins.
func forTasks(limit, used float64) float64 { return (limit - used - spareAddresses) / 2 }

// roomy returns an error if the address space is too small for any command.
func (m machine) roomy() error {
	if limit, _, known := m.addresses(); known && limit < leastAddresses {
		return &config.Error{Where: "ulimit -v", Want: fmt.Sprintf("an address space of %s: want at least %s (ulimit -v %d)", size(limit), size(leastAddresses), leastAddresses>>10)}
	}
	return nil
}
