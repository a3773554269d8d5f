// Package bp passes messages on a factor graph until they stop changing, and
// reads thermodynamics off the fixed point.
//
// Place in the flow: a task's model gives the graph; [Focusing] climbs a
// protocol of couplings to a dense solution; package measure runs the same
// message passing under a bias to measure local entropies.
//
// Begin with [NewFocusing] and [Focusing.Solve], for a solution, or with [NewPlain], for
// the entropy of all of them; a problem comes from [model.NewProblem]. The example is whole.
//
// A [State] holds the messages and is allocated once. The fixed points of plain, biased and
// focusing belief propagation differ by the factorgraph.Field that [State.Converge] is
// given, and by nothing else. On the way to them [State.Hasten] takes damping away where
// messages creep, and [State.Extrapolate] starts each step from an extrapolation of the last ones.
package bp
