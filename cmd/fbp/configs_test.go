package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// manyPoints finds ranges of more than nine points: from and to, the number, the scale.
var manyPoints = regexp.MustCompile(`([-0-9.e]+:[-0-9.e]+):[0-9]{2,}((?::log)?["',])`)

// threeUnits finds the overlaps of large deviations that take a second each.
var threeUnits = regexp.MustCompile(`(hidden +=  *)3(\nalpha.*\nq1 *=).*`)

// The figures of the configs that hold theory alone are drawn, with many units for three
// where not all is run; the others are planned.
func TestConfigsOfTheory(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	files, err := filepath.Glob("../../configs/*.toml")
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	drawn := 0
	for _, file := range files {
		text := scratch.Read(t, file)
		if strings.Contains(text, "[model]") || strings.Contains(text, "\nbase ") {
			continue
		}
		units := `"inf"`
		if slow.All {
			units = "3"
		}
		text = threeUnits.ReplaceAllString(text, "${1}"+units+"$2 [0.8]")
		text = manyPoints.ReplaceAllString(text, "$1:2$2")
		dir := t.TempDir()
		scratch.Write(t, filepath.Join(dir, "c.toml"), text)
		if drawn++; drawn%2 == 0 && !slow.All {
			fbp(t, dir, "plan", "c.toml").want(t, 0)
			continue
		}
		fbp(t, dir, "run", "c.toml", "--out", "out").want(t, 0).says(t, "figure.pdf")
	}
	if drawn == 0 {
		t.Error("none")
	}
}
