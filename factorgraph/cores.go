package factorgraph

import "sync"

// Cores is how many goroutines may work on one sample now, which may change at any time;
// nil is one. What is computed of a weight or a pattern does not depend on the part that
// it is in, so that results have the same bits for any number of cores.
type Cores func() int

// Parts is into how many parts n numbers are worth dividing, none smaller than least.
func (c Cores) Parts(n, least int) int {
	if c == nil || n < 2*least {
		return 1
	}
	return max(1, min(c(), n/least))
}

// Divide does the numbers lo … hi−1 of n in so many parts, all at the same time. Bounds
// of parts are multiples of unit. It allocates: what is not worth dividing is done without.
func Divide(parts, n, unit int, do func(lo, hi int)) {
	size := (n + parts*unit - 1) / (parts * unit) * unit
	var others sync.WaitGroup
	for lo := size; lo < n; lo += size {
		others.Go(func() { do(lo, min(lo+size, n)) })
	}
	do(0, min(size, n))
	others.Wait()
}

// leastOf is how many numbers are worth a goroutine, with so many pairs of a weight and a
// pattern each: some hundred microseconds of work.
func leastOf(pairs int) int {
	const least = 1 << 20
	return max(1, least/max(1, pairs))
}
