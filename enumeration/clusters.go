package enumeration

import (
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

// Clusters are those of the set, in the order of their first weights.
func (s *Set) Clusters() (clusters []Cluster) {
	f := flood{s.N, slices.Clone(s.words), make([]uint64, len(s.words)), nil}
	for k := range f.left {
		for f.left[k] != 0 {
			lane := bits.TrailingZeros64(f.left[k])
			clusters = append(clusters, Cluster{uint64(k)<<lanesBits | uint64(lane), f.from(k, 1<<lane)})
		}
	}
	return clusters
}

// flood takes cluster after cluster out of a set, a word at a time.
type flood struct {
	n     int
	left  []uint64
	next  []uint64 // lanes to go on from
	stack []int    // the words that have some
}

// from takes out the cluster of a lane of word k, and is its size.
func (f *flood) from(k int, lane uint64) (size int) {
	f.reach(k, lane)
	for len(f.stack) > 0 {
		k = f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		lanes := f.within(k, f.next[k])
		f.next[k] = 0
		f.left[k] &^= lanes
		size += bits.OnesCount64(lanes)
		for b := range max(0, f.n-lanesBits) {
			f.reach(k^1<<b, lanes)
		}
	}
	return size
}

// reach goes on from those of these lanes of word k that are left.
func (f *flood) reach(k int, lanes uint64) {
	if lanes &= f.left[k]; lanes == 0 {
		return
	}
	if f.next[k] == 0 {
		f.stack = append(f.stack, k)
	}
	f.next[k] |= lanes
}

// within are all lanes of word k that are left and that these lead to.
func (f *flood) within(k int, lanes uint64) uint64 {
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
