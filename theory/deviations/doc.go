// Package deviations computes large deviations: the entropy of replicas that all solve the
// same patterns at a given mutual overlap (Of, ThreeUnits), which tells where dense regions of
// solutions are, and the stabilities there and in typical solutions (DenseStabilities,
// TypicalStabilities).
package deviations
