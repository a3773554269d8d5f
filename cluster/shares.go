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

// Grouped is Shares with few elements for the tasks of todo, when others of the plan are
// done: so that those of an element can use its processors. Of the numbers of shares in
// which no element has more than chunk tasks of todo, it is one with the fewest elements,
// and the smallest of those that were tried.
func Grouped(total, chunk int, todo []plan.Task) (of int, wanted []int) {
	of = max(1, (total+chunk-1)/chunk)
	loads, fewest := Loads(of, todo), (len(todo)+chunk-1)/chunk
	for shares, tried := max(1, fewest), 0; shares < total && len(loads) > fewest && tried < mostTried; shares++ {
		if other := Loads(shares, todo); most(other) <= chunk && len(other) < len(loads) {
			of, loads = shares, other
		}
		tried += len(todo)
	}
	for share := range loads {
		wanted = append(wanted, share)
	}
	slices.Sort(wanted)
	return of, wanted
}

// mostTried bounds the tasks that are counted to find a number of shares.
const mostTried = 10_000_000

// Loads are the numbers of tasks of todo in the shares that have any.
func Loads(of int, todo []plan.Task) map[int]int {
	loads := map[int]int{}
	for _, t := range todo {
		loads[t.Number%of]++
	}
	return loads
}

// most is the largest of some numbers.
func most(loads map[int]int) (n int) {
	for _, load := range loads {
		n = max(n, load)
	}
	return n
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
