package cluster

import (
	"context"
	"strconv"
	"strings"
)

// NodeMemory is the largest memory in MiB that the nodes are configured with; 1, Slurm's
// default, where none is. Jobs that ask for more are refused.
func NodeMemory(ctx context.Context) (float64, error) {
	out, err := command(ctx, "sinfo", "--noheader", "--format=%m")
	if err != nil {
		return 0, err
	}
	most := 0.0
	for word := range strings.FieldsSeq(out) {
		if n, err := strconv.ParseFloat(strings.TrimSuffix(word, "+"), 64); err == nil {
			most = max(most, n)
		}
	}
	return most, nil
}

// unconfigured is the memory of a node whose configuration has none, in MiB.
const unconfigured = 1

// NoMemory tells whether no node has its memory configured, as far as Slurm says.
func NoMemory(ctx context.Context) bool {
	most, err := NodeMemory(ctx)
	return err == nil && most > 0 && most <= unconfigured
}
