package plan

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"fbp/internal/process"
)

// Timing bounds what may be spent on timing units of the work of a plan.
type Timing struct {
	Bytes float64          // of patterns and messages; of larger problems a part is timed
	Point time.Duration    // for a point of the sweep
	All   time.Duration    // for all points
	Clock func() time.Time // by which the limits are kept, time.Now
	Work  func() time.Time // by which units are timed: processor time where that is known
}

// DefaultTiming is at most 64 MiB, 0.2 s a point and 5 s in all.
func DefaultTiming() Timing {
	return Timing{Bytes: 64 << 20, Point: 200 * time.Millisecond, All: 5 * time.Second, Clock: time.Now, Work: worked}
}

// worked is a clock that stands still while other programs have the processor.
func worked() time.Time {
	t, ok := process.ThreadTime()
	if !ok {
		return time.Now()
	}
	return time.Unix(0, int64(t))
}

// leastPoint is what it takes to time a point at all: of more points than there is time
// for, every so many are timed.
const leastPoint = 10 * time.Millisecond

// rates are seconds of units of work at a point, on this machine.
type rates struct {
	data    float64   // to make the instance
	units   []float64 // a unit of the algorithm, and of each measurement
	unknown string    // why there are none
}

// untimed are the rates of a plan that was not timed.
var untimed = &rates{unknown: "not timed"}

func (r *rates) unit(k int) float64 {
	if r.unknown != "" {
		return 0
	}
	return r.units[k]
}

// Time times units of the work at the points of some tasks, on this machine and now, so
// that estimates of these have seconds. A unit is timed on patterns drawn for the purpose,
// and nothing is kept. An algorithm or a measurement that states no cost is done once, as
// a whole; where that takes too long, estimates have no seconds but a reason.
//
// Points for which there is no time take the rates of the nearest one before, by weights
// and patterns. When ctx is cancelled it ends soon.
func (p *Plan) Time(ctx context.Context, tasks []Task, t Timing) {
	runtime.LockOSThread() // whose time is taken
	defer runtime.UnlockOSThread()
	firsts := slices.CompactFunc(slices.SortedStableFunc(slices.Values(tasks), func(a, b Task) int { return a.Point - b.Point }), func(a, b Task) bool { return a.Point == b.Point })
	every := int(math.Ceil(float64(len(firsts)) * float64(leastPoint) / float64(t.All)))
	end := t.Clock().Add(t.All)
	timed := map[int]*rates{}
	last := -1 // timed point
	for i, task := range firsts {
		if ctx.Err() != nil {
			break
		}
		left := end.Sub(t.Clock())
		if last >= 0 && (i%every != 0 || left <= 0) && p.alike(last, task.Point) {
			timed[task.Point] = timed[last].scaled(p.edges(task.Point) / p.edges(last))
			continue
		}
		todo := max(1, (len(firsts)-i)/every)
		timed[task.Point] = p.timePoint(ctx, task, t, min(t.Point, max(left/time.Duration(todo), leastPoint)))
		last = task.Point
	}
	debug.FreeOSMemory() // what was timed is not to lie beside the tasks
	p.estimates.Lock()
	defer p.estimates.Unlock()
	for point, r := range timed {
		p.estimates.rates[point] = r
		delete(p.estimates.of, point)
	}
}

// edges is the number of pairs of a weight and a pattern at a point.
func (p *Plan) edges(point int) float64 {
	at := p.Spec.At(point)
	return float64(at.Model.Dim()) * float64(at.P)
}

// alike tells whether two points have the same kinds of model, algorithm and measurements.
func (p *Plan) alike(a, b int) bool {
	describe := func(point int) (text string) {
		at := p.Spec.At(point)
		for _, k := range at.kinds() {
			text += " " + k.name
		}
		return fmt.Sprintf("%T%s", at.Model, text)
	}
	return describe(a) == describe(b)
}

// scaled are the rates of a problem that is larger by a factor.
func (r *rates) scaled(by float64) *rates {
	other := &rates{data: r.data * by, unknown: r.unknown}
	for _, x := range r.units {
		other.units = append(other.units, x*by)
	}
	return other
}

// timePoint times everything at the point of a task.
func (p *Plan) timePoint(ctx context.Context, task Task, t Timing, most time.Duration) *rates {
	c := &timed{Timing: t, ctx: ctx, plan: p, task: task, at: p.Spec.At(task.Point)}
	c.size = c.at.size(nil)
	r := &rates{}
	kinds, end := c.at.kinds(), t.Clock().Add(most)
	for k, kind := range kinds {
		c.end = t.Clock().Add(end.Sub(t.Clock()) / time.Duration(len(kinds)-k))
		seconds, err := c.timed(kind)
		if err != nil {
			return &rates{unknown: fmt.Sprintf("%s: %v", kind.name, err)}
		}
		r.units = append(r.units, seconds)
	}
	if err := c.instance(); err != nil {
		return &rates{unknown: err.Error()}
	}
	r.data = c.data
	return r
}
