// Package instances makes the data that is learned: inputs with labels, drawn
// from named streams of random numbers.
//
// Place in the flow: the [instance] section of a config is a Source (Random,
// Teacher, File, Redrawn). For each sample of a task it makes the Data: a training set
// and, if there are any, a test set and a teacher. A set is Patterns, ±1 and
// bit-packed, gauged so that every label is +1; the labels are kept separately.
// Begin with [Random] and [Teacher], whose method Data draws a sample, or with [ReadFile].
//
// The Data and a model are the problem that an algorithm solves. Data depends on
// the seed, the kind of instance, n, P and the sample, with a teacher also on the
// architecture that labels, and on nothing else, so that every algorithm, margin
// and measurement gets the same data.
package instances
