// Package measure asks questions of a solution: how much entropy surrounds it
// at each distance, how safely it classifies its patterns.
//
// Place in the flow: a task's algorithm has found weights; each measurement of
// the config reads them and emits readings, which become tables. It changes
// nothing.
//
// Begin with [NewLocalEntropy] and [LocalEntropy.Measure], which the example shows with the
// search before it; the numbers come as readings, [results.Reading.Value] names them.
package measure
