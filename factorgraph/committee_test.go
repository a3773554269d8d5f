package factorgraph

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/internal/kern"
	"fbp/internal/slow"
)

// splitMix is the generator of the signs of the tables in testdata.
type splitMix uint64

// minus draws a sign, true for −1.
func (s *splitMix) minus() bool {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int64(z^z>>31) >= 0
}

// pattern draws the signs of n inputs.
func (s *splitMix) pattern(n int) []uint64 {
	signs := make([]uint64, n/64+1)
	for i := range n {
		if s.minus() {
			signs[i/64] |= 1 << (i % 64)
		}
	}
	return signs
}

// shared gives every unit its inputs of a pattern.
func shared(signs []uint64, units, n int, full bool) [][]uint64 {
	parts := make([][]uint64, units)
	for k := range parts {
		parts[k] = make([]uint64, n/64+1)
		for j := range n {
			i := j
			if !full {
				i += k * n
			}
			parts[k][j/64] |= signs[i/64] >> (i % 64) & 1 << (j % 64)
		}
	}
	return parts
}

// rowCase is a pattern of testdata/committee_row.tsv.
type rowCase struct {
	full, relu bool
	units, n   int
	messages   string
	logZ       float64
	signs      [][]uint64
	m, v, u    []float64
}

// rowCases reads them.
func rowCases(t *testing.T) (cases []*rowCase) {
	t.Helper()
	data, err := os.ReadFile("testdata/committee_row.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[2:] {
		var c rowCase
		var number, i int
		var model, activation string
		var xi, m, u float64
		if _, err := fmt.Sscan(line, &number, &model, &activation, &c.units, &c.n, &c.messages, &c.logZ, &i, &xi, &m, &u); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if i == 0 {
			c.full, c.relu = model == "F", activation == "relu"
			inputs := c.n
			if !c.full {
				inputs *= c.units
			}
			rng := splitMix(7)
			c.signs = shared(rng.pattern(inputs), c.units, c.n, c.full)
			cases = append(cases, &c)
		}
		last := cases[len(cases)-1]
		if kern.Sign(last.signs[i/last.n], i%last.n) != xi {
			t.Fatalf("%q: not the sign of this generator", line)
		}
		m = 0.9 * math.Sin(float64(i+1)) // the table has it to 12 digits
		last.m, last.v, last.u = append(last.m, m), append(last.v, 1-m*m), append(last.u, u)
	}
	return cases
}

// close compares with a table of 12 digits.
func (c *rowCase) close(t *testing.T, logZ float64, u []float64) {
	t.Helper()
	if !scalar.EqualWithinAbs(logZ, c.logZ, 2e-12) {
		t.Errorf("%+v: ln Z = %.12f", c, logZ)
	}
	for i := range u {
		if !scalar.EqualWithinAbs(u[i], c.u[i], 2e-12) {
			t.Errorf("K %d full %v %s: message %d = %.12f, table %.12f", c.units, c.full, c.messages, i, u[i], c.u[i])
		}
	}
}

func ones(n int) []int {
	c := make([]int, n)
	for i := range c {
		c[i] = 1
	}
	return c
}

// TestCommitteeTable: exact messages, and those of Gaussian sums of the units, are
// those of an independent program.
//
// Check: rows of committees of sign and ReLU units, tree and full | an independent program; enumeration of one
// pattern; exact messages; formulas edge by edge | its 12 digits; 1e-11; 1e-11; 1e-5 for sign units, 3e-9 for
// ReLU units
func TestCommitteeTable(t *testing.T) {
	for _, c := range rowCases(t) {
		u := make([]float64, len(c.m))
		switch {
		case c.relu && c.messages == "exact":
			f := &Convolved{&Rectified{halves(c.units), 0}, c.signs, c.n, NewSumTable(c.n)}
			f.Update(Messages{B: u}, c.m, c.v)
			c.close(t, f.LogZ(c.m, c.v), u)
		case c.relu:
			logZ := gaussianRectified(u, &Rectified{halves(c.units), 0}, c.signs, c.n, c.m, c.v)
			c.close(t, logZ, u)
		case c.messages == "exact":
			f := &Convolved{&Signs{Majority{(c.units + 1) / 2}}, c.signs, c.n, NewSumTable(c.n)}
			f.Update(Messages{B: u}, c.m, c.v)
			c.close(t, f.LogZ(c.m, c.v), u)
		default:
			logZ := gaussianCommittee(u, Majority{(c.units + 1) / 2}, c.signs, c.n, c.m, c.v)
			c.close(t, logZ, u)
		}
	}
}

// gaussianCommittee is the committee with Gaussian sums whatever their variance,
// edge by edge, and votes by enumeration of those of the others.
func gaussianCommittee(u []float64, o Votes, signs [][]uint64, n int, m, v []float64) (logZ float64) {
	units, p, q := make([]moments, len(signs)), make([]float64, len(signs)), make([]float64, len(signs))
	for k := range units {
		for j := range n {
			units[k].omega += kern.Sign(signs[k], j) * m[k*n+j]
			units[k].v += v[k*n+j]
		}
		z := units[k].omega / math.Sqrt(2*units[k].v)
		p[k], q[k] = 0.5*math.Erfc(-z), 0.5*math.Erfc(z)
	}
	z := func() (sum float64) { return enumerated(o, p, q) }
	logZ = math.Log(z())
	for k, at := range units {
		keepP, keepQ := p[k], q[k]
		for j := range n {
			i, xi := k*n+j, kern.Sign(signs[k], j)
			var logs [2]float64
			for w, one := range []float64{1, -1} {
				x := (at.omega - xi*m[i] + xi*one) / math.Sqrt(2*(at.v-v[i]))
				p[k], q[k] = 0.5*math.Erfc(-x), 0.5*math.Erfc(x)
				logs[w] = math.Log(z())
			}
			u[i] = 0.5 * (logs[0] - logs[1])
		}
		p[k], q[k] = keepP, keepQ
	}
	return logZ
}

// enumerated is the expected factor of a pattern whose units vote +1 and −1 with
// probabilities p and q.
func enumerated(o Votes, p, q []float64) (sum float64) {
	for votes := range 1 << len(p) {
		one, up := 1.0, 0
		for k := range p {
			if votes>>k&1 == 1 {
				one *= p[k]
				up++
			} else {
				one *= q[k]
			}
		}
		sum += one * o.Weight(up, len(p))
	}
	return sum
}

// TestExactCommittee: messages and ln Z of the dynamic programming are those of
// enumeration.
func TestExactCommittee(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, c := range []struct {
		units, n int
		votes    Votes
	}{{1, 5, Majority{1}}, {3, 3, Majority{2}}, {3, 3, Majority{3}}, {5, 3, Majority{4}}, {5, 1, Majority{2}},
		{1, 5, Parity{}}, {2, 5, Parity{}}, {3, 3, Parity{}}, {4, 3, Parity{}}} {
		weights := c.units * c.n
		for _, full := range []bool{false, true} {
			signs := shared([]uint64{rng.Uint64()}, c.units, c.n, full)
			m, v := magnetizations(rng, weights)
			up, down, all := make([]float64, weights), make([]float64, weights), 0.0
			for w := range uint64(1) << weights {
				p, votes := 1.0, 0
				for k := range c.units {
					sum := 0.0
					for j := range c.n {
						i := k*c.n + j
						wi := kern.Sign([]uint64{w}, i)
						p *= 0.5 * (1 + m[i]*wi)
						sum += wi * kern.Sign(signs[k], j)
					}
					if sum > 0 {
						votes++
					}
				}
				if c.votes.Weight(votes, c.units) == 0 {
					continue
				}
				all += p
				for i := range m {
					if w>>i&1 == 0 {
						up[i] += p / (0.5 * (1 + m[i]))
					} else {
						down[i] += p / (0.5 * (1 - m[i]))
					}
				}
			}
			f, u := &Convolved{&Signs{c.votes}, signs, c.n, NewSumTable(c.n)}, make([]float64, weights)
			f.Update(Messages{B: u}, m, v)
			for i := range u {
				if want := 0.5 * math.Log(up[i]/down[i]); !scalar.EqualWithinAbs(u[i], want, 1e-11) {
					t.Errorf("%+v full %v: message %d = %v, enumeration %v", c, full, i, u[i], want)
				}
			}
			if got := f.LogZ(m, v); !scalar.EqualWithinAbs(got, math.Log(all), 1e-12) {
				t.Errorf("%+v full %v: ln Z = %v, enumeration %v", c, full, got, math.Log(all))
			}
		}
	}
}

// TestCommitteeRow: a sweep of the row is that of the formula edge by edge where the
// units' sums are Gaussian, and that of exact messages where few weights are free.
// The interpolation errs by 1e-10 as a rule and up to 1e-5 where a unit lies
// several standard deviations away from what is asked of it.
func TestCommitteeRow(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	worst := map[float64]float64{}
	trials := 64
	if slow.All {
		trials = 480
	}
	for trial := range trials {
		units, n := []int{1, 3, 5, 9}[rng.IntN(4)], []int{51, 335}[rng.IntN(2)]
		var o Votes = Majority{min((units+1)/2+rng.IntN(2), units)}
		if trial%2 == 1 {
			units += rng.IntN(2)
			o = Parity{}
		}
		regime, v, tolerance := "few", []float64{0.5, 2, 6}[rng.IntN(3)], 1e-11
		if trial/2%4 > 0 {
			regime, v, tolerance = "many", []float64{17, 40, 105, 300}[rng.IntN(4)], 1e-5
			if v > 0.9*float64(n) {
				continue
			}
		}
		signs := make([][]uint64, units)
		h, u := NewMessages(units*n, false), NewMessages(units*n, false)
		m, vs := make([]float64, units*n), make([]float64, units*n)
		for k := range signs {
			signs[k] = make([]uint64, n/64+1)
			for w := range signs[k] {
				signs[k][w] = rng.Uint64()
			}
			along := 0.5 + 0.5*rng.NormFloat64()/math.Sqrt(float64(n))
			for j, x := range fields(rng, n, v) {
				i := k*n + j
				x = math.Copysign(x, along-rng.Float64())
				u.B[i] = 0.1 * rng.NormFloat64()
				h.B[i] = kern.Sign(signs[k], j) * (x + u.B[i])
				m[i], vs[i] = kern.Sign(signs[k], j)*math.Tanh(x), math.Pow(math.Cosh(x), -2)
			}
		}
		f, work := &Discrete{&Signs{o}, signs, n}, NewWorkspace(units*n)
		want := make([]float64, units*n)
		var logZ float64
		if regime == "many" {
			logZ = gaussianCommittee(want, o, signs, n, m, vs)
		} else {
			exact := &Convolved{&Signs{o}, signs, n, NewSumTable(n)}
			exact.Update(Messages{B: want}, m, vs)
			logZ = exact.LogZ(m, vs)
		}
		if math.IsInf(logZ, 0) || logZ < -600 {
			continue
		}
		free := logZ
		for k := range signs {
			for j := range n {
				i := k*n + j
				free += math.Log(2 * math.Cosh(kern.Sign(signs[k], j)*h.B[i]-u.B[i]))
			}
		}
		if got := f.FreeEntropy(h, u, work); !scalar.EqualWithinRel(got, free, 1e-9) {
			t.Errorf("%s K %d V %v: free entropy %v, want %v", regime, units, v, got, free)
		}
		fields := NewMessages(units*n, false)
		fields.Copy(h)
		f.Sweep(fields, fields, u, 0, work)
		for k := range signs {
			for j := range n {
				i := k*n + j
				d := math.Abs(kern.Sign(signs[k], j)*u.B[i]-want[i]) / max(1, math.Abs(want[i]))
				if worst[v] = max(worst[v], d); !(d < tolerance) {
					t.Fatalf("%s K %d V %v: error %.1e", regime, units, v, d)
				}
			}
		}
	}
	t.Logf("errors by V: %v", worst)
}

// TestVotesInLogarithms: votes are counted alike in logarithms, which go on where
// probabilities are no doubles: of votes of e^−900 and e^−1000 beside a sure one, the
// likelier decides.
func TestVotesInLogarithms(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 36))
	for range 200 {
		units := 1 + 2*rng.IntN(5)
		o := Majority{1 + rng.IntN(units)}
		logP := make([]float64, units)
		for k := range logP {
			logP[k] = -math.Exp(4*rng.NormFloat64() - 2)
		}
		a, b := make([]Vote, units), make([]Vote, units)
		x, y := o.tally(a, logP, new(votes)), 0.0
		table := new(votes)
		table.resize(units)
		if y = o.tallyLogs(b, logP, table); !scalar.EqualWithinAbsOrRel(x, y, 1e-9, 1e-9) {
			t.Errorf("need %d of %v: ln Z = %v, in logarithms %v", o.Need, logP, x, y)
		}
		for k := range a {
			if !(math.Abs(a[k].Sure-b[k].Sure) < 1e-9 && math.Abs(a[k].Swing-b[k].Swing) < 1e-9) {
				t.Errorf("need %d of %v: unit %d %+v, in logarithms %+v", o.Need, logP, k, a[k], b[k])
			}
		}
	}
	got := make([]Vote, 3)
	if logZ := (Majority{2}).tally(got, []float64{0, -900, -1000}, new(votes)); logZ != -900 {
		t.Errorf("ln Z = %v", logZ)
	}
	for k, ratio := range []float64{-1000, -1000, -900} {
		if v := got[k]; !scalar.EqualWithinAbs(v.Ratio, ratio, 1e-9) || v.Swing != 1 {
			t.Errorf("unit %d: %+v, want ln(Sure/Swing) = %v", k, v, ratio)
		}
	}
}

// TestParityInLogarithms: likewise of products, by enumeration, and where every product
// is next to impossible: the unit that turns most easily decides.
func TestParityInLogarithms(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 38))
	for range 200 {
		var a, b ballot
		units := 1 + rng.IntN(6)
		a.resize(units)
		b.resize(units)
		p, q := make([]float64, units), make([]float64, units)
		for k := range p {
			p[k] = 1 / (1 + math.Exp(4*rng.NormFloat64()))
			q[k] = 1 - p[k]
			a.logP[k], a.logQ[k] = math.Log(p[k]), math.Log(q[k])
			b.logP[k], b.logQ[k] = a.logP[k], a.logQ[k]
		}
		x, y, want := Parity{}.count(&a), Parity{}.countLogs(&b), math.Log(enumerated(Parity{}, p, q))
		if !scalar.EqualWithinAbs(x, want, 1e-11) || !scalar.EqualWithinAbs(y, want, 1e-11) {
			t.Errorf("p = %v: ln Z = %v, in logarithms %v, enumeration %v", p, x, y, want)
		}
		for k, v := range a.votes {
			w := b.votes[k]
			if v.Against != w.Against && v.Swing > 1e-9 || !(math.Abs(v.Sure-w.Sure) < 1e-9 && math.Abs(v.Swing-w.Swing) < 1e-9) {
				t.Errorf("p = %v: unit %d %+v, in logarithms %+v", p, k, v, w)
			}
		}
	}
	var b ballot
	b.resize(3)
	copy(b.logP, []float64{-700, 0, 0})
	copy(b.logQ, []float64{0, -900, -1000})
	if logZ := (Parity{}).count(&b); logZ != -700 {
		t.Errorf("ln Z = %v", logZ)
	}
	for k, want := range []Vote{{Ratio: -900}, {Ratio: -700, Against: true}, {Ratio: -700, Against: true}} {
		if v := b.votes[k]; !scalar.EqualWithinAbs(v.Ratio, want.Ratio, 1e-9) || v.Against != want.Against || v.Swing != 1 {
			t.Errorf("unit %d: %+v, want %+v", k, v, want)
		}
	}
}
