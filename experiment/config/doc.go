// Package config reads the text of a config. It knows TOML, keys and their
// places, and no model, algorithm or measurement.
//
// It is the first step of an experiment:
//
//  1. a TOML text becomes a Document, a tree of values with the place of each
//     (document.go, scan.go), on which --set is laid (set.go, layer.go);
//  2. a section of it is written, key by key, into the struct of its kind, which
//     holds the defaults, and whose tags give the ranges (section.go, decode.go,
//     tag.go, type.go); the plan does so at every point of a sweep;
//  3. the struct is written back, every default spelled out, as canonical JSON,
//     which is hashed, or as TOML (encode.go, write.go), and described to users
//     (key.go, schema.go).
//
// A mistake is an Error: one line that names the place, the key, what was found
// and what is wanted.
package config
