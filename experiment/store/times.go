package store

import (
	"maps"
	"math"
	"slices"
	"strings"

	"fbp/experiment/plan"
	"fbp/results"
)

// Times are the seconds of one core that tasks of a plan have taken, as their records have
// them, by points of the sweep.
type Times struct {
	plan   *plan.Plan
	points map[int]taken
	near   map[int]near   // of points that were asked for since the last task was added
	kinds  map[int]string // of points, see [Times.kindsOf]
}

// near is what tasks of another point took, and by how much those of this one are larger.
type near struct {
	taken
	scale float64
	known bool
}

// taken is what the tasks of a point took.
type taken struct {
	tasks int
	sum   float64 // seconds
}

// NewTimes knows of no task yet.
func NewTimes(p *plan.Plan) *Times {
	return &Times{p, map[int]taken{}, map[int]near{}, map[int]string{}}
}

// take takes in the record of a task, if it has ended without failing.
func (t *Times) take(task plan.Task, r *results.Record) {
	if r != nil && r.Run != nil && r.Status != results.Failed {
		t.Add(task.Point, r.Run.Seconds)
	}
}

// Add takes in the seconds of a task at a point.
func (t *Times) Add(point int, seconds float64) {
	at := t.points[point]
	t.points[point] = taken{at.tasks + 1, at.sum + seconds}
	clear(t.near)
}

// Tasks is the number of tasks that are known.
func (t *Times) Tasks() (n int) {
	for _, at := range t.points {
		n += at.tasks
	}
	return n
}

// Mean is the mean of the seconds of the tasks at a point; where there are none, that of the
// nearest point of the same variant and kinds, by the logarithm of N·P, times the ratio of N·P.
// ok is false if there is no such point.
func (t *Times) Mean(point int) (seconds float64, ok bool) {
	at, scale, ok := t.nearest(point)
	return scale * at.sum / float64(max(1, at.tasks)), ok
}

func (t *Times) nearest(point int) (at taken, scale float64, ok bool) {
	if at, ok := t.points[point]; ok {
		return at, 1, true
	}
	n, found := t.near[point]
	if !found {
		n = t.search(point)
		t.near[point] = n
	}
	return n.taken, n.scale, n.known
}

// search finds the nearest point with times; of two that are as near it is the first.
func (t *Times) search(point int) (n near) {
	best := math.Inf(1)
	for _, other := range slices.Sorted(maps.Keys(t.points)) {
		if t.kindsOf(other) != t.kindsOf(point) {
			continue
		}
		ratio := t.edges(point) / t.edges(other)
		if far := math.Abs(math.Log(ratio)); far < best {
			best, n = far, near{t.points[other], ratio, true}
		}
	}
	return n
}

// edges is N·P at a point, at least 1.
func (t *Times) edges(point int) float64 {
	p := t.plan.Points[point]
	return max(1, float64(p.N)*float64(p.P))
}

// kindsOf tells tasks of one variant, and of swept kinds, from those of others.
func (t *Times) kindsOf(point int) string {
	text, known := t.kinds[point]
	if known {
		return text
	}
	p := t.plan.Points[point]
	if p.Pairs {
		text = "pairs"
	}
	for i, label := range p.Labels() {
		if key := t.plan.Swept[i]; key == "variant" || strings.HasSuffix(key, ".kind") {
			text += "\x00" + plan.Cell(label).String()
		}
	}
	t.kinds[point] = text
	return text
}
