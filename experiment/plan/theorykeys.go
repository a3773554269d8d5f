package plan

import (
	"fmt"
	"reflect"

	"fbp/experiment/config"
	"fbp/theory/catalog"
)

// theoryKindsOfConfig describes the kinds of [[theory]].
func theoryKindsOfConfig() (kinds []Kind) {
	for _, e := range catalog.All() {
		k := Kind{Section: "theory", Name: underscored(e.Name), Header: "[[theory]]"}
		for _, key := range config.Describe(reflect.ValueOf(theoryHeader{}), nil) {
			switch key.Path {
			case "kind":
				continue
			case "name":
				key.Default = "the kind"
			}
			k.Keys = append(k.Keys, key)
		}
		k.Keys = append(k.Keys, theoryKeys(e)...)
		kinds = append(kinds, k)
	}
	return kinds
}

// theoryKeys are the keys of a theory's parameters.
func theoryKeys(e catalog.Entry) (keys []config.Key) {
	for _, c := range e.Choices {
		keys = append(keys, config.Key{Path: underscored(c.Name), Type: "text or list of texts", Default: config.TOML(c.Default), Help: c.Help})
	}
	for _, p := range e.Params {
		key := config.Key{Path: underscored(p.Name), Type: "number, list or range", Default: p.Default, Range: p.Within.Want(underscored(p.Name)), Help: p.Help}
		if key.Default == "" && p.Name == "alpha" {
			key.Default = "that of the instance"
		}
		for _, word := range p.Words {
			key.Range += fmt.Sprintf(", or %q", word)
		}
		keys = append(keys, key)
	}
	if e.PlantedColumns != nil {
		keys = append(keys, config.Key{Path: "planted", Type: "true or false", Default: "false", Help: "labels of a teacher instead of random ones"})
	}
	return keys
}

// theoryParams are their names.
func theoryParams(e catalog.Entry) []string { return pathsOf(theoryKeys(e)) }
