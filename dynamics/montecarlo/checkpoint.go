package montecarlo

import (
	"math/bits"

	"fbp/model"
)

// checkpointFormat is the format of what a search keeps.
const checkpointFormat = 2

// carry moves what the next sweep depends on: weights, and the order of sites in their
// buckets, from which proposals draw. Energies follow from the weights.
func (s *search) carry(c *model.Carrier, up []uint64, order []int) {
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
	if c.Err() != nil {
		return
	}
	for len(s.taken) < taken {
		s.taken = append(s.taken, make([]uint64, len(up)))
	}
	s.taken = s.taken[:taken]
	for _, weights := range s.taken {
		c.Words(weights, s.Replicas)
	}
	c.Words(up, s.Replicas)
	c.Ascending(order, func(i int) int { return bits.OnesCount64(up[i]) })
}

// order are the sites, bucket by bucket.
func (s *search) order() []int {
	order := make([]int, 0, s.n)
	for _, bucket := range s.buckets {
		for _, i := range bucket {
			order = append(order, int(i))
		}
	}
	return order
}

// keep keeps the search.
func (s *search) keep(k model.Keeper) {
	model.Keep(k, func(c *model.Carrier) { s.carry(c, s.up, s.order()) })
}

// resume brings back what a keeper, which may be nil, has kept: the weights that the system has to be
// made of, and the order of its sites.
func (s *search) resume(k model.Keeper, n int) (up []uint64, order []int, ok bool) {
	up, order = make([]uint64, n), make([]int, n)
	for i := range order {
		order[i] = i
	}
	ok = model.Resume(k, func(c *model.Carrier) { s.carry(c, up, order) })
	return up, order, ok
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
