package main

import (
	"fmt"

	"fbp/fitting"
	"fbp/internal/say"
	"fbp/results"
)

// found is a search of a group in the folder where it was read first.
type found struct {
	search
	place
	path string
}

// foundKey is by what it is found again.
type foundKey struct {
	group int
	name  string
}

// slot is a place of a search in a group: one of it is enough, if nothing differs but what files hold.
type slot struct {
	place
	seed           int64
	sample, search int
}

// addSearches adds those of a point of a run; again counts those that are there already.
func (s *successes) addSearches(row successRow, again *int) error {
	by := results.Missing
	if s.by != "" {
		k, err := row.table.column("--by "+s.by, s.by)
		if err != nil {
			return err
		}
		by = row.cells[k]
	}
	g := s.group(s.model, by)
	if err := s.sameKind(g, row); err != nil {
		return err
	}
	at := place{g, float64(row.point.N), row.point.Load()}
	if err := s.from(at, row); err != nil {
		return err
	}
	for _, one := range row.searches {
		key := foundKey{g, one.Solution}
		before := s.found[key]
		switch {
		case before == nil:
			if err := s.keep(key, &found{one, at, row.table.path}); err != nil {
				return err
			}
			continue
		case before.failed: // and may have been repeated here
			before.search = one
		case !one.failed && before.solved != one.solved:
			return &say.Error{Where: row.table.path, Want: fmt.Sprintf("the search %s ended otherwise in %s, and they are the same", one.Solution, before.path)}
		}
		*again++
	}
	return nil
}

// keep takes in a search that was not read before. Searches of one kind, of the same sample and number, have one name
// unless the files differ that their patterns or weights are read from.
func (s *successes) keep(key foundKey, f *found) error {
	in := slot{f.place, f.seed, f.Sample, f.Search}
	if other := s.slots[in]; other != nil {
		return &say.Error{Where: f.path, Want: fmt.Sprintf("reads other files than %s (the searches %s and %s), and one curve cannot be both: want a fit of each", other.path, f.Solution, other.Solution)}
	}
	s.slots[in], s.found[key], s.order = f, f, append(s.order, f)
	return nil
}

// finish makes points of the searches of runs. Several of a sample count as the number of independent ones that
// their errors over samples say.
func (s *successes) finish() {
	of, places := map[place][]search{}, []place(nil)
	for _, one := range s.order {
		if of[one.place] == nil {
			places = append(places, one.place)
		}
		of[one.place] = append(of[one.place], one.search)
	}
	for _, at := range places {
		trials, failed := trialsOf(of[at])
		p := fitting.Point{X: at.load, Solved: float64(trials.Solved), Trials: float64(trials.All)}
		if chance, worth := trials.Worth(); worth < p.Trials*(1-1e-9) {
			p.Solved, p.Trials = chance*worth, worth
		}
		s.put(at.group, at.n, p, failed)
	}
	s.withoutPoints()
}
