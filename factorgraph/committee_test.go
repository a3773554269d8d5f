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
func TestCommitteeTable(t *testing.T) {
	for _, c := range rowCases(t) {
		u := make([]float64, len(c.m))
		switch {
		case c.relu && c.messages == "exact":
			f := &ExactCommittee{c.signs, c.n, halves(c.units), ReLU, 1, NewSumTable(c.n)}
			f.Update(Messages{B: u}, c.m, c.v)
			c.close(t, f.LogZ(c.m, c.v), u)
		case c.relu:
			logZ := gaussianRectified(u, &Rectified{c.signs, c.n, halves(c.units), 0}, c.m, c.v)
			c.close(t, logZ, u)
		case c.messages == "exact":
			f := &ExactCommittee{c.signs, c.n, ones(c.units), Sign, 1, NewSumTable(c.n)}
			f.Update(Messages{B: u}, c.m, c.v)
			c.close(t, f.LogZ(c.m, c.v), u)
		default:
			logZ := gaussianCommittee(u, Majority{(c.units + 1) / 2}, c.signs, c.n, c.m, c.v)
			c.close(t, logZ, u)
		}
	}
}

// gaussianCommittee is the committee with Gaussian sums whatever their variance,
// edge by edge.
func gaussianCommittee(u []float64, o Majority, signs [][]uint64, n int, m, v []float64) (logZ float64) {
	units, logP := make([]moments, len(signs)), make([]float64, len(signs))
	for k := range units {
		for j := range n {
			units[k].omega += kern.Sign(signs[k], j) * m[k*n+j]
			units[k].v += v[k*n+j]
		}
		logP[k] = math.Log(0.5 * math.Erfc(-units[k].omega/math.Sqrt(2*units[k].v)))
	}
	channels := make([]Vote, len(signs))
	logZ = o.count(channels, logP, new(votes))
	for k, vote := range channels {
		for j := range n {
			xi, f := kern.Sign(signs[k], j), make([]float64, 1)
			vote.Messages(f, []float64{xi * m[k*n+j]}, units[k].omega, units[k].v)
			u[k*n+j] = xi * f[0]
		}
	}
	return logZ
}

// TestExactCommittee: messages and ln Z of the dynamic programming are those of
// enumeration.
func TestExactCommittee(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, c := range []struct{ units, n, least int }{{1, 5, 1}, {3, 3, 1}, {3, 3, 3}, {5, 3, 3}, {5, 1, -1}} {
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
					votes += Sign(int(sum))
				}
				if votes < c.least {
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
			f, u := &ExactCommittee{signs, c.n, ones(c.units), Sign, c.least, NewSumTable(c.n)}, make([]float64, weights)
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
	for trial := range 240 {
		units, n := []int{1, 3, 5, 9}[rng.IntN(4)], []int{51, 335}[rng.IntN(2)]
		o := Majority{(units+1)/2 + rng.IntN(2)}
		if o.Need > units {
			continue
		}
		regime, v, tolerance := "few", []float64{0.5, 2, 6}[rng.IntN(3)], 1e-11
		if trial%4 > 0 {
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
		f, work := &Committee{o, signs, n}, NewWorkspace(units*n)
		want := make([]float64, units*n)
		var logZ float64
		if regime == "many" {
			logZ = gaussianCommittee(want, o, signs, n, m, vs)
		} else {
			exact := &ExactCommittee{signs, n, ones(units), Sign, 2*o.Need - units, NewSumTable(n)}
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
		x, y := o.count(a, logP, new(votes)), 0.0
		table := new(votes)
		table.resize(units)
		if y = o.countLogs(b, logP, table); !scalar.EqualWithinAbsOrRel(x, y, 1e-9, 1e-9) {
			t.Errorf("need %d of %v: ln Z = %v, in logarithms %v", o.Need, logP, x, y)
		}
		for k := range a {
			if !(math.Abs(a[k].Sure-b[k].Sure) < 1e-9 && math.Abs(a[k].Swing-b[k].Swing) < 1e-9) {
				t.Errorf("need %d of %v: unit %d %+v, in logarithms %+v", o.Need, logP, k, a[k], b[k])
			}
		}
	}
	got := make([]Vote, 3)
	if logZ := (Majority{2}).count(got, []float64{0, -900, -1000}, new(votes)); logZ != -900 {
		t.Errorf("ln Z = %v", logZ)
	}
	for k, ratio := range []float64{-1000, -1000, -900} {
		if v := got[k]; !scalar.EqualWithinAbs(v.Ratio, ratio, 1e-9) || v.Swing != 1 {
			t.Errorf("unit %d: %+v, want ln(Sure/Swing) = %v", k, v, ratio)
		}
	}
}
