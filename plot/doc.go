// Package plot draws figures in the style of a physics journal.
//
// How a figure is made, file by file:
//
//  1. whoever has the numbers makes a Figure of them, with the symbols and values of
//     names.go and the bound of bound.go;
//  2. a Figure is checked (check.go) and its panels are laid out (layout.go);
//  3. each panel resolves ranges and ticks (scale.go, ticks.go, view.go);
//  4. legends name what the frames show (entries.go), and points that would lie on each
//     other stand side by side (dodge.go);
//  5. each panel draws maps (map.go), lines, frame, error bars, points, inset, label and
//     legend (panel.go and the files named after these);
//  6. on a canvas that turns text into outlines (outline.go), which a back end
//     of gonum writes as PDF, SVG or PNG (write.go); or, laid out alike, it is
//     written as numbers (json.go), which figure.py draws.
//
// Labels may hold mathematics between dollar signs, see [Axis]. Text is drawn as
// outlines, so that no format contains text or fonts and all three look the same.
// The bytes of a figure are a function of the Figure alone: no dates, no random
// names, nothing that depends on the order of a map.
package plot
