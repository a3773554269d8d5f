package figure

import (
	"fbp/experiment/theories"
	"fbp/internal/fault"
	"fbp/plot"
	"fbp/results"
)

// Panels is a figure that the config declares panel by panel. What is left
// out has a default; a zero means so too. This struct and those below are those of
// package plot with names of tables and columns where these have numbers.
type Panels struct {
	plot.Figure
	Colors map[string]string `toml:"colors,omitempty" oneof:"blue|vermillion|green|purple|orange|sky" help:"of variants, by their names, in every panel"`
	Panels []Panel           `toml:"panel" help:"from left to right, then downwards"`
}

// Panel is one set of axes.
type Panel struct {
	plot.Panel
	Title      string  `toml:"title,omitempty" help:"of the legend; auto: what all points have in common"`
	Legend     string  `toml:"legend,omitempty" oneof:"auto|top_right|top_left|bottom_right|bottom_left|none" help:"its corner"`
	Bound      bool    `toml:"bound,omitempty" help:"the entropy of all configurations against the distance; x begins at 0"`
	Thresholds bool    `toml:"thresholds,omitempty" help:"mark α_c and α'_u on the x axis, where they are known"`
	Residual   bool    `toml:"residual,omitempty" help:"axes below with (points − theory)/error, and lines at 0 and ±2"`
	Map        *Map    `toml:"map" help:"a column over the plane of two others, beneath the series"`
	Series     []Drawn `toml:"series" help:"drawn in this order"`
	Inset      *Inset  `toml:"inset" help:"axes inside the panel"`
}

// Inset is a small set of axes inside a panel. Its place and size are parts
// of the panel's frame.
type Inset struct {
	plot.Inset
	Series []Drawn `toml:"series" help:"drawn in this order"`
}

// Drawn is a series of the config: it draws columns of a table: of a theory, one curve for each
// combination of its other parameters; of a measured table, one for each
// combination of the swept keys.
type Drawn struct {
	Theory  string  `toml:"theory,omitempty" help:"name of a [[theory]]"`
	Table   string  `toml:"table,omitempty" help:"name of a measured table"`
	X       string  `toml:"x,omitempty" help:"column"`
	Y       string  `toml:"y,omitempty" help:"column"`
	XBar    string  `toml:"x_bar,omitempty" help:"column: half length of the error bar"`
	YBar    string  `toml:"y_bar,omitempty" help:"column: half length of the error bar"`
	YLow    string  `toml:"y_low,omitempty" help:"column: lower end of the error bar"`
	YHigh   string  `toml:"y_high,omitempty" help:"column: upper end of the error bar"`
	XFactor float64 `toml:"x_factor,omitempty" above:"0" help:"draw x times this: 2 for theory at d beside D of spherical weights"`
	Negate  bool    `toml:"negate,omitempty" help:"draw −y: negative values on a logarithmic axis"`
	Of      string  `toml:"of,omitempty" oneof:"reference|replicas" help:"only rows of these, of a table with a column of"`
	Variant string  `toml:"variant,omitempty" help:"only rows of this variant"`
	Where   string  `toml:"where,omitempty" help:"only rows with this number in a column: \"beta = 2\""`
	Label   string  `toml:"label,omitempty" help:"in the legend, before what tells its curves apart"`
	Hide    bool    `toml:"hide,omitempty" help:"no entry in the legend"`
	Line    string  `toml:"line,omitempty" oneof:"auto|none|solid|dashed|dotted|dash_dotted" help:"of theory solid where it runs through points"`
	Dashed  string  `toml:"dashed,omitempty" help:"column: the line is dashed where it is negative"`
	Beyond  string  `toml:"beyond,omitempty" oneof:"dashed|cut" help:"theory beyond capacity: a dashed line, or none"`
	Marker  string  `toml:"marker,omitempty" oneof:"auto|none|each|circle|square|triangle|diamond|triangle_down" help:"each: a thin line with another shape for each curve"`
	Color   string  `toml:"color,omitempty" oneof:"auto|black|blue|vermillion|green|purple|orange|sky|grey"`
}

// AsPanels is the figure itself.
func (f *Panels) AsPanels([]results.Layout, []*theories.Theory) *Panels { return f }

// automatic leaves a key to the program.
const automatic = "auto"

// Validate wants panels.
func (f *Panels) Validate() error {
	if len(f.Panels) == 0 {
		return fault.New("panel", nil, "missing; want [[figure.panel]] with series")
	}
	return nil
}

// all are the series of a panel and of its inset.
func (p *Panel) all() []Drawn {
	if p.Inset == nil {
		return p.Series
	}
	return append(p.Series[:len(p.Series):len(p.Series)], p.Inset.Series...)
}

// measured is the first measured table that a panel draws, "" for none.
func (p *Panel) measured() string {
	if p.Map != nil {
		return p.Map.Table
	}
	for _, s := range p.all() {
		if s.Table != "" {
			return s.Table
		}
	}
	return ""
}

// ofTheory tells whether a series is one of theory.
func (s Drawn) ofTheory() bool { return s.Theory != "" }
