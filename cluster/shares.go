package cluster

import (
	"fmt"
	"slices"
	"strings"

	"fbp/experiment/plan"
)

// Shares divides a plan of total tasks into shares of at most chunk tasks. It
// returns their number and the indices of those that contain a task of todo.
func Shares(total, chunk int, todo []plan.Task) (of int, wanted []int) {
	of = max(1, (total+chunk-1)/chunk)
	for _, t := range todo {
		wanted = append(wanted, t.Number%of)
	}
	slices.Sort(wanted)
	return of, slices.Compact(wanted)
}

// array is a part of the shares, small enough for one job array.
type array struct {
	offset  int   // added to the index of an element
	indices []int // ascending, from 0 to the limit of the batch system
}

// split makes arrays whose indices stay below limit.
func split(shares []int, limit int) (arrays []array) {
	for _, i := range shares {
		offset := i / limit * limit
		if n := len(arrays); n == 0 || arrays[n-1].offset != offset {
			arrays = append(arrays, array{offset: offset})
		}
		last := &arrays[len(arrays)-1]
		last.indices = append(last.indices, i-offset)
	}
	return arrays
}

// ranges writes ascending numbers in Slurm's notation: 0-3,7,9-10.
func ranges(list []int) string {
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, fmt.Sprint(list[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", list[i], list[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ",")
}
