package report

import (
	"bytes"
	"context"
	_ "embed" // the template
	"html/template"

	"fbp/experiment/store"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// Page is the page of a run's folder with a figure, an SVG that the caller has
// drawn, nil for none: it becomes part of the page as it is, above its caption. Everything else is
// made from the files, as text; what is missing is left out, with a note. The
// error is that of the folder, or of a cancelled ctx.
func Page(ctx context.Context, dir string, tables *store.Tables, figure []byte, caption string) ([]byte, error) {
	p, err := readFolder(ctx, dir, tables)
	if err != nil {
		return nil, err
	}
	p.Figure, p.Caption = inline(string(figure)), caption
	return p.html()
}

// html executes the template.
func (p *page) html() ([]byte, error) {
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
