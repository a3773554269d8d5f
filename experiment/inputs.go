package experiment

import (
	"context"
	"slices"

	"fbp/experiment/plan"
	"fbp/instances"
	"fbp/results"
)

// inputsOf are the files that the instances of a plan are read from, where the
// source knows what they may be. One that cannot be read is an error of its tasks.
func inputsOf(ctx context.Context, p *plan.Plan) (inputs []results.InputFile) {
	for _, point := range p.Spec.Points {
		source, ok := point.Source.(interface {
			KnownFiles(ctx context.Context) ([]instances.KnownFile, error)
		})
		if !ok {
			continue
		}
		found, err := source.KnownFiles(ctx)
		if err != nil {
			continue
		}
		for _, f := range found {
			if in := results.InputFile(f); !slices.Contains(inputs, in) {
				inputs = append(inputs, in)
			}
		}
	}
	return inputs
}
