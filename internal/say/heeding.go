package say

import (
	"context"
	"time"
)

// Heeding is what do returns, or the error stopped a second after ctx has ended: for work in memory
// parts of which know of no context, and which goes on until the process exits.
func Heeding[T any](ctx context.Context, stopped error, do func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	ended := make(chan outcome, 1)
	go func() {
		value, err := do()
		ended <- outcome{value, err}
	}()
	select {
	case o := <-ended:
		return o.value, o.err
	case <-ctx.Done():
	}
	select {
	case o := <-ended:
		return o.value, o.err
	case <-time.After(time.Second):
		var none T
		return none, stopped
	}
}
