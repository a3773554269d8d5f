package store

import (
	"fmt"

	"fbp/experiment/plan"
	"fbp/model"
	"fbp/results"
)

// solution1 is a solution file of format 1, from when focusing BP was the only
// algorithm: its numbers are keys of the file.
type solution1 struct {
	Format    int                        `json:"format"`
	Solution  string                     `json:"solution"`
	Physics   int                        `json:"physics"`
	Instance  plan.Instance              `json:"instance"`
	Params    map[string]any             `json:"params"`
	Solved    bool                       `json:"solved"`
	Converged bool                       `json:"converged"`
	Errors    int                        `json:"errors"`
	Sweeps    int                        `json:"sweeps"`
	Overlap   float64                    `json:"q"`
	Readings  map[string]*results.Series `json:"readings"`
	packed
	Sum string `json:"sum,omitempty"`
}

// decodeFirst is the content of a file of format 1 as one of today's, with the sum
// that it would have.
func decodeFirst(data []byte) (*SolutionFile, error) {
	was, err := strictly(data, "solution", 1, func(f *solution1) (int, *string) { return f.Format, &f.Sum })
	if err != nil {
		return nil, err
	}
	if was.Solved && was.Errors > 0 {
		return nil, fmt.Errorf("solved, with %d errors", was.Errors)
	}
	outcome := model.OutcomeOf(1, was.Converged)
	if was.Solved {
		outcome = results.Solved
	}
	f := &SolutionFile{
		Solution: was.Solution, Physics: was.Physics, Instance: was.Instance, Params: was.Params,
		Outcome: outcome, Errors: was.Errors, Readings: was.Readings, packed: was.packed,
		Numbers: numbers{{Name: "converged", Value: results.Flag(was.Converged)}, {Name: "q", Value: was.Overlap}, {Name: "sweeps", Value: float64(was.Sweeps)}},
	}
	if _, err := f.Encode(); err != nil {
		return nil, err
	}
	return f, f.check()
}
