// Package instances makes what is learned: inputs with labels, and the named
// streams of random numbers they are drawn from.
//
// Place in the flow: the [instance] section of a config is a Source (Random,
// Teacher, File). For each sample of a task it makes the Data: a training set, and
// where there are any a test set and a teacher. A set is Patterns, ±1 and
// bit-packed, gauged so that every label is +1, with the labels beside them. The
// Data and a model are the problem that an algorithm solves. Data depends on the
// seed, the kind of instance, n, P and the sample, with a teacher also on the
// architecture that labels, and on nothing else, so every algorithm, margin and
// measurement meets the same data.
package instances
