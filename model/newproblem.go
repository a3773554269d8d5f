package model

import (
	"fmt"
	"math/rand/v2"

	"fbp/instances"
)

// NewProblem is a model with the data that it must learn, for those who use the packages
// without a config: the numbers that a solver draws come from streams named by seed and
// purpose, and its state is not kept. Those of a task of a run are named by the task too.
// Patterns with another number of inputs than the model's are a mistake of the caller.
func NewProblem(m Model, data *instances.Data, seed int64) *Problem {
	if n := data.Train.N; n != m.Inputs() {
		panic(fmt.Sprintf("model: patterns of %d inputs for a model of %d", n, m.Inputs()))
	}
	return &Problem{Model: m, Data: data, Stream: func(purpose string) *rand.Rand {
		return instances.Stream(seed, purpose, "problem")
	}}
}
