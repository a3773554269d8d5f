package montecarlo

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fbp/model"
	"fbp/results"
)

// search is where a search stands between two sweeps.
type search struct {
	*MonteCarlo
	*system
	sweep    sampler
	strength float64 // of the coupling
	sum      float64 // of the strengths in the second half of the equilibration
	done     int     // sweeps
	hard     int     // of them without errors, at infinite β
	cold     bool    // the hard ones have begun
	flips    int
	recent   int        // flips since the last reading
	taken    [][]uint64 // snapshots, as system.up

	shape, kappa float64 // of the potential: τ now, and the margin
	patterns     int
}

// Solve anneals the replicas with an overlap that rises to the one wanted in the first
// fifth, and goes on at the last temperature while patterns are not learned, at most
// as long again. Without snapshots it ends at the first solution (of several replicas,
// after the anneal). With snapshots it goes on at β = ∞, where no flip makes an error:
// the coupling is frozen after the equilibration at its mean over the second half, and
// every gap sweeps the replicas are kept.
//
// The solution's Replicas are those of all snapshots, replica by replica, or where the
// search ended if there are none; its Weights the signs of their sum in the last, a tie
// by a coin. It is solved if no replica errs: its Weights may, and reference_errors says
// on how many patterns.
//
// A reading of table "monte_carlo" at about every hundredth of the sweeps has energy
// (per replica), overlap, coupling (J or γ) and the fraction of proposals accepted.
func (c *MonteCarlo) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	energies, unit, err := c.energies(p)
	if err != nil {
		return nil, err
	}
	n := p.Model.Dim()
	s := &search{MonteCarlo: c, sweep: samplers[c.Sampler], kappa: p.Model.Margin(), patterns: p.Data.Train.P}
	if up, order, resumed := s.resume(p.Keeper, n); resumed {
		s.restore(newSystem(n, c.Replicas, unit, energies, up), order)
	} else {
		up := random(n, c.Replicas, rng)
		if c.Potential != nil {
			up = independent(energies(slices.Repeat([]float64{1}, n)), unit, n, rng)
		}
		s.system = newSystem(n, c.Replicas, unit, energies, up)
	}
	s.reshape()
	for !s.ended() {
		if p.Keeper != nil && (ctx.Err() != nil || p.Keeper.Due()) {
			s.keep(p.Keeper)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.step(rng)
		if every := max(1, c.sweeps()/100); s.done%every == 0 {
			emit(s.reading(every))
		}
	}
	return s.solution(p.Model, p, rng), nil
}

// ended tells whether there is nothing left to do.
func (s *search) ended() bool {
	if s.cold {
		return len(s.taken) == s.Snapshots && s.hard >= s.Equilibrate
	}
	annealed := s.done >= s.Anneal
	if _, errors := s.energy(); errors == 0 {
		if s.Potential != nil {
			return annealed && s.Snapshots == 0 && s.Equilibrate == 0
		}
		return s.Snapshots == 0 && (s.y == 1 || annealed)
	}
	return s.done >= 2*s.Anneal
}

// step makes a sweep.
func (s *search) step(rng *rand.Rand) {
	if _, errors := s.energy(); s.done >= s.Anneal && errors == 0 && s.Snapshots+s.Equilibrate > 0 {
		s.cold = true
	}
	s.reshape()
	beta, aim := s.at(s.done), s.aim(s.done)
	if s.cold && s.Potential == nil {
		beta = math.Inf(1)
	}
	flips := s.sweep(s.system, beta, rng)
	s.done, s.flips, s.recent = s.done+1, s.flips+flips, s.recent+flips
	if !s.cold {
		s.follow(aim)
		return
	}
	s.hard++
	switch after := s.hard - s.Equilibrate; {
	case after < 0:
		if s.follow(aim); 2*s.hard > s.Equilibrate {
			s.sum += s.strength
		}
	case after == 0:
		s.sum += s.strength
		s.couple(s.sum / float64(s.Equilibrate-s.Equilibrate/2))
	case after%s.Gap == 0:
		s.taken = append(s.taken, append([]uint64(nil), s.up...))
	}
}

// follow controls the coupling.
func (s *search) follow(aim float64) {
	if s.y > 1 {
		s.couple(followed(s.strength, aim-s.overlap()))
	}
}

// couple sets the strength of the coupling.
func (s *search) couple(strength float64) {
	s.strength = strength
	s.pull.set(s.Coupling, strength)
}

// reading tells where the search stands, over the last sweeps.
func (s *search) reading(sweeps int) results.Reading {
	accepted := float64(s.recent) / (float64(sweeps) * float64(s.n*s.y))
	s.recent = 0
	return s.way().Reading(stretch{s, accepted})
}

// perReplica is the energy of a replica.
func (s *search) perReplica() float64 {
	energy, _ := s.energy()
	return energy / float64(s.y)
}

// perPattern is the potential of a pattern.
func (s *search) perPattern() float64 {
	energy, _ := s.energy()
	return energy / float64(max(1, s.patterns))
}

// constant is the coupling as the keys have it.
func (s *search) constant() float64 { return constant(s.Coupling, s.y, s.strength) }
