package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"fbp/cluster"
	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
)

// errStarved is the error of a submission whose elements were killed for memory
// and which is to be repeated with more.
var errStarved = errors.New("killed for memory")

// errBatch is the outcome of a submission that has done its batches of samples: what is
// wanted now is to be submitted.
var errBatch = errors.New("the next batch")

// mostRounds is the maximum number of repetitions with more memory.
const mostRounds = 4

// rounds submits batch by batch, until no element is killed for memory: at most
// mostRounds times.
func (f *submitFlags) rounds(submit func() error, stderr io.Writer) error {
	for starved := 0; starved <= mostRounds; {
		switch err := submit(); {
		case errors.Is(err, errStarved):
			starved++
		case err != errBatch:
			return err
		default:
			f.retry = false // what has failed twice is not tried with every batch
		}
	}
	fmt.Fprintf(stderr, "still out of memory after %d more submissions\n", mostRounds)
	return errIncomplete
}

// factor reads the factor of --mem-retry: "2x". "" is 0.
func factor(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	digits, ok := strings.CutSuffix(text, "x")
	x, err := strconv.ParseFloat(digits, 64)
	if !ok || err != nil || !(x > 1 && x <= 100) {
		return 0, errors.New("want a factor of the memory, more than 1x and at most 100x: 2x")
	}
	return x, nil
}

// memory is the memory requested per element: --mem, or as estimated; more if
// elements of the last submission were killed for memory and --mem-retry is
// given.
func (f *submitFlags) memory(ctx context.Context, p *plan.Plan, todo []plan.Task, stderr io.Writer) (string, error) {
	given, err := cluster.Mebibytes(f.mem)
	if err != nil {
		return "", err
	}
	if one := need(p, todo, 1); given > 0 && len(todo) > 0 && one/(1<<20) > given {
		return "", &config.Error{Where: "--mem " + f.mem, Want: fmt.Sprintf(
			"a task needs %s; leave --mem out to ask for as much as is estimated", size(one))}
	}
	mem := f.mem
	if mem == "" && cluster.NoMemory(ctx) {
		return "", nil // a job that asks for some is refused
	}
	if mem == "" {
		given = math.Ceil(1.5*p.Memory(todo, f.cpus)/(1<<20)) + 200
		mem = fmt.Sprintf("%.0fM", given)
	}
	times, err := factor(f.memRetry)
	if err != nil || times == 0 || len(todo) == 0 {
		return mem, err
	}
	last := cluster.LastSubmitted(f.out)
	before, err := cluster.Mebibytes(last.Mem)
	if err != nil || before == 0 {
		return mem, nil
	}
	more := math.Ceil(times * before)
	if n := last.OutOfMemory(ctx, f.out); n > 0 && more > given {
		fmt.Fprintf(stderr, "elements killed for memory: %d, with %s; asking for %.0fM\n", n, last.Mem, more)
		mem = fmt.Sprintf("%.0fM", more)
	}
	return mem, nil
}

// proposal is a time limit for the elements from what finished tasks took, if
// none was given: half as much again, and some minutes to start.
func (f *submitFlags) proposal(pending store.Pending) string {
	if f.time != "" || len(pending.Todo) == 0 {
		return ""
	}
	longest := 0.0
	for _, t := range pending.Todo {
		slowest, ok := pending.Times.Slowest(t.Point)
		if !ok {
			return ""
		}
		longest = max(longest, slowest)
	}
	each := min(f.chunk, len(pending.Todo))
	rounds := math.Ceil(float64(each) / float64(f.cpus))
	minutes := int(math.Ceil(1.5*longest*rounds/60)) + 2
	return fmt.Sprintf("by what finished tasks took, one takes at most %s: --time %d:%02d:00 should be enough", duration(longest), minutes/60, minutes%60)
}
