// Package plan turns a config into numbered tasks. It knows what a model, an
// algorithm and a measurement are, and none of them by name: a Catalog, which the
// caller gives, has their constructors.
//
// It is the second step of an experiment:
//
//  1. at every point of [sweep] each section of the document is written into the
//     struct of its kind (resolve.go, catalog.go, and package kinds), and each [[theory]] into a request of theory/catalog
//     (theories.go, and package theories): a Spec (spec.go, figure.go), in which nothing
//     is left to guess;
//  2. a Spec becomes a Plan, numbered tasks named by the hash of their parameters
//     (plan.go, hash.go), with estimates of time and memory (estimate.go);
//  3. the same tags and defaults describe the keys to users (keys.go,
//     schema.go, template.go), and a Spec is written back with
//     every default spelled out (resolved.go).
//
// Everything that can be wrong with a config is found here, before any work
// starts, and is a say.Error: one line that names the place.
package plan
