package store

import (
	"bytes"
	"cmp"
	"regexp"

	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/internal/origin"
	"fbp/results"
)

// Figures, their numbers and pages say in a place that nobody sees which program made them, and of which plan;
// tables of theory, whose head has the plan, say which program computed them. fbp check makes them again where that
// is this program.

// maker is what is said in a file that this program makes of a plan's tables.
func maker(p *plan.Plan) string {
	return madeBy + cmp.Or(origin.Build(), "fbp "+results.Version) + "; config: " + p.Config
}

const madeBy = "made by "

// SaysBuild tells whether a file says that this program made it. Where nobody can tell which program this is,
// none does.
func SaysBuild(data []byte) bool {
	b := origin.Build()
	return b != "" && bytes.Contains(data, []byte(madeBy+b+"; config: "))
}

// made are the files that are drawn from tables or show them.
var made = []string{"figure.pdf", "figure.svg", "figure.png", "figure.json", "report.html"}

var makerOf = regexp.MustCompile(madeBy + `fbp [^;]*; config: ([0-9a-f]{16})`)

// removeMade removes figures and pages of another plan, and returns their paths.
func (f Folder) removeMade(p *plan.Plan) (removed []string, err error) {
	for _, name := range made {
		path := f.In(name)
		data, err := files.ReadFile(path, files.Large)
		if Unreadable(err) {
			return removed, files.Explain("read", path, err)
		}
		if says := makerOf.FindSubmatch(data); says == nil || string(says[1]) == p.Config {
			continue
		}
		if err := files.Remove(path); err != nil && !files.Missing(err) {
			return removed, files.Explain("remove", path, err)
		}
		removed = append(removed, path)
	}
	return removed, nil
}
