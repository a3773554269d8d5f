package montecarlo

import (
	"io"
	"math/bits"

	"fbp/model"
)

// checkpointFormat is the format of what a search keeps.
const checkpointFormat = 2

// carry moves what the next sweep depends on: weights, and the order of sites in their
// buckets, from which proposals draw. Energies follow from the weights.
func (s *search) carry(c *model.Carrier, up []uint64, order []int) error {
	c.Shape(checkpointFormat)
	c.Shape(len(up))
	c.Shape(s.Replicas)
	c.Float(&s.strength)
	c.Float(&s.sum)
	for _, n := range []*int{&s.done, &s.hard, &s.flips, &s.recent} {
		c.Count(n)
	}
	c.Bool(&s.cold)
	taken := len(s.taken)
	if c.Count(&taken); taken > s.Snapshots {
		c.Refuse("a checkpoint with %d snapshots, want at most %d", taken, s.Snapshots)
	}
	for c.Err() == nil && len(s.taken) < taken {
		s.taken = append(s.taken, make([]uint64, len(up)))
	}
	for _, weights := range append(s.taken[:len(s.taken):len(s.taken)], up) {
		c.Words(weights)
		for _, site := range weights {
			if bits.Len64(site) > s.Replicas {
				c.Refuse("a checkpoint with more replicas than there are")
			}
		}
	}
	c.Order(order)
	for k := range order[1:] {
		if bits.OnesCount64(up[order[k]]) > bits.OnesCount64(up[order[k+1]]) {
			c.Refuse("a checkpoint with sites out of order")
		}
	}
	return c.Err()
}

// keep keeps the search.
func (s *search) keep(w io.Writer) error {
	order := make([]int, 0, s.n)
	for _, bucket := range s.buckets {
		for _, i := range bucket {
			order = append(order, int(i))
		}
	}
	return s.carry(model.CarryTo(w), s.up, order)
}

// resume brings back what a keeper, which may be nil, has kept: the weights that the system has to be
// made of, and the order of its sites.
func (s *search) resume(keeper model.Keeper, n int) (up []uint64, order []int, ok bool) {
	if keeper == nil {
		return nil, nil, false
	}
	before := *s
	up, order = make([]uint64, n), make([]int, n)
	if keeper.Resume(func(r io.Reader) error { return s.carry(model.CarryFrom(r), up, order) }) {
		return up, order, true
	}
	*s = before
	return nil, nil, false
}

// restore takes the system on with its sites in the order that was kept.
func (s *search) restore(system *system, order []int) {
	s.system = system
	for class := range s.buckets {
		s.buckets[class] = s.buckets[class][:0]
	}
	for _, i := range order {
		s.enter(int32(i), s.class(i))
	}
	s.couple(s.strength)
}
