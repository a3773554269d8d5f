package figure

import (
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"

	"fbp/experiment/config"
	"fbp/plot"
)

// Map draws a column of a measured table over the plane of two others, as filled contours with
// their bar.
type Map struct {
	Table   string `toml:"table,omitempty" help:"name of a measured table"`
	X       string `toml:"x,omitempty" help:"column"`
	Y       string `toml:"y,omitempty" help:"column"`
	Z       string `toml:"z,omitempty" help:"column: what is drawn"`
	Variant string `toml:"variant,omitempty" help:"only rows of this variant"`
	Where   string `toml:"where,omitempty" help:"only rows with this number in a column: \"beta = 2\""`
	plot.Map
	Marks [][2]float64 `toml:"marks,omitempty" help:"places that are marked, and joined by a thin line"`
}

// rows is the series that chooses the rows of a map.
func (m *Map) rows() Drawn {
	return Drawn{Table: m.Table, X: m.X, Y: m.Y, Variant: m.Variant, Where: m.Where}
}

// plane is the map of a panel, nil for none.
func (r run) plane(m *Map) (*plot.Map, error) {
	if m == nil {
		return nil, nil
	}
	t, err := r.tables(m.Table)
	if err != nil {
		return nil, err
	}
	columns, err := r.columnsOf(t, true, m.X, m.Y, m.Z)
	if err != nil {
		return nil, err
	}
	values := map[[2]float64]float64{}
	at := [2]map[float64]bool{{}, {}}
	for row := range t.Rows {
		x, y := columns[0][row], columns[1][row]
		if !m.rows().wants(t, row) || math.IsNaN(x) || math.IsNaN(y) {
			continue
		}
		if _, twice := values[[2]float64{x, y}]; twice {
			return nil, fmt.Errorf("%s: a map has one value at %s = %v, %s = %v, and the table has several: want variant or where", m.Table, m.X, x, m.Y, y)
		}
		values[[2]float64{x, y}] = columns[2][row]
		at[0][x], at[1][y] = true, true
	}
	if len(at[0]) < 2 || len(at[1]) < 2 {
		return nil, nil // nothing has been measured yet
	}
	out := m.Map
	out.X, out.Y = slices.Sorted(maps.Keys(at[0])), slices.Sorted(maps.Keys(at[1]))
	if out.Label == "" {
		out.Label = plot.AxisLabel(m.Z, r.unit(m.Table, m.Z))
	}
	for _, y := range out.Y {
		row := make([]float64, len(out.X))
		for i, x := range out.X {
			row[i] = math.NaN()
			if z, known := values[[2]float64{x, y}]; known {
				row[i] = z
			}
		}
		out.Z = append(out.Z, row)
	}
	return &out, nil
}

// marks are the series of the places that a map marks: circles, and a line around them.
func (m *Map) marks() (series []plot.Series) {
	if m == nil || len(m.Marks) == 0 {
		return nil
	}
	var x, y []float64
	for _, p := range m.Marks {
		x, y = append(x, p[0]), append(y, p[1])
	}
	around := plot.Series{X: x, Y: y, Style: plot.Style{Color: color.Gray{0x40}, Line: plot.Dotted, Width: 0.6}}
	if len(x) > 2 {
		around.X, around.Y = append(slices.Clone(x), x[0]), append(slices.Clone(y), y[0])
	}
	return []plot.Series{around, {X: x, Y: y, Style: plot.Style{Color: color.Black, Marker: plot.Circle, Hollow: true, Size: 4}}}
}

// mapped checks the map of a panel.
func (p *panelCheck) mapped(at string, m *Map) error {
	d := p.doc
	for _, c := range []seriesColumn{{"table", m.Table}, {"x", m.X}, {"y", m.Y}, {"z", m.Z}} {
		if c.name == "" {
			return p.missing(at, c.key, "want the name of a table, and of its columns x, y and z")
		}
	}
	for i, mark := range m.Marks {
		if slices.ContainsFunc(mark[:], notFinite) {
			return d.Fault(config.Element(config.Join(at, "marks"), i), config.Show(mark), "want a place in the plane")
		}
	}
	if m.Variant == "" && len(d.Variants) > 0 {
		return p.missing(at, "variant", "want the one of the variants that is drawn")
	}
	if m.Where == "" && len(d.Sweep) > 0 {
		return p.missing(at, "where", "want one value of what is swept: \"alpha = 0.5\"")
	}
	s := m.rows()
	if err := p.rows(at, s); err != nil {
		return err
	}
	return p.table(at, m.Table, m.Table, append(s.columns(), seriesColumn{"z", m.Z}))
}

func notFinite(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }
