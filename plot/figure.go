package plot

import "gonum.org/v1/plot/vg"

// Widths of a figure in the Physical Review, in centimetres.
const (
	OneColumn  = 8.6
	TwoColumns = 17.8
)

// Figure is one figure: a grid of panels. The zero value of every field but
// Panels is a sensible default. The tags here and below are those of a config.
type Figure struct {
	WidthCM  float64  `toml:"width" min:"0" max:"100" help:"in centimetres; 8.6, a column, unless there are several panels per row"`
	HeightCM float64  `toml:"height" min:"0" max:"100" help:"in centimetres"` // 0: about the golden ratio for each panel
	Columns  int      `toml:"columns" min:"0" max:"20" help:"panels per row"` // 0: one in a column's width, up to three across the page
	Panels   []Panel  // drawn from left to right, then downwards
	Notes    []string // what it cannot show, beside what Lost finds
	Made     string   // what its files say in words that nobody sees, "" for nothing

	placed bool // see Settled
}

// Panel is one set of axes with what is drawn in it.
type Panel struct {
	Label  string   `toml:"label,omitempty" help:"such as (a), set in a corner"`
	X      Axis     `toml:"x" help:"axis"`
	Y      Axis     `toml:"y" help:"axis"`
	Equal  bool     `toml:"equal,omitempty" help:"units of x and y have the same length"`
	Map    *Map     // beneath the series; nil for none. The label of the panel then stands over its frame
	Key    *Key     // nil for none
	Series []Series // drawn in this order: lines, then points
	Below  []Series // residuals, differences from theory over errors, in axes below that share x
	Legend Legend
	Inset  *Inset

	crowded bool // no corner is clear for the label
	barless bool // another panel of the row has its bar
	shifted bool // means stand beside their places, which the legend says
}

// Axis is one axis of a panel.
//
// Labels (here, in Series.Name, in Legend.Title and in Panel.Label) are upright
// text with mathematics between dollar signs: letters and Greek lower case in
// italic, all else upright; "κ" or \kappa; x_1, x_{12}, x^2, x^{−3};
// \tilde{κ}, \hat{q}, \bar{m}, \dot{x}; \mathrm{max}, \mathbf{W}; \ln, \times, \infty, ….
// A refusal names all that is known.
// "-" between dollar signs is a minus sign. Spaces are kept as they are.
//
// An end that is nil is around the data, with a margin that never crosses zero. On a logarithmic axis
// values ≤ 0 count as missing. Guides lie beneath the data.
type Axis struct {
	Label  string    `toml:"label,omitempty" help:"text, mathematics between dollar signs"`
	Min    *float64  `toml:"from,omitempty" help:"its ends"`
	Max    *float64  `toml:"to,omitempty"`
	Log    bool      `toml:"log,omitempty" help:"logarithmic"`
	Guides []float64 `toml:"guides,omitempty" help:"values at which a thin line crosses the panel"`
	Names  []string  `toml:"names,omitempty" help:"of the guides, set beside their lines"`
}

// Guide is a value of an axis with a name.
type Guide struct {
	Name  string // a label, beside its line
	Value float64
}

// Series is one set of points, joined or not.
//
// NaN means missing: a point is left out, a line is broken, an error bar is
// not drawn. XErr, YErr (half lengths of the error bars), YDown, Dashed and Why are
// empty or as long as X.
type Series struct {
	Name       string // in the legend, if the frame shows any of it; "" for no entry
	X, Y       []float64
	XErr, YErr []float64
	YDown      []float64  // of the bars downwards, where they are not those upwards
	Dashed     []bool     // the line to and from such a point is dashed, as for an unstable branch
	Style      Style      // zero: points if there are error bars, else a solid line
	Broken     string     // what Dashed means, for the legend: one entry if the frame shows such a part
	Note       bool       // it has no look and is a line of the legend alone
	Why        [][]string // of each point, why it is not as planned, for the legend: its marker is hollow, or a cross where it had not converged

	shift []vg.Length // of each point on the page, see dodge
	free  bool        // the size of its marker is left to the program
}

// Legend is the frameless list of the named series of a panel.
type Legend struct {
	Title  string // a line above the entries, for what they share
	Corner Corner // Auto: where it covers nothing, else above the frame
	Hide   bool   // the names; what hollow markers mean is said unless another panel does
}

// Inset is a small set of axes inside a panel, with tick labels of its own.
// Left, Bottom, Width and Height are fractions of the frame of the panel that
// the inset fills with its labels. Width and Height are 0.45 when zero; with
// Left and Bottom both nil the inset goes to Corner, and one that is nil beside the other is zero.
type Inset struct {
	X      Axis     `toml:"x" help:"axis"`
	Y      Axis     `toml:"y" help:"axis"`
	Corner Corner   `toml:"corner,omitempty" oneof:"auto|top_right|top_left|bottom_right|bottom_left" help:"where it lies"`
	Left   *float64 `toml:"left,omitempty" min:"0" max:"1" help:"instead of a corner"`
	Bottom *float64 `toml:"bottom,omitempty" min:"0" max:"1" help:"instead of a corner"`
	Width  float64  `toml:"width,omitempty" above:"0" max:"1"`
	Height float64  `toml:"height,omitempty" above:"0" max:"1"`
	Series []Series
}

// Corner is a place inside a frame, as a config names it.
type Corner string

// The corners; Auto takes the one in which least is covered, and the first in
// this order among equals. Above is for legends only: in columns over the frame.
const (
	Auto        Corner = "" // or "auto"
	TopRight    Corner = "top_right"
	TopLeft     Corner = "top_left"
	BottomRight Corner = "bottom_right"
	BottomLeft  Corner = "bottom_left"
	Above       Corner = "above"
)

// given tells whether a corner is not left to the program.
func (c Corner) given() bool { return c != Auto && c != "auto" }
