// Package cores divides work on weights, patterns or rows among goroutines, so that results
// have the same bits for any number of them.
package cores

import "sync/atomic"

// Count is how many goroutines may work on one sample now, which may change at any time;
// nil is one. What is computed of a weight or a pattern does not depend on the piece that
// it is in, so that results have the same bits for any number of cores.
type Count func() int

// Parts is into how many parts n numbers are worth dividing, none smaller than least.
func (c Count) Parts(n, least int) int {
	if c == nil || n < 2*least {
		return 1
	}
	return max(1, min(c(), n/least))
}

// Divide does the numbers lo … hi−1 of 0 … n−1, in one piece or, by several goroutines, in
// many whose bounds are multiples of unit. do gets of, and which goroutine it is called
// by. It allocates with more than one, and none if do captures nothing.
func Divide[T any](parts, n, unit int, of T, do func(of T, part, lo, hi int)) {
	if parts > 1 {
		divide(parts, n, unit, of, do)
		return
	}
	do(of, 0, 0, n)
}

// divide gives the next piece to whoever is free, so that a core that others use gets
// fewer, and smaller ones towards the end, so that nobody waits long for the last.
func divide[T any](parts, n, unit int, of T, do func(of T, part, lo, hi int)) {
	const smallest = 32 // pieces to each, were they all of that size
	var taken atomic.Int64
	take := func() (lo, hi int) {
		for {
			lo = int(taken.Load())
			hi = min(n, lo+roundUp(max(n/(smallest*parts), (n-lo)/(2*parts)), unit))
			if lo >= n || taken.CompareAndSwap(int64(lo), int64(hi)) {
				return lo, hi
			}
		}
	}
	work := func(part int) {
		for lo, hi := take(); lo < hi; lo, hi = take() {
			do(of, part, lo, hi)
		}
	}
	c := newCrew()
	for part := 1; part < parts; part++ {
		others.begin(func() { c.join(func() { work(part) }) })
	}
	work(0)
	c.leave()
}

// roundUp is the least multiple of unit that is at least n, and no zero.
func roundUp(n, unit int) int { return max(1, (n+unit-1)/unit) * unit }
