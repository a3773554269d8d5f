package store

import (
	"context"
	"errors"
	"testing"
	"time"

	"fbp/experiment/plan"
	"fbp/internal/say"
)

// An interruption is heard while a file does not come.
func TestInterruptedReading(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	stuck := make(chan bool)
	defer close(stuck)
	time.AfterFunc(20*time.Millisecond, cancel)
	err := inOrder(ctx, make([]plan.Task, 3), func(plan.Task) StoredRecord { <-stuck; return StoredRecord{} }, func(StoredRecord) error { return nil })
	if !errors.Is(err, say.ErrInterrupted) {
		t.Error(err)
	}
}
