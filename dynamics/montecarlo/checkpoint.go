package montecarlo

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/bits"

	"fbp/model"
)

// checkpointFormat is the format of what a search keeps.
const checkpointFormat = 1

// kept is what the next sweep depends on: weights and the order of sites in their
// buckets, from which proposals draw. Energies follow from the weights.
type kept struct {
	Format, Sites, Replicas         int64
	Strength, Sum                   float64
	Done, Hard, Cold, Flips, Recent int64
	Taken                           int64
}

// write keeps the search.
func (s *search) write(w io.Writer) error {
	k := kept{checkpointFormat, int64(s.n), int64(s.y), s.strength, s.sum,
		int64(s.done), int64(s.hard), 0, int64(s.flips), int64(s.recent), int64(len(s.taken))}
	if s.cold {
		k.Cold = 1
	}
	order := make([]int32, 0, s.n)
	for _, bucket := range s.buckets {
		order = append(order, bucket...)
	}
	err := errors.Join(binary.Write(w, binary.LittleEndian, k), binary.Write(w, binary.LittleEndian, s.up), binary.Write(w, binary.LittleEndian, order))
	for _, up := range s.taken {
		err = errors.Join(err, binary.Write(w, binary.LittleEndian, up))
	}
	return err
}

// resume brings back what a keeper, which may be nil, has kept; the weights are what
// the system has to be made of.
func (s *search) resume(keeper model.Keeper, n int) (up []uint64, ok bool) {
	if keeper == nil {
		return nil, false
	}
	before := *s
	if keeper.Resume(func(r io.Reader) (err error) { up, err = s.read(r, n); return err }) {
		return up, true
	}
	*s = before
	return nil, false
}

func (s *search) read(r io.Reader, n int) ([]uint64, error) {
	var k kept
	if err := binary.Read(r, binary.LittleEndian, &k); err != nil {
		return nil, err
	}
	if k.Format != checkpointFormat || k.Sites != int64(n) || k.Replicas != int64(s.Replicas) ||
		k.Taken < 0 || k.Taken > int64(s.Snapshots) || k.Done < 0 || k.Hard < 0 || math.IsNaN(k.Strength) || math.IsNaN(k.Sum) {
		return nil, errors.New("a checkpoint of another shape")
	}
	s.strength, s.sum, s.cold = k.Strength, k.Sum, k.Cold == 1
	s.done, s.hard, s.flips, s.recent = int(k.Done), int(k.Hard), int(k.Flips), int(k.Recent)
	up, err := readUp(r, n, s.Replicas)
	s.order = make([]int32, n)
	err = errors.Join(err, binary.Read(r, binary.LittleEndian, s.order))
	s.taken = nil
	for range k.Taken {
		snapshot, bad := readUp(r, n, s.Replicas)
		if err = errors.Join(err, bad); err != nil {
			return nil, err
		}
		s.taken = append(s.taken, snapshot)
	}
	return up, errors.Join(err, ordered(s.order, up))
}

// readUp reads the weights of all replicas.
func readUp(r io.Reader, n, y int) ([]uint64, error) {
	up := make([]uint64, n)
	if err := binary.Read(r, binary.LittleEndian, up); err != nil {
		return nil, err
	}
	for _, site := range up {
		if bits.Len64(site) > y {
			return nil, errors.New("a checkpoint with more replicas than there are")
		}
	}
	return up, nil
}

// ordered tells whether order lists every site once, by class.
func ordered(order []int32, up []uint64) error {
	seen, class := make([]bool, len(up)), 0
	for _, i := range order {
		if i < 0 || int(i) >= len(up) || seen[i] || bits.OnesCount64(up[i]) < class {
			return errors.New("a checkpoint with sites out of order")
		}
		seen[i], class = true, bits.OnesCount64(up[i])
	}
	return nil
}

// restore takes the system on with its sites in the order that was kept.
func (s *search) restore(system *system) {
	s.system = system
	for class := range s.buckets {
		s.buckets[class] = s.buckets[class][:0]
	}
	for _, i := range s.order {
		s.enter(i, s.class(int(i)))
	}
	s.order = nil
	s.couple(s.strength)
}
