package factorgraph

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/gauss"
)

// everyChannel are channels of each type, for sums of 101 signs; everyVotes likewise.
func everyChannel() []Channel {
	channels := []Channel{AtLeast(1), AtLeast(7), AtLeast(-3), AtMost(3), AtMost(15), NewPower(2.5, math.Sqrt(101), 1), NewPower(-4, math.Sqrt(101), 2)}
	return append(channels, NewTabulated(101, 8, func(sum int) float64 { return -gauss.Log1p(gauss.Exp(-0.25 * float64(sum))) }),
		NewTabulated(101, 0, func(sum int) float64 { return min(0, float64(sum-3)) }))
}

func everyVotes() []Votes {
	return []Votes{Majority{1}, Majority{2}, Majority{3}, Parity{}, Parity{Odd: true}}
}

// typesWith are the types of the package with a method of that name, but for some.
func typesWith(t *testing.T, method string, but ...string) (names []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if d, is := d.(*ast.FuncDecl); is && d.Name.Name == method && d.Recv != nil {
				of := d.Recv.List[0].Type
				if p, is := of.(*ast.StarExpr); is {
					of = p.X
				}
				if name := of.(*ast.Ident).Name; !slices.Contains(but, name) {
					names = append(names, name)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// nameOf is the type of a channel or of votes.
func nameOf(v any) string {
	return strings.TrimPrefix(strings.TrimPrefix(fmt.Sprintf("%T", v), "*"), "factorgraph.")
}

// TestEveryChannel: what a channel says follows from its weights f(S): ln Z from their Gaussian average, derivatives and messages
// from ln Z, and what rows of few free weights ask for from f itself.
//
// Check: ln Z, its derivatives and messages of every channel | sums of f(S), N = 101, V = 60; differences | 0.01; 1e-7
func TestEveryChannel(t *testing.T) {
	var names []string
	for _, c := range everyChannel() {
		names = append(names, nameOf(c))
		for _, fault := range channelFaults(c) {
			t.Errorf("%+v: %s", c, fault)
		}
	}
	slices.Sort(names)
	channels := typesWith(t, "Need", "Vote") // that of a unit, which TestEveryVotes has
	if names = slices.Compact(names); !slices.Equal(names, channels) {
		t.Errorf("everyChannel has %v, the package %v", names, channels)
	}
}

// channelFaults are the places at which a channel does not agree with its weights.
func channelFaults(c Channel) (faults []string) {
	const v = 60.0
	not := func(what string, got, want, tolerance float64, at ...any) {
		if !scalar.EqualWithinAbsOrRel(got, want, tolerance, tolerance) && len(faults) < 10 {
			faults = append(faults, fmt.Sprintf("%s at %v is %v, want %v", what, at, got, want))
		}
	}
	for _, omega := range []float64{-12, -3, 0, 5, 11} {
		z := 0.0
		for sum := -101; sum <= 101; sum += 2 {
			z += 2 * gauss.G((float64(sum)-omega)/math.Sqrt(v)) / math.Sqrt(v) * c.Weight(sum)
		}
		not("Z", math.Exp(c.logZ(omega, v)), z, 0.01, omega)
		const step = 1e-3
		at := func(k float64) Output { return c.Output(omega+k*step, v) }
		not("ln Z of Output", at(0).LogZ, c.logZ(omega, v), 1e-9, omega)
		not("the slope", at(0).Slope, (at(1).LogZ-at(-1).LogZ)/(2*step), 1e-7, omega)
		not("the curvature", at(0).Curvature, (at(1).Slope-at(-1).Slope)/(2*step), 1e-7, omega)
		f, s := make([]float64, 3), []float64{-0.9, 0.1, 0.7}
		c.Messages(f, s, omega, v)
		for k, m := range s {
			w := v - 1 + m*m
			not("the message", f[k], 0.5*(c.logZ(omega-m+1, w)-c.logZ(omega-m-1, w)), 1e-7, omega, m)
			not("the message of an input .8", c.message(omega, 0.8*m, 0.8, w), 0.5*(c.logZ(omega-0.8*m+0.8, w)-c.logZ(omega-0.8*m-0.8, w)), 1e-7, omega, m)
		}
	}
	for sum := -61; sum <= 61; sum += 2 {
		need, gain := c.Need(sum)
		toward := 2
		if need < 0 {
			toward = -2
		}
		flips := int(math.Abs(float64(need)))
		if c.Weight(sum+toward*flips) == 0 || flips > 0 && math.IsInf(gain, 1) && c.Weight(sum+toward*(flips-1)) > 0 {
			not("Need", float64(need), math.NaN(), 0, sum)
		}
		if flips > 0 {
			not("the gain of Need", gain, math.Log(c.Weight(sum+2*need)/c.Weight(sum)), 1e-12, sum)
		}
		if least, below, ok := c.Step(); ok && c.Weight(sum) != map[bool]float64{true: 1, false: below}[sum >= least] {
			not("Step", c.Weight(sum), below, 0, sum)
		}
		if c.Idle(float64(sum), 1) && (c.Weight(sum) != 1 || c.Weight(sum+8) != 1 || c.Weight(sum-8) != 1) {
			not("Idle", 1, 0, 0, sum)
		}
	}
	return faults
}

// TestEveryVotes: ln Z, and what the vote of a unit is worth, follow from the weights of all votes.
//
// Check: ln Z and votes of up to five units, every rule | all votes | 1e-9
func TestEveryVotes(t *testing.T) {
	var names []string
	for _, o := range everyVotes() {
		names = append(names, nameOf(o))
		for units := 1; units <= 5; units++ {
			if m, is := o.(Majority); is && m.Need > units {
				continue
			}
			if fault := votesFault(o, units); fault != "" {
				t.Errorf("%+v of %d units: %s", o, units, fault)
			}
		}
	}
	slices.Sort(names)
	if names = slices.Compact(names); !slices.Equal(names, typesWith(t, "both")) {
		t.Errorf("everyVotes has %v, the package %v", names, typesWith(t, "both"))
	}
}

// votesFault says what of some votes does not agree with their weights.
func votesFault(o Votes, units int) string {
	b, rng, p := new(ballot), rand.New(rand.NewPCG(1, uint64(units))), make([]float64, units)
	b.resize(units)
	for k := range p {
		p[k] = 0.05 + 0.9*rng.Float64()
		b.logP[k], b.logQ[k] = math.Log(p[k]), math.Log1p(-p[k])
	}
	z, of := 0.0, make([][2]float64, units) // Z, and that of unit k voting −1 or +1 for sure
	for votes := range 1 << units {
		weight, plus := 1.0, 0
		for k := range p {
			if votes>>k&1 == 1 {
				weight *= p[k]
				plus++
			} else {
				weight *= 1 - p[k]
			}
		}
		weight *= o.Weight(plus, units)
		z += weight
		for k := range p {
			vote := votes >> k & 1
			of[k][vote] += weight / []float64{1 - p[k], p[k]}[vote]
		}
	}
	if logZ := o.count(b); !scalar.EqualWithinAbs(logZ, math.Log(z), 1e-9) {
		return fmt.Sprintf("ln Z = %v, all votes %v", logZ, math.Log(z))
	}
	for k, v := range b.votes {
		against, along := v.Sure, v.Sure+v.Swing
		if v.Against {
			against, along = along, against
		}
		if !scalar.EqualWithinAbs(against*of[k][1], along*of[k][0], 1e-9) {
			return fmt.Sprintf("the vote of unit %d is worth %+v, by all votes %v for −1 and %v for +1", k, v, of[k][0], of[k][1])
		}
	}
	return ""
}
