package experiment

import (
	"context"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fbp/bp"
	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/instances"
	"fbp/internal/kern"
	"fbp/internal/lives"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// A bench is a combination of the catalog that is worked on outside a run: the search,
// or the measurement of what it finds.
type bench struct {
	combo
	at        *plan.Point
	algorithm *model.Binding
	problem   model.Problem
	found     *model.Solution // to be measured; nil: the search is what is done
	other     *model.Solution // to be compared with it, and
	third     *model.Solution // this one, by measurements of three
}

// product is all that a search or a measurement leaves.
type product struct {
	Solution *model.Solution
	Readings []results.Reading
	Failure  string
}

// numbers are those of the product, with their names.
func (p product) numbers() (list []results.Quantity) {
	if p.Solution != nil {
		list = append(list, p.Solution.Numbers...)
	}
	for _, r := range p.Readings {
		list = append(append(list, r.At...), r.Values...)
	}
	return list
}

// effort is how long a search took, or the sum of how long steps of a measurement took,
// as far as they tell.
func (p product) effort() (sum float64) {
	for _, q := range p.numbers() {
		if slices.Contains(results.Efforts(), q.Name) {
			sum += q.Value
		}
	}
	return sum
}

// foundBefore are solutions by their hash and the tier: measurements share the search.
var foundBefore = map[string]*model.Solution{}

// onBench makes the instance of a combination, and the solution to measure.
func onBench(tb testing.TB, c combo) *bench {
	tb.Helper()
	at := c.plan.Spec.At(c.plan.Tasks[len(c.plan.Tasks)-1].Point)
	bound, err := at.Bound(1, &c.plan.Tasks[0])
	if err != nil {
		tb.Fatal(err)
	}
	b := &bench{combo: c, at: at, algorithm: bound}
	data, err := at.Source.Data(tb.Context(), at.Model, 1, 0)
	if err != nil {
		tb.Fatal(err)
	}
	b.problem = model.Problem{Model: at.Model, Data: data, Stream: func(purpose string) *rand.Rand { return instances.Stream(1, purpose) }}
	if len(at.Measures) > 0 {
		name := c.plan.Tasks[len(c.plan.Tasks)-1].Solution + kern.Tier()
		found, ok := foundBefore[name]
		if !ok {
			made := b.work(nil, nil)
			if found = made.Solution; found == nil {
				tb.Fatalf("%s: %s", c.name, made.Failure)
			}
			foundBefore[name] = found
		}
		b.found = found
		other := *found
		other.Weights = slices.Clone(other.Weights)
		slices.Reverse(other.Weights)
		third := other
		third.Weights = append(slices.Clone(other.Weights[1:]), other.Weights[0])
		b.other, b.third = &other, &third
	}
	return b
}

// kind is that of the algorithm or the measurement that is worked on.
func (b *bench) kind() string {
	if b.found != nil {
		return b.at.Measures[0].Kind
	}
	return plan.Parameter(b.at.Params(&b.plan.Tasks[0]), "algorithm", "kind").(string)
}

// maker is the algorithm or the measurement.
func (b *bench) maker() any {
	if b.found != nil {
		return b.at.Measures[0].Measurement
	}
	return b.at.Algorithm
}

// work does the search or the measurement to its end, or until its keeper dies. With
// none nothing is kept.
func (b *bench) work(m *lives.Keeper, emit func(results.Reading)) (out product) {
	ctx, problem := context.Background(), b.problem
	source := rand.NewPCG(1, 2)
	if m != nil {
		var cancel func()
		ctx, cancel = context.WithCancel(ctx)
		defer cancel()
		m.Asked, m.Die, m.Source, m.Readings, problem.Keeper = 0, cancel, source, nil, m
	}
	if emit == nil {
		emit = func(r results.Reading) {
			if m != nil {
				m.Readings = append(m.Readings, r)
			} else {
				out.Readings = append(out.Readings, r)
			}
		}
	}
	var err error
	if m, measures := b.maker().(kinds.Measurement); measures {
		err = m.Measure(ctx, &problem, []*model.Solution{b.found, b.other, b.third}, rand.New(source), emit)
	} else {
		out.Solution, err = b.algorithm.Solve(ctx, &problem, rand.New(source), emit)
	}
	if m != nil {
		out.Readings = m.Readings
	}
	if err != nil && ctx.Err() == nil {
		out.Failure = err.Error()
	}
	return out
}

// atOnce are searches without steps: file reads weights, hebb adds patterns up, and the others begin anew.
var atOnce = []string{"command", "enumerate", "file", "hebb"}

// Every search and every measurement of the catalog that keeps its state goes on from
// there to the same bits; every search of the catalog keeps it.
func TestResumeCombinations(t *testing.T) {
	slow.Only(t)
	kept := map[string]bool{}
	for _, c := range combos(t) {
		b := onBench(t, c)
		want := b.work(&lives.Keeper{}, nil)
		for _, stop := range slow.Some(2, []int{1, 2, 5, 12}) {
			m := &lives.Keeper{Stop: stop}
			b.work(m, nil)
			if m.State == nil {
				break // it ended before
			}
			m.Stop = 0
			if got := b.work(m, nil); !m.Resumed || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, stopped when asked for the %d. time: resumed %v, another end", c.name, stop, m.Resumed)
			}
			kept[b.kind()] = true
		}
	}
	for kind := range Standard().Algorithms {
		if !kept[kind] && !slices.Contains(atOnce, kind) {
			t.Errorf("%s never kept its state", kind)
		}
	}
}

// lengths are keys that make a search or a measurement longer and leave it what it is.
var lengths = []string{"max_sweeps", "max_epochs", "epochs", "anneal", "rise"}

// patient are keys that keep it from ending early, or from telling of every epoch.
var patient = map[string]string{"epsilon": "1e-300", "every": "1000000"}

// lengthened is a combination at so many sweeps or epochs; ok is false for one that has
// no key for that.
func lengthened(t *testing.T, b *bench, n string, sets ...string) (longer *bench, ok bool) {
	t.Helper()
	path := "algorithm"
	if b.found != nil {
		path = "measure." + b.kind()
	}
	_, focusing := b.maker().(*bp.Focusing)
	for _, key := range config.KeysOf(b.maker()) {
		ofFinish := focusing && key == "max_epochs"
		if slices.Contains(lengths, key) && !ofFinish {
			sets, ok = append(sets, path+"."+key+"="+n), true
		}
		if value, given := patient[key]; given {
			sets = append(sets, path+"."+key+"="+value)
		}
	}
	if !ok {
		return nil, false
	}
	return onBench(t, b.with(t, sets...)), true
}

// Twice the sweeps or epochs allocate no more, since the state is allocated once: of
// every search of the catalog, and of every measurement with sweeps, around one solution
// of each model. What does not pass messages may box a number or two in a sweep or an
// epoch of 60 patterns.
func TestCombinationsDoNotAllocate(t *testing.T) {
	slow.Only(t)
	compared, measured := map[string]bool{}, map[string]bool{}
	for _, c := range combos(t) {
		b := onBench(t, c)
		at, _, _ := strings.Cut(c.name, "/")
		if b.found != nil && measured[at+b.kind()] {
			continue
		}
		measured[at+b.kind()] = true
		alpha := "instance." + sizeOf(c.name[strings.LastIndex(c.name, "/")+1:]) + "alpha="
		load := alpha + "3" // not solved, and not soon over
		if bp.PassingOf(b.maker()) != nil {
			load = alpha + "0.3"
		}
		short, ok := lengthened(t, b, "60", load)
		if !ok {
			continue
		}
		long, _ := lengthened(t, b, "120", load)
		one, two := short.work(nil, nil), long.work(nil, nil)
		more := two.effort() - one.effort()
		if more < 50 || one.Failure+two.Failure != "" {
			continue // it ended before
		}
		compared[b.kind()] = true
		count := func(b *bench) float64 { // once: it has run before
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			b.work(nil, func(results.Reading) {})
			runtime.ReadMemStats(&after)
			return float64(after.Mallocs - before.Mallocs)
		}
		most := 30.0
		if bp.PassingOf(b.maker()) == nil {
			most = 30 + 60*2.5
		}
		const ofReading = 4 // its coordinates and values
		told := ofReading * float64(len(two.Readings)-len(one.Readings))
		if extra := count(long) - count(short) - told; extra > most {
			t.Errorf("%s: %v allocations more in %v sweeps, epochs or flips more, want at most %v", c.name, extra, more, most)
		}
	}
	for kind := range Standard().Algorithms {
		if !compared[kind] && !slices.Contains(atOnce, kind) && kind != "linear_programs" { // a few of them, long before any limit
			t.Errorf("%s: no two lengths were compared: say in lengths which key makes it longer", kind)
		}
	}
	if !compared["local_entropy"] {
		t.Error("no measurement was compared")
	}
}

// BenchmarkCombinations is every search and every measurement of the catalog at 21
// inputs.
func BenchmarkCombinations(b *testing.B) {
	for _, c := range combos(b) {
		b.Run(c.name, func(b *testing.B) {
			work := onBench(b, c)
			b.ReportAllocs()
			for b.Loop() {
				work.work(nil, nil)
			}
		})
	}
}
