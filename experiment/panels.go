package experiment

import (
	"errors"
	"fmt"
)

// PanelsFigure is a figure that the config declares panel by panel. What is left
// out has a default; a zero means so too.
type PanelsFigure struct {
	Width   float64       `toml:"width" min:"0" help:"in centimetres; 8.6, a column, unless there are several panels a row"`
	Height  float64       `toml:"height" min:"0" help:"in centimetres"`
	Columns int           `toml:"columns" min:"0" help:"panels a row"`
	Panels  []FigurePanel `toml:"panel" help:"from left to right, then downwards"`
}

// FigurePanel is one set of axes.
type FigurePanel struct {
	Label  string         `toml:"label,omitempty" help:"such as (a), set in a corner"`
	X      FigureAxis     `toml:"x" help:"axis"`
	Y      FigureAxis     `toml:"y" help:"axis"`
	Title  string         `toml:"title,omitempty" help:"of the legend"`
	Legend string         `toml:"legend,omitempty" oneof:"auto|top_right|top_left|bottom_right|bottom_left|none" help:"its corner"`
	Series []FigureSeries `toml:"series" help:"drawn in this order"`
	Inset  *FigureInset   `toml:"inset" help:"axes inside the panel"`
}

// FigureInset is a small set of axes inside a panel. Its place and size are parts
// of the panel's frame.
type FigureInset struct {
	X      FigureAxis     `toml:"x" help:"axis"`
	Y      FigureAxis     `toml:"y" help:"axis"`
	Corner string         `toml:"corner,omitempty" oneof:"auto|top_right|top_left|bottom_right|bottom_left" help:"where it lies"`
	Left   float64        `toml:"left,omitempty" min:"0" max:"1" help:"instead of a corner"`
	Bottom float64        `toml:"bottom,omitempty" min:"0" max:"1" help:"instead of a corner"`
	Width  float64        `toml:"width,omitempty" min:"0" max:"1"`
	Height float64        `toml:"height,omitempty" min:"0" max:"1"`
	Series []FigureSeries `toml:"series" help:"drawn in this order"`
}

// FigureAxis is an axis; from and to both 0 mean around the data.
type FigureAxis struct {
	Label  string    `toml:"label,omitempty" help:"text, mathematics between dollar signs"`
	From   float64   `toml:"from,omitempty" help:"its ends"`
	To     float64   `toml:"to,omitempty"`
	Log    bool      `toml:"log,omitempty" help:"logarithmic"`
	Guides []float64 `toml:"guides,omitempty" help:"values at which a thin line crosses the panel"`
}

// FigureSeries draws columns of a table: of a theory, one curve for each
// combination of its other parameters; of a measured table, one for each
// combination of the swept keys.
type FigureSeries struct {
	Theory string  `toml:"theory,omitempty" help:"name of a [[theory]]"`
	Table  string  `toml:"table,omitempty" help:"name of a measured table"`
	X      string  `toml:"x,omitempty" help:"column"`
	Y      string  `toml:"y,omitempty" help:"column"`
	XBar   string  `toml:"x_bar,omitempty" help:"column: half length of the error bar"`
	YBar   string  `toml:"y_bar,omitempty" help:"column: half length of the error bar"`
	Label  string  `toml:"label,omitempty" help:"in the legend, before what tells its curves apart"`
	Hide   bool    `toml:"hide,omitempty" help:"no entry in the legend"`
	Line   string  `toml:"line,omitempty" oneof:"auto|none|solid|dashed|dotted|dash_dotted"`
	Dashed string  `toml:"dashed,omitempty" help:"column: the line is dashed where it is negative"`
	Marker string  `toml:"marker,omitempty" oneof:"auto|none|circle|square|triangle|diamond|triangle_down|cross|plus"`
	Hollow bool    `toml:"hollow,omitempty" help:"marker white inside"`
	Size   float64 `toml:"size,omitempty" min:"0" help:"of the marker, in points"`
	Color  string  `toml:"color,omitempty" oneof:"auto|black|blue|vermillion|green|purple|orange|sky|grey"`
}

// Validate wants panels.
func (f *PanelsFigure) Validate() error {
	if len(f.Panels) == 0 {
		return errors.New("panel: missing; want [[figure.panel]] with series")
	}
	return nil
}

// Table is a table that must be there for the figure to be drawn, "" for none.
func (f *PanelsFigure) Table() string {
	for _, p := range f.Panels {
		for _, s := range p.all() {
			if s.Table != "" {
				return s.Table
			}
		}
	}
	return ""
}

// all are the series of a panel and of its inset.
func (p *FigurePanel) all() []FigureSeries {
	if p.Inset == nil {
		return p.Series
	}
	return append(p.Series[:len(p.Series):len(p.Series)], p.Inset.Series...)
}

// check finds what the figure asks for and the config does not have.
func (f *PanelsFigure) check(d *document, theories []*Theory) error {
	for i, p := range f.Panels {
		path := index("figure.panel", i)
		if len(p.Series) == 0 {
			return &ConfigError{Where: d.origin(path), Key: join(path, "series"), Want: "missing; want a list of { theory = \"...\", x = \"...\", y = \"...\" }"}
		}
		if err := checkSeries(d, join(path, "series"), p.Series, theories); err != nil {
			return err
		}
		if p.Inset != nil {
			if err := checkSeries(d, join(path, "inset.series"), p.Inset.Series, theories); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkSeries(d *document, path string, series []FigureSeries, theories []*Theory) error {
	var names []string
	byName := map[string]*Theory{}
	for _, th := range theories {
		names, byName[th.Name] = append(names, th.Name), th
	}
	for i, s := range series {
		at := index(path, i)
		if (s.Theory == "") == (s.Table == "") {
			return &ConfigError{Where: d.origin(at), Key: at, Want: "want theory or table, one of them"}
		}
		for _, c := range []struct{ key, column string }{{"x", s.X}, {"y", s.Y}} {
			if c.column == "" {
				return &ConfigError{Where: d.origin(at), Key: join(at, c.key), Want: "missing; want the name of a column"}
			}
		}
		if s.Line == "none" && (s.Marker == "none" || s.Marker == "" && s.XBar == "" && s.YBar == "") {
			return d.fault(join(at, "line"), show(s.Line), "want a line or a marker")
		}
		if s.Theory == "" {
			continue
		}
		th, known := byName[s.Theory]
		if !known {
			return d.fault(join(at, "theory"), show(s.Theory), fmt.Sprintf("there is no [[theory]] of this name; %s", didYouMean(s.Theory, names)))
		}
		for _, c := range []struct{ key, column string }{{"x", s.X}, {"y", s.Y}, {"x_bar", s.XBar}, {"y_bar", s.YBar}, {"dashed", s.Dashed}} {
			if c.column != "" && !th.Has(c.column) {
				return d.fault(join(at, c.key), show(c.column), fmt.Sprintf("%s has no such column; %s", th.Kind, didYouMean(c.column, th.entry.TableColumns(th.request))))
			}
		}
	}
	return nil
}
