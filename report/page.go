// Package report makes one self-contained HTML page of a run. The page contains no script
// and needs no other file, so that it can be sent and archived.
package report

import (
	"bytes"
	_ "embed" // the template
	"html/template"
	"math"
	"regexp"
	"strconv"
	"strings"

	"fbp/experiment/store"
	"fbp/results"
)

// Page is what a page shows. What is empty is left out.
type Page struct {
	Name       string
	Made       string         // the program that makes the page
	Status     *results.Table // counts by points
	Missing    int            // tasks without a sound record
	Bad        []error        // records that are not sound
	Excluded   *results.Table // samples that are missing from a mean, and why
	Figure     []byte         // an SVG that the caller has drawn; it becomes part of the page as it is
	Caption    string         // of the figure
	Tables     []store.NamedTable
	Config     string
	Provenance *store.Provenance
}

//go:embed page.html
var text string

var page = template.Must(template.New("page").Funcs(template.FuncMap{"cell": cell, "command": command, "inline": inline}).Parse(text))

// HTML is the page.
func (p *Page) HTML() ([]byte, error) {
	var b bytes.Buffer
	err := page.Execute(&b, p)
	return b.Bytes(), err
}

// command is a command line, whatever file the program was in.
func command(args []string) string {
	return strings.Join(append([]string{"fbp"}, args[min(1, len(args)):]...), " ")
}

// cell is a value for reading: a number with six digits, a text as it is.
func cell(v results.Value) string {
	if x, ok := v.Float(); ok && x != math.Trunc(x) {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	return v.String()
}

var size = regexp.MustCompile(`<svg width="([\d.]+)pt" height="[^"]*"`)

// inline is an SVG as part of a page: as wide as possible, at most twice its size in print.
func inline(svg []byte) template.HTML {
	text := string(svg[max(0, bytes.Index(svg, []byte("<svg"))):])
	return template.HTML(size.ReplaceAllStringFunc(text, func(head string) string {
		points, _ := strconv.ParseFloat(size.FindStringSubmatch(head)[1], 64)
		return `<svg role="img" aria-label="figure of the run" style="max-width: ` + strconv.Itoa(int(2*points)) + `pt"`
	}))
}
