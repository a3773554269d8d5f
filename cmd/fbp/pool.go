package main

import (
	"fmt"
	"io"
	"math"

	"fbp/experiment/plan"
	"fbp/internal/say"
	"fbp/results"
)

// search is a search of a run. Its name is that of its solution, which is made of all that it depends on: searches of one
// name are one search, in whatever folders they are.
type search struct {
	plan.Task
	path           string // of the folder where it was read first
	point          *plan.ShownPoint
	seed           int64
	solved, failed bool
	cost           searchCost // where it was read
}

// instance tells the patterns of a search from those of others of its size: another seed has others.
type instance struct {
	seed   int64
	sample int
}

func (s *search) instance() instance { return instance{s.seed, s.Sample} }

// place is the number of inputs and of patterns of a search.
type place struct{ n, p int }

func (s *search) place() place { return place{s.point.N, s.point.P} }

// slot is the place of a search in a pool: one of it is enough, if nothing differs but what files hold.
type slot struct {
	place
	instance
	search int
}

// pool has searches that are counted together: each once, and all of one kind.
type pool struct {
	one   string // what they make, which cannot be of two kinds
	apart string // what makes two of it
	first *successRow
	kind  map[string]string // of the first row
	named map[string]*search
	slots map[slot]*search
	order []*search
}

func newPool(one, apart string) *pool {
	return &pool{one: one, apart: apart, named: map[string]*search{}, slots: map[slot]*search{}}
}

// add adds the searches of a row of a run; twice counts those that are there already.
func (p *pool) add(row successRow) (twice int, err error) {
	if err := p.sameKind(row); err != nil {
		return 0, err
	}
	for _, one := range row.searches {
		before := p.named[one.Solution]
		switch {
		case before == nil:
			if err := p.keep(one); err != nil {
				return 0, err
			}
			continue
		case before.failed: // and may have been repeated here
			*before = *one
		case one.failed:
		case before.solved != one.solved:
			return 0, &say.Error{Where: one.path, Want: fmt.Sprintf("the search %s ended otherwise in %s, and they are the same", one.Solution, before.path)}
		case math.IsNaN(before.cost.seconds):
			before.cost = one.cost
		}
		twice++
	}
	return twice, nil
}

// keep takes in a search that was not read before. Searches of one kind, of the same sample and number, have one name
// unless the files differ that their patterns or weights are read from.
func (p *pool) keep(one *search) error {
	in := slot{one.place(), one.instance(), one.Search}
	if other := p.slots[in]; other != nil {
		return &say.Error{Where: one.path, Want: fmt.Sprintf("reads other files than %s (the searches %s and %s), and one %s cannot be both: %s", other.path, one.Solution, other.Solution, p.one, p.apart)}
	}
	p.slots[in], p.named[one.Solution], p.order = one, one, append(p.order, one)
	return nil
}

// sayTwice says how many searches of a folder are there already.
func sayTwice(stderr io.Writer, path string, twice int) {
	if twice > 0 {
		tell(stderr, "%s: %d of its searches were read before, and count once", path, twice)
	}
}

// alike are searches by what they have in common, in the order of the first of each.
func alike[K comparable](list []*search, of func(*search) K) (all [][]*search) {
	at := map[K]int{}
	for _, s := range list {
		k, known := at[of(s)]
		if !known {
			k, all = len(all), append(all, nil)
			at[of(s)] = k
		}
		all[k] = append(all[k], s)
	}
	return all
}

// trialsOf counts searches; failed ones are no trials.
func trialsOf(list []*search) (trials results.Trials, failed int) {
	for k, own := range alike(list, (*search).instance) {
		for _, s := range own {
			if s.failed {
				failed++
			} else {
				trials.Add(k, s.solved)
			}
		}
	}
	return trials, failed
}
