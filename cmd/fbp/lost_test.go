package main

import (
	"path/filepath"
	"testing"

	"fbp/internal/scratch"
)

// Points that a logarithmic axis cannot show are counted when a figure is drawn, and a variant
// that no legend can name is refused before any work.
func TestWhatFiguresCannotShow(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	scratch.Write(t, filepath.Join(dir, "log.toml"), `[[theory]]
kind  = "rs"
alpha = [0.5, 1]
[figure]
kind = "panels"
[[figure.panel]]
y      = { log = true }
series = [{ theory = "rs", x = "alpha", y = "entropy" }]
`)
	const warning = "warning: figure: panel 1: 1 of 2 points are not drawn: y ≤ 0 on a logarithmic axis" // α_c is .83
	fbp(t, dir, "run", "log.toml", "--out", "log").want(t, 0).says(t, warning)
	fbp(t, dir, "plot", "log").want(t, 0).says(t, warning)
	fbp(t, dir, "report", "log").want(t, 0).says(t, warning)
	scratch.Write(t, filepath.Join(dir, "glyph.toml"), scratch.Read(t, dir, "tiny.toml")+"[[variant]]\nname = \"∇\"\n")
	fbp(t, dir, "run", "glyph.toml", "--out", "glyph").want(t, 2).says(t, `variant.name = "∇": the font has no '∇'`)
}
