package enumeration

import (
	"context"
	"math/bits"
	"slices"
)

// clear are the lanes of a word in whose number a bit is not set.
var clear = [lanesBits]uint64{
	0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff,
}

// turned are the lanes of x, each moved to that which differs in bit b.
func turned(x uint64, b int) uint64 {
	return x&clear[b]<<(1<<b) | x>>(1<<b)&clear[b]
}

// Cluster are weights of a set that single flips lead to from each other, without leaving it.
type Cluster struct {
	First uint64 // the first of them in the order of numbers
	Size  int
}

// Clusters gives each those of the set, in the order of their first weights. There can be as many as weights: none is
// kept. The error is that of ctx.
func (s *Set) Clusters(ctx context.Context, each func(Cluster)) error {
	f := flood{s.N, slices.Clone(s.words), make([]uint64, len(s.words)), make([]uint32, 0, len(s.words))}
	for k := range f.left {
		for f.left[k] != 0 {
			lane := bits.TrailingZeros64(f.left[k])
			size, err := f.from(ctx, uint32(k), 1<<lane)
			if err != nil {
				return err
			}
			each(Cluster{uint64(k)<<lanesBits | uint64(lane), size})
		}
	}
	return ctx.Err()
}

// flood takes cluster after cluster out of a set, a word at a time.
type flood struct {
	n     int
	left  []uint64
	next  []uint64 // lanes to go on from
	stack []uint32 // the words that have some, each once
}

// from takes out the cluster of a lane of word k, and is its size.
func (f *flood) from(ctx context.Context, k uint32, lane uint64) (size int, err error) {
	f.reach(k, lane)
	for len(f.stack) > 0 && err == nil {
		k = f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		lanes := f.within(k, f.next[k])
		f.next[k] = 0
		f.left[k] &^= lanes
		size += bits.OnesCount64(lanes)
		for b := range max(0, f.n-lanesBits) {
			f.reach(k^1<<b, lanes)
		}
		err = ctx.Err()
	}
	return size, err
}

// reach goes on from those of these lanes of word k that are left.
func (f *flood) reach(k uint32, lanes uint64) {
	if lanes &= f.left[k]; lanes == 0 {
		return
	}
	if f.next[k] == 0 {
		f.stack = append(f.stack, k)
	}
	f.next[k] |= lanes
}

// within are all lanes of word k that are left and that these lead to.
func (f *flood) within(k uint32, lanes uint64) uint64 {
	for {
		more := lanes
		for b := range lanesBits {
			more |= turned(more, b) & f.left[k]
		}
		if more == lanes {
			return lanes
		}
		lanes = more
	}
}
