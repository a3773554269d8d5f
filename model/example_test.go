package model_test

import (
	"context"
	"fmt"
	"slices"

	"fbp/instances"
	"fbp/model"
)

// A perceptron and patterns that a teacher of its kind learns: what solvers ask of a model.
// Package bp solves such a problem.
func Example() {
	m := model.NewPerceptron(33, 0)
	if err := m.Validate(); err != nil {
		panic(err)
	}
	data, err := instances.Teacher{Size: instances.Size{Alpha: 0.8}}.Data(context.Background(), m, 1, 0)
	if err != nil {
		panic(err)
	}
	p := model.NewProblem(m, data, 1)
	graphed := p.Model.Abilities().Graph != nil
	fmt.Println(data.Train.P, "patterns,", m.Dim(), "weights, a factor graph:", graphed)
	other := slices.Clone(data.Teacher)
	other[p.Stream("a weight").IntN(m.Dim())] *= -1
	fmt.Println("errors:", m.Errors(data.Teacher, data.Train), "and", m.Errors(other, data.Train), "with a weight turned")
	fmt.Printf("first stabilities: %.3f\n", m.Stabilities(nil, data.Teacher, data.Train)[:3])
	// Output:
	// 26 patterns, 33 weights, a factor graph: true
	// errors: 0 and 5 with a weight turned
	// first stabilities: [0.174 1.915 0.870]
}
