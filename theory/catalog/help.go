package catalog

import (
	"embed"
	"path"
	"strings"
)

// texts are the help of the theories, one file for each: a line, the page, and examples behind a line Examples.
// A name in braces, alone on its line, is a text that theories share.
//
//go:embed help
var texts embed.FS

// explain fills in the help of the theory.
func (e *Entry) explain() {
	text := helpFile(e.Name + ".txt")
	shared, _ := texts.ReadDir("help/shared")
	for _, file := range shared {
		if name := "{" + strings.TrimSuffix(file.Name(), ".txt") + "}\n"; strings.Contains(text, name) {
			text = strings.Replace(text, name, helpFile("shared/"+file.Name()), 1)
		}
	}
	text, e.Example, _ = strings.Cut(strings.TrimSuffix(text, "\n"), "\n\nExamples\n")
	e.Short, e.Long, _ = strings.Cut(text, "\n\n")
}

func helpFile(name string) string {
	text, err := texts.ReadFile(path.Join("help", name))
	if err != nil {
		panic("catalog: a theory without a text: " + err.Error())
	}
	return string(text)
}
