package model

// Panel is the panel of a figure that shows a search or a measurement where the config declares no figure. The panels of an
// [About] are alternatives: the first that its config has is drawn.
type Panel struct {
	When       When
	Table      string // "summary" for a number of the samples
	X          string // a column, or [Swept]
	Y          string // a column
	Z          string // a column over the plane of X and Y: the panel is a map
	Bars       Bars   // of y
	Where      string // only these rows: "rank = 1"
	LogX, LogY bool
	XBars      bool         // of x too, a mean
	Bound      bool         // the entropy of all weights is drawn
	FromZero   bool         // y begins at 0
	Fraction   bool         // y goes from 0 to 1
	Guides     bool         // thresholds of the load are marked
	Marks      [][2]float64 // places that a map marks
}

// Swept is the x of a panel that runs along the swept key: the load, else the first that has numbers.
const Swept = ""

// When is the config that a panel is for.
type When int

// The configs.
const (
	Always  When = iota
	Loaded       // the load is swept
	Unswept      // nothing is swept
	Tested       // the instance has a test set
	Layered      // the network has several layers of weights
	Trained      // the search has epochs
)

// Bars are the ending of the columns of error bars, "" for none.
type Bars string

// The bars.
const (
	Deviation Bars = "_std"
	OfMean    Bars = "_sem"
	Interval  Bars = "_low" // to the column with the ending _high
)

// The panels that a config can ask for by name too.
var (
	EntropyPanel = Panel{Table: "local_entropy", X: "distance", Y: "entropy", Bars: Deviation, XBars: true, Bound: true}
	SuccessPanel = Panel{When: Loaded, Table: "success", Y: "probability", Bars: Interval, Fraction: true, Guides: true}
)

// SearchPanels are those of every search for weights that declares none: how often it succeeds against the load, or at one
// load the fraction of searches that have not ended at a solution after so many epochs.
var SearchPanels = []Panel{SuccessPanel,
	{When: Trained, Table: "samples", X: "epochs", Y: "unfinished", LogX: true, Fraction: true}}
