package experiment

import (
	"embed"
	"strings"
	"sync"
)

// texts are the explanations of kinds, one file for each, as fbp config prints them: what a kind does, which models
// it goes with, and what its keys mean together.
//
//go:embed help
var texts embed.FS

// explained are the texts by section and kind: "algorithm.fbp".
var explained = sync.OnceValue(func() map[string]string {
	of := map[string]string{}
	files, _ := texts.ReadDir("help")
	for _, file := range files {
		text, _ := texts.ReadFile("help/" + file.Name())
		of[strings.TrimSuffix(file.Name(), ".txt")] = strings.TrimSuffix(string(text), "\n")
	}
	return of
})
