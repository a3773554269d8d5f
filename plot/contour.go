package plot

import (
	"slices"

	"gonum.org/v1/plot/vg"
)

// loop is a closed line in the units of the axes. Those of a region run with the region on
// the same side, so that a loop in another one bounds a hole.
type loop [][2]float64

// regions are the loops around the part of a map with values of a level at least. Each square of
// the grid is divided into four triangles, whose common corner has the mean of its
// values, and values are interpolated in these linearly; squares with a missing value belong to none.
func (m *Map) regions(level float64) []loop {
	edges := map[[2][2]float64]bool{}
	around := func(part [][2]float64) {
		for k, p := range part {
			q := part[(k+1)%len(part)]
			switch {
			case p == q:
			case edges[[2][2]float64{q, p}]: // of a neighbour: inside the region
				delete(edges, [2][2]float64{q, p})
			default:
				edges[[2][2]float64{p, q}] = true
			}
		}
	}
	for j := range len(m.Y) - 1 {
		for i := range len(m.X) - 1 {
			s := m.square(i, j)
			switch least, most := min(s.z[0], s.z[1], s.z[2], s.z[3]), max(s.z[0], s.z[1], s.z[2], s.z[3]); {
			case least >= level:
				around(s.at[:])
			case most >= level:
				for _, t := range s.triangles() {
					around(t.above(level))
				}
			}
		}
	}
	return loopsOf(edges)
}

// loopsOf joins directed edges to loops, beginning with the lowest point to the left.
func loopsOf(edges map[[2][2]float64]bool) (loops []loop) {
	sorted := make([][2][2]float64, 0, len(edges))
	for e := range edges {
		sorted = append(sorted, e)
	}
	slices.SortFunc(sorted, func(a, b [2][2]float64) int {
		return slices.Compare([]float64{a[0][0], a[0][1], a[1][0], a[1][1]}, []float64{b[0][0], b[0][1], b[1][0], b[1][1]})
	})
	next := map[[2]float64][][2]float64{}
	for _, e := range sorted {
		next[e[0]] = append(next[e[0]], e[1])
	}
	for _, e := range sorted {
		var l loop
		for at := e[0]; len(next[at]) > 0; {
			to := next[at][0]
			next[at] = next[at][1:]
			l, at = append(l, at), to
		}
		if len(l) > 2 {
			loops = append(loops, l)
		}
	}
	return loops
}

// triangle is a part of a map with the values at its corners.
type triangle struct {
	at [3][2]float64
	z  [3]float64
}

// square is one of the grid with the values at its corners, counter-clockwise.
type square struct {
	at [4][2]float64
	z  [4]float64
}

func (m *Map) square(i, j int) square {
	return square{[4][2]float64{{m.X[i], m.Y[j]}, {m.X[i+1], m.Y[j]}, {m.X[i+1], m.Y[j+1]}, {m.X[i], m.Y[j+1]}},
		[4]float64{m.Z[j][i], m.Z[j][i+1], m.Z[j+1][i+1], m.Z[j+1][i]}}
}

// triangles are the parts of a square.
func (s square) triangles() (parts [4]triangle) {
	middle := [2]float64{(s.at[0][0] + s.at[2][0]) / 2, (s.at[0][1] + s.at[2][1]) / 2}
	mean := (s.z[0] + s.z[1] + s.z[2] + s.z[3]) / 4
	for k := range 4 {
		n := (k + 1) % 4
		parts[k] = triangle{[3][2]float64{s.at[k], s.at[n], middle}, [3]float64{s.z[k], s.z[n], mean}}
	}
	return parts
}

// above is the part of a triangle with values of a level at least.
func (t triangle) above(level float64) (part [][2]float64) {
	for k := range 3 {
		n := (k + 1) % 3
		if t.z[k] >= level {
			part = append(part, t.at[k])
		}
		if (t.z[k] >= level) != (t.z[n] >= level) {
			part = append(part, crossing(t.at[k], t.at[n], t.z[k], t.z[n], level))
		}
	}
	return part
}

// crossing is where values between two points reach a level: the same in either direction.
func crossing(p, q [2]float64, zp, zq, level float64) [2]float64 {
	if slices.Compare(p[:], q[:]) > 0 {
		p, q, zp, zq = q, p, zq, zp
	}
	t := (level - zp) / (zq - zp)
	return [2]float64{p[0] + t*(q[0]-p[0]), p[1] + t*(q[1]-p[1])}
}

// areas are the regions of the k-th level on the canvas, cut off at the frame, as one path.
func (v *view) areas(level float64) (path vg.Path) {
	frame := v.frame
	for _, l := range v.plane.regions(level) {
		points := make([]vg.Point, len(l))
		for i, p := range l {
			points[i] = vg.Point{X: v.x.at(p[0]), Y: v.y.at(p[1])}
		}
		points = inside(points, frame)
		for i, p := range points {
			if i == 0 {
				path.Move(p)
				continue
			}
			path.Line(p)
		}
		if len(points) > 0 {
			path.Close()
		}
	}
	return path
}

// inside cuts a loop off at the sides of a frame, one after another.
func inside(points []vg.Point, frame vg.Rectangle) []vg.Point {
	for _, side := range []func(p vg.Point) vg.Length{
		func(p vg.Point) vg.Length { return p.X - frame.Min.X },
		func(p vg.Point) vg.Length { return frame.Max.X - p.X },
		func(p vg.Point) vg.Length { return p.Y - frame.Min.Y },
		func(p vg.Point) vg.Length { return frame.Max.Y - p.Y },
	} {
		var kept []vg.Point
		for i, p := range points {
			q := points[(i+1)%len(points)]
			a, b := side(p), side(q)
			if a >= 0 {
				kept = append(kept, p)
			}
			if (a >= 0) != (b >= 0) {
				kept = append(kept, between(p, q, float64(a/(a-b))))
			}
		}
		points = kept
	}
	return points
}
