package report

import (
	"bytes"
	"context"
	_ "embed" // the template
	"html/template"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// Page is the page of a run's folder. It is made from the files alone; what is
// missing is left out, and said so. The error is that of the folder, or of a
// cancelled ctx.
func Page(ctx context.Context, dir string) ([]byte, error) {
	p, err := readFolder(ctx, dir)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
