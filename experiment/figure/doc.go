// Package figure is what [figure] of a config can say, and how tables become the
// figures of package plot.
//
// The kinds are structs whose fields are keys (figure.go, panels.go, map.go). What they
// ask for is held against the tables that the config makes when it is read
// (panelcheck.go). A figure is made of the tables in a folder and of what its
// config says (display.go, draw.go, curves.go, title.go, guides.go, axes.go, looks.go): no figure needs the
// records.
package figure
