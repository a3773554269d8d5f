package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// A theory that takes long says now and then how many rows it has and how long the others
// will take; a short one says nothing.
func TestRowView(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	v := newRowView(&out, newLog(&out))
	v.now = func() time.Time { return now }
	defer v.close()
	for _, c := range []struct {
		after    time.Duration
		theory   string
		done     int
		lines    int
		contain  string
		finished bool
	}{
		{0, "thresholds", 0, 0, "", false},
		{time.Second, "thresholds", 1, 0, "", false},
		{2 * time.Second, "thresholds", 3, 1, "name=thresholds rows=3/40 eta=37s", false},
		{time.Second, "thresholds", 4, 1, "", false},
		{20 * time.Second, "thresholds", 20, 2, "rows=20/40 eta=24", false},
		{20 * time.Second, "thresholds", 40, 2, "", true},
		{0, "rs", 0, 2, "", false}, // another starts its own clock
		{3 * time.Second, "rs", 0, 3, "name=rs rows=0/40 eta=?", false},
	} {
		now = now.Add(c.after)
		v.watch(c.theory, c.done, 40)
		v.show()
		if n := strings.Count(out.String(), "\n"); n != c.lines || !strings.Contains(out.String(), c.contain) {
			t.Errorf("%+v: %d lines\n%s", c, n, out.String())
		}
	}
}
