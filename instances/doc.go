// Package instances makes what is learned: pattern sets, and the named streams
// of random numbers they are drawn from.
//
// Place in the flow: the [instance] section of a config is a Source (Random,
// Teacher, File). For each sample of a task it makes the Patterns, ±1 and
// bit-packed, gauged so that every label is +1; with a model they are the
// problem that an algorithm solves. Patterns depend on the seed, the kind of
// instance, n, P and the sample and on nothing else, so every algorithm, margin
// and measurement meets the same ones.
package instances
