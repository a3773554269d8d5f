// Package origin says which program, on which machine, has made a result. No result depends on it.
package origin

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fbp/internal/say"
	"fbp/results"
)

// Build is this program in a word: "" where it was built from changes that no commit has, or nobody
// can tell of what, so that another program may say the same.
func Build() string {
	c := commit()
	if c == unknownCommit || strings.HasSuffix(c, "+dirty") {
		return ""
	}
	return "fbp " + results.Version + " " + c
}

// Builds counts tasks by the commit of the program that did them.
type Builds map[string]int

// Add counts a record, if there is one.
func (b Builds) Add(r *results.Record) {
	if r != nil && r.Run != nil {
		b[cmp.Or(r.Run.Commit, "unknown")]++
	}
}

// Mixed tells whether the tasks were done by different programs, or by one with
// changes that no commit has, so that nobody can tell which program that was.
func (b Builds) Mixed() bool {
	return len(b) > 1 || slices.ContainsFunc(slices.Collect(maps.Keys(b)), func(c string) bool { return strings.HasSuffix(c, "+dirty") })
}

// String names the builds, that of most tasks first.
func (b Builds) String() string {
	commits := slices.SortedFunc(maps.Keys(b), func(x, y string) int { return cmp.Or(b[y]-b[x], strings.Compare(x, y)) })
	for i, c := range commits {
		commits[i] = fmt.Sprintf("%s (tasks: %d)", c, b[c])
	}
	return strings.Join(commits, ", ")
}

// Strict is the error of --strict for the records of a folder: nil unless they
// are of mixed builds.
func (b Builds) Strict(dir string) error {
	if !b.Mixed() {
		return nil
	}
	return &say.Error{Where: "--strict: " + dir, Want: "its records are of mixed or changed builds: " + b.String()}
}
