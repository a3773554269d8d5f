//go:build !linux

package process

import "time"

// ThreadTime is not known on this system.
func ThreadTime() (t time.Duration, ok bool) { return 0, false }
