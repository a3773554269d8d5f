package montecarlo

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
)

// tiny is y replicas of a perceptron small enough to list all states.
type tiny struct {
	m      *model.Architecture
	p      *instances.Patterns
	y      int
	beta   float64
	energy []int // of the weights of the bits, +1 where a bit is set
}

func newTiny(t *testing.T, n, y, p int, beta float64) *tiny {
	t.Helper()
	m := model.NewPerceptron(n, 0)
	d, err := (instances.Random{Size: instances.Size{P: p}}).Data(t.Context(), m, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	e := &tiny{m: m, p: d.Train, y: y, beta: beta}
	for w := range 1 << n {
		e.energy = append(e.energy, m.Errors(signs(w, n), d.Train))
	}
	return e
}

func signs(bits, n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = 2*float64(bits>>i&1) - 1
	}
	return w
}

// system is the state of the bits: those of replica a from a n on.
func (e *tiny) system(t *testing.T, state int, coupling string, strength float64) *system {
	t.Helper()
	energies, err := e.m.Energies(e.p)
	if err != nil {
		t.Fatal(err)
	}
	up := make([]uint64, e.m.N)
	for i := range up {
		for a := range e.y {
			up[i] |= uint64(state>>(a*e.m.N+i)&1) << a
		}
	}
	s := newSystem(e.m.N, e.y, 1, energies, up)
	s.set(coupling, strength)
	return s
}

func (e *tiny) states() int { return 1 << (e.m.N * e.y) }

// logWeight is the logarithm of the weight of a state by the definition.
func (e *tiny) logWeight(state int, coupling string, strength float64) float64 {
	n, x := e.m.N, 0.0
	for a := range e.y {
		x -= e.beta * float64(e.energy[state>>(a*n)&(1<<n-1)])
	}
	for i := range n {
		mu := -e.y
		for a := range e.y {
			mu += 2 * (state >> (a*n + i) & 1)
		}
		if coupling == Centre {
			x += math.Log(2 * math.Cosh(strength*float64(mu)))
		} else {
			x += strength / float64(e.y) * float64(mu*mu) / 2
		}
	}
	return x
}

// totals of a state: energy and squared magnetisations.
func (e *tiny) totals(s *system) [2]float64 {
	energy, _ := s.energy()
	return [2]float64{energy, s.overlap()}
}

// nFoldWay is a sampler without rejections, which the others must agree with: it looks at all
// flips, lets the time until the first is accepted pass at once, and makes that one. Source: Bortz, Kalos and Lebowitz, J. Comput. Phys. 17, 10 (1975).
func nFoldWay(s *system, beta float64, rng *rand.Rand) (flips int) {
	rates := make([]float64, s.n*s.y)
	for time := 0.0; ; flips++ {
		sum := 0.0
		for i := range s.n {
			for a := range s.y {
				x := s.of(s.class(i), s.up[i]>>a&1 == 1) + s.work(beta, s.energies[a].Delta(i))
				rates[i*s.y+a] = gauss.Exp(min(0, x))
				sum += rates[i*s.y+a]
			}
		}
		// proposals that are rejected before one is not
		time += math.Floor(gauss.Log(1-uniform(rng))/gauss.Log1p(-min(1, sum/float64(len(rates))))) + 1
		if !(time <= float64(len(rates))) {
			return flips
		}
		u, flip := float64(sum*uniform(rng)), 0
		for k, r := range rates {
			if r > 0 {
				flip = k
			}
			if u -= r; u < 0 {
				break
			}
		}
		s.flip(flip/s.y, flip%s.y)
	}
}

// TestSamplers: the mean energy and overlap of every sampler and coupling, at several
// temperatures, one replica too, are those of all states, within 5 of their errors.
// These come from 100 blocks much longer than the correlations.
//
// Check: energy and overlap for every sampler and coupling, 9 to 15 weights | enumeration of all states | 5
// standard errors
func TestSamplers(t *testing.T) {
	slow.Only(t)
	for _, test := range []struct {
		n, y, p  int
		beta     float64
		coupling string
		strength float64
	}{
		{5, 3, 6, 0.7, Pairwise, 0.8}, {3, 4, 5, 2, Centre, 0.5}, {9, 1, 12, 0.9, Pairwise, 0}, {5, 2, 7, 1.5, Pairwise, 1.4},
	} {
		e := newTiny(t, test.n, test.y, test.p, test.beta)
		var want [2]float64
		norm := 0.0
		for state := range e.states() {
			weight := math.Exp(e.logWeight(state, test.coupling, test.strength))
			norm += weight
			for k, x := range e.totals(e.system(t, state, test.coupling, test.strength)) {
				want[k] += weight * x
			}
		}
		for name, sweep := range map[string]sampler{Metropolis: metropolis, RRR: rejectionReduced, "n-fold way": nFoldWay} {
			rng := instances.Stream(1, "sampler", name)
			s := e.system(t, 0, test.coupling, test.strength)
			const blocks, sweeps = 100, 150
			var mean, square [2]float64
			for b := range blocks + 1 {
				var block [2]float64
				for range sweeps {
					sweep(s, test.beta, rng)
					for k, x := range e.totals(s) {
						block[k] += x / sweeps
					}
				}
				if b == 0 {
					continue // from the start to equilibrium
				}
				for k, x := range block {
					mean[k] += x / blocks
					square[k] += x * x / blocks
				}
			}
			for k, what := range []string{"energy", "overlap"} {
				sem := math.Sqrt(max(0, square[k]-mean[k]*mean[k])/(blocks-1)) + 1e-12
				if exact := want[k] / norm; math.Abs(mean[k]-exact) > 5*sem {
					t.Errorf("%s, %+v: %s %.4f ± %.4f, exactly %.4f", name, test, what, mean[k], sem, exact)
				}
			}
		}
	}
}

// TestDetailedBalance: between every two states that a flip connects, probability
// flows equally in both directions under what rejectionReduced proposes and accepts.
//
// Check: acceptance of rejection-reduced Monte Carlo | detailed balance between all pairs of states | 1e-16
func TestDetailedBalance(t *testing.T) {
	for _, coupling := range []string{Pairwise, Centre} {
		const strength = 1.1
		e := newTiny(t, 3, 3, 5, 0.8)
		// rate is the probability that a proposal takes state to the one with replica a
		// flipped at site i.
		rate := func(state, i, a int) float64 {
			s := e.system(t, state, coupling, strength)
			z, class, positive := s.total(), s.class(i), s.up[i]>>a&1 == 1
			r, next := s.rise[class], class+1
			if positive {
				r, next = s.down[class], class-1
			}
			after := z - s.rate[class] + s.rate[next]
			p := newOdds(s, e.beta).of(s.energies[a].Delta(i), z/after)
			s.flip(i, a)
			if math.Abs(after-s.total()) > 1e-13*z {
				t.Fatalf("z is %v after the flip, announced %v", s.total(), after)
			}
			return r / z * min(1, p)
		}
		norm, worst := 0.0, 0.0
		for state := range e.states() {
			norm += math.Exp(e.logWeight(state, coupling, strength))
		}
		for state := range e.states() {
			for a := range e.y {
				for i := range e.m.N {
					other := state ^ 1<<(a*e.m.N+i)
					there := math.Exp(e.logWeight(state, coupling, strength)) / norm * rate(state, i, a)
					back := math.Exp(e.logWeight(other, coupling, strength)) / norm * rate(other, i, a)
					worst = max(worst, math.Abs(there-back))
				}
			}
		}
		if worst > 1e-16 { // the largest flow is 1e-3
			t.Errorf("%s: flows differ by %.1e", coupling, worst)
		}
	}
}

// TestDraw: proposals are drawn with probability r/z: the frequencies of all flips
// over many draws, within 5 of their errors.
func TestDraw(t *testing.T) {
	e := newTiny(t, 5, 3, 3, 1)
	s := e.system(t, 0b101_11010_00111_01, Pairwise, 1.3)
	rng, z := instances.Stream(2, "draw"), s.total()
	const draws = 200_000
	var count [4][2]int
	for range draws {
		class, positive := s.draw(z, rng)
		if positive {
			count[class][1]++
		} else {
			count[class][0]++
		}
	}
	for class, both := range count {
		sites := float64(len(s.buckets[class]))
		for k, r := range []float64{float64(s.y-class) * s.rise[class], float64(class) * s.down[class]} {
			p := sites * r / z
			if got, sigma := float64(both[k])/draws, math.Sqrt(p*(1-p)/draws); math.Abs(got-p) > 5*sigma {
				t.Errorf("class %d, positive %d: %.5f of the proposals, want %.5f ± %.5f", class, k, got, p, sigma)
			}
		}
	}
}

// TestBookkeeping: after sweeps of every sampler buckets, energies and overlap are
// those of the weights.
func TestBookkeeping(t *testing.T) {
	m := model.NewPerceptron(67, 0)
	d, err := (instances.Random{Size: instances.Size{P: 50}}).Data(t.Context(), m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	energies, err := m.Energies(d.Train)
	if err != nil {
		t.Fatal(err)
	}
	for name, sweep := range samplers {
		rng := instances.Stream(1, "walk")
		s := newSystem(m.N, 5, 1, energies, random(m.N, 5, rng))
		s.set(Pairwise, 0.5)
		sweep(s, 1, rng)
		sweep(s, math.Inf(1), rng)
		errors, square := 0, 0
		for a := range s.y {
			errors += m.Errors(weights(s.up, a), d.Train)
		}
		for i, up := range s.up {
			mu := 2*bits.OnesCount64(up) - s.y
			square += mu * mu
			if s.buckets[s.class(i)][s.place[i]] != int32(i) {
				t.Fatalf("%s: site %d is not in its place", name, i)
			}
		}
		if _, got := s.energy(); got != errors {
			t.Errorf("%s: %d errors, want %d", name, got, errors)
		}
		if got, want := s.overlap(), (float64(square)/float64(m.N)-5)/20; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: overlap %v, want %v", name, got, want)
		}
	}
}

// BenchmarkProposals samples the committee of PRL 123, 170602, with 20 replicas at the
// end of a short anneal: ns per proposal in the fastest sweep.
func BenchmarkProposals(b *testing.B) {
	for _, name := range []string{RRR, Metropolis} {
		b.Run(name, func(b *testing.B) {
			m := tree(33*33, 33)
			d, err := (instances.Random{Size: instances.Size{P: 436}}).Data(b.Context(), m, 1, 0)
			if err != nil {
				b.Fatal(err)
			}
			energies, err := m.Energies(d.Train)
			if err != nil {
				b.Fatal(err)
			}
			rng := instances.Stream(1, "benchmark")
			s := newSystem(m.N, 20, 1, energies, random(m.N, 20, rng))
			strength := 0.0
			for k := range 200 {
				strength = followed(strength, min(0.85, 0.3+0.01*float64(k))-s.overlap())
				s.set(Pairwise, strength)
				rejectionReduced(s, 0.05*float64(k), rng)
			}
			flips, sweeps, fastest := 0, 0, time.Hour
			for b.Loop() {
				start := time.Now()
				flips += samplers[name](s, 10, rng)
				fastest = min(fastest, time.Since(start))
				sweeps++
			}
			proposals := float64(s.n * s.y)
			b.ReportMetric(float64(fastest.Nanoseconds())/proposals, "ns/proposal")
			b.ReportMetric(proposals/fastest.Seconds()/1e6, "million/s")
			b.ReportMetric(float64(flips)/(float64(sweeps)*proposals), "accepted")
		})
	}
}
