package table

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"

	"fbp/experiment/theories"
	"fbp/results"
)

// deviations is the table of what the points of local_entropy.tsv deviate from
// the theories that ask for it; nil if there is nothing to compare.
//
// The theory φ is computed at the mean distance d̄ of a point. At fixed bias the
// distance of a sample varies too, and its entropy with it, along the curve and
// not away from it. So what is averaged over samples is
//
//	s_i − φ(d̄) − φ'(d̄) (d_i − d̄),
//
// whose mean is s̄ − φ(d̄) and whose error is that of the point against the
// curve. With less noise (_cv): the same numbers with the part explained by the
// plain-BP entropy of the sample removed, see results.ControlVariate.
func (a *Aggregate) deviations(ctx context.Context, jobs int) (*results.Table, error) {
	name, l := a.curve()
	g := a.tables[name]
	if g == nil || len(a.compare) == 0 {
		return nil, nil
	}
	t, lead := a.emptyDeviation(g, l)
	for _, th := range a.compare {
		curves := map[theories.ComparedCurve]map[float64]tangent{}
		for at, distances := range a.distances(g, l.Curve, th) {
			var err error
			if curves[at], err = tangents(ctx, th, at, distances, halved(l.Curve), jobs); err != nil {
				return nil, err
			}
		}
		for _, r := range g.done {
			curve, ok := a.theoryOf(r, th)
			if !ok {
				continue
			}
			cells := append(lead.cells(a.plan.Points[r.point]), coordinates(g.at, r.at)...)
			cells = append(cells, results.Text(th.Name))
			cells = append(cells, g.deviation(l.Curve, r.raw, curves[curve])...)
			if slices.Contains(g.values, replicon) {
				cells = append(cells, g.replicons(l.Curve, r.raw, curves[curve])...)
			}
			t.Rows = append(t.Rows, append(cells, counts(l, g, r, a.tallies[r.point])...))
		}
	}
	return t, nil
}

// emptyDeviation is the table without rows.
func (a *Aggregate) emptyDeviation(g *gathered, l results.Layout) (*results.Table, lead) {
	columns := slices.Concat(g.at, []string{"theory", "distance", "entropy_theory", "deviation", "deviation_sem", "deviation_sigmas",
		"deviation_cv", "deviation_cv_sem", "deviation_cv_sigmas"})
	if slices.Contains(g.values, replicon) {
		columns = append(columns, replicon, replicon+"_sem", replicon+"_theory")
	}
	return a.begin("deviation", false, append(columns, countColumns(l)...), meanSizes(l)...)
}

// theoryOf is the curve of a theory that a row is compared with; ok is false where
// there is none, which the plan refuses, or nothing to compare.
func (a *Aggregate) theoryOf(r finishedRow, th *theories.Theory) (theories.ComparedCurve, bool) {
	if r.raw == nil {
		return theories.ComparedCurve{}, false
	}
	return th.CurveAt(a.plan.At(r.point).Conditions())
}

// distances are the mean distances of the points at which there is theory, by curve of the theory, sorted.
func (a *Aggregate) distances(g *gathered, c *results.Curve, th *theories.Theory) map[theories.ComparedCurve][]float64 {
	by := map[theories.ComparedCurve][]float64{}
	for _, r := range g.done {
		curve, ok := a.theoryOf(r, th)
		if !ok {
			continue
		}
		d, _ := g.samples(c, r.raw)
		if mean := results.Summarize(d).Mean; mean > 0 && halved(c)*mean <= 0.5 {
			by[curve] = append(by[curve], mean)
		}
	}
	for curve, d := range by {
		slices.Sort(d)
		by[curve] = slices.Compact(d)
	}
	return by
}

// halved is the distance d of theory in units of that of a curve: of spherical weights, whose D = |w − w̃|²/2N is 2d, ½.
func halved(c *results.Curve) float64 {
	if c.Spherical {
		return 0.5
	}
	return 1
}

// tangent is a curve at one distance. Its replicon is NaN where the theory has none.
type tangent struct{ entropy, slope, replicon float64 }

// tangents are entropy and slope of a curve of a theory at distances, d of which is unit times that; where it has none, the
// distance is left out.
func tangents(ctx context.Context, th *theories.Theory, at theories.ComparedCurve, distances []float64, unit float64, jobs int) (map[float64]tangent, error) {
	d := slices.Clone(distances)
	for i := range d {
		d[i] *= unit
	}
	t, err := th.At(at, d).Compute(ctx, jobs, nil)
	if err != nil {
		return nil, err
	}
	entropy, err1 := t.Column("entropy")
	slope, err2 := t.Column("slope")
	if err := cmp.Or(err1, err2); err != nil {
		return nil, err
	}
	stability, err := t.Column(replicon)
	if err != nil {
		stability = slices.Repeat([]float64{math.NaN()}, len(distances))
	}
	curve := map[float64]tangent{}
	for i, d := range distances {
		if !math.IsNaN(entropy[i]) && !math.IsNaN(slope[i]) {
			curve[d] = tangent{eightDigits(entropy[i]), eightDigits(unit * slope[i]), eightDigits(stability[i])}
		}
	}
	return curve, nil
}

// eightDigits rounds theory before it is compared: its last digits depend on the processor, tables
// must not.
func eightDigits(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 8, 64), 64)
	return y
}

// samples are the distances and entropies of the samples that have both.
func (g *gathered) samples(c *results.Curve, r *row) (d, s []float64) {
	i, k := slices.Index(g.values, c.Distance), slices.Index(g.values, c.Entropy)
	if i < 0 || k < 0 {
		return nil, nil
	}
	for n := range r.controls {
		if x, y := r.values[i][n], r.values[k][n]; !math.IsNaN(x) && !math.IsNaN(y) {
			d, s = append(d, x), append(s, y)
		}
	}
	return d, s
}

// deviation are the cells of one point, from distance to deviation_cv_sigmas.
func (g *gathered) deviation(c *results.Curve, r *row, curve map[float64]tangent) []results.Value {
	cells := make([]results.Value, 8)
	d, s := g.samples(c, r)
	mean := results.Summarize(d).Mean
	cells[0] = results.Num(mean)
	at, ok := curve[mean]
	if !ok {
		return cells
	}
	y := make([]float64, len(d))
	for i := range d {
		y[i] = s[i] - at.entropy - float64(at.slope*(d[i]-mean))
	}
	raw := results.Summarize(y)
	copy(cells[1:], append([]results.Value{results.Num(at.entropy)}, inSigmas(raw.Mean, raw.Sem)...))
	if len(y) == len(r.controls) && !slices.ContainsFunc(r.controls, math.IsNaN) {
		if x, sem, ok := controlled(y, r.controls); ok {
			copy(cells[5:], inSigmas(x, sem))
		}
	}
	return cells
}

// replicon is the value of a curve that says how stable its messages are.
const replicon = "replicon"

// replicons are the cells of the mean replicon of one point, its error, and that of the
// theory at the mean distance.
func (g *gathered) replicons(c *results.Curve, r *row, curve map[float64]tangent) []results.Value {
	k := slices.Index(g.values, replicon)
	var x []float64
	if k < len(r.values) {
		x = results.Known(r.values[k])
	}
	d, _ := g.samples(c, r)
	is, theory := results.Summarize(x), math.NaN()
	if at, ok := curve[results.Summarize(d).Mean]; ok {
		theory = at.replicon
	}
	return []results.Value{results.Num(is.Mean), results.Num(is.Sem), results.Num(theory)}
}

// inSigmas are a number, its error, and the number in units of the error.
func inSigmas(x, sem float64) []results.Value {
	ratio := math.NaN()
	if sem > 0 {
		ratio = x / sem
	}
	return []results.Value{results.Num(x), results.Num(sem), results.Num(ratio)}
}
