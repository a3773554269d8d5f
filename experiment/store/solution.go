package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"

	"fbp/experiment/plan"
	"fbp/internal/sealed"
	"fbp/model"
	"fbp/results"
)

// solutionFormat is the format of a solution file that this package writes and reads.
const solutionFormat = 2

// SolutionFile is what a search leaves behind: the weights and what it read on
// the way. It is written when the search ends, so that neither a measurement
// that is killed nor one that is added later has to search again.
type SolutionFile struct {
	Format   int                      `json:"format"`
	Solution string                   `json:"solution"` // id
	Physics  int                      `json:"physics"`
	Instance model.Instance           `json:"instance"`
	Search   int                      `json:"search,omitempty"` // of several on the instance
	Params   map[string]any           `json:"params"`           // as in the record, without measurements
	Outcome  results.Status           `json:"outcome"`
	Errors   int                      `json:"errors"`
	Numbers  numbers                  `json:"numbers"`           // the algorithm's, by name, in its order
	Omitted  map[string]string        `json:"omitted,omitempty"` // why a number is not among them, by its name
	Readings map[string]*results.Rows `json:"readings"`
	packed                            // none where the algorithm claims no solution
	Replicas []packed                 `json:"replicas,omitempty"` // further weight vectors
	Means    means                    `json:"means,omitempty"`    // of the weights, where the algorithm has them
	Sum      string                   `json:"-"`                  // see package sealed
}

// SetContent takes in what a search found.
func (f *SolutionFile) SetContent(s *model.Solution) (err error) {
	f.Outcome, f.Errors, f.Numbers, f.Replicas, f.Omitted = s.Outcome, s.Errors, s.Numbers, nil, maps.Clone(s.Omitted)
	for name, reason := range f.Omitted {
		f.Omitted[name] = results.Reason(reason)
	}
	for _, q := range s.Numbers {
		if math.IsNaN(q.Value) {
			return fmt.Errorf("number %s of the solution is NaN", q.Name)
		}
	}
	if err := f.SetWeights(s.Weights); err != nil {
		return err
	}
	for i, w := range s.Replicas {
		p, err := pack(w)
		if err != nil {
			return fmt.Errorf("replica %d: %w", i, err)
		}
		f.Replicas = append(f.Replicas, p)
	}
	f.Means, err = packMeans(s.Means)
	return err
}

// SetWeights takes in weights, as signs if they are all ±1.
func (f *SolutionFile) SetWeights(w []float64) (err error) {
	f.packed, err = pack(w)
	return err
}

// Content is the content as algorithms and measurements have it.
func (f *SolutionFile) Content() (*model.Solution, error) {
	s := &model.Solution{Outcome: f.Outcome, Errors: f.Errors, Numbers: f.Numbers, Omitted: f.Omitted}
	var err error
	if s.Weights, err = f.Weights(); err != nil {
		return nil, err
	}
	if s.Means, err = f.Means.of(f.Count); err != nil {
		return nil, err
	}
	for i, p := range f.Replicas {
		w, err := p.Weights()
		if err != nil {
			return nil, fmt.Errorf("replica %d: %w", i, err)
		}
		s.Replicas = append(s.Replicas, w)
	}
	return s, nil
}

// Ending is what the name of the solution ends in.
func (f *SolutionFile) Ending() string {
	return plan.NameOf(f.Params, f.Instance.Seed, f.Instance.Sample, f.Search)
}

// Fingerprint names the weights: what a measurement of them depends on.
func (f *SolutionFile) Fingerprint() string {
	text := f.packed.text()
	for _, p := range f.Replicas {
		text = append(append(text, '\n'), p.text()...)
	}
	text = append(text, f.Means...)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// Encode is the file, a sealed line; it sets Format and Sum.
func (f *SolutionFile) Encode() (line []byte, err error) {
	f.Format = solutionFormat
	line, f.Sum, err = sealed.Encode(f, nil, true)
	return line, err
}

// ReadSolutionFile reads a solution file; one that is damaged, or is none, is an
// error that names it.
func ReadSolutionFile(path string) (f *SolutionFile, err error) {
	f = new(SolutionFile)
	if f.Sum, err = readSealed(path, solutionFormat, f); err != nil {
		return nil, err
	}
	return f, nil
}

// check is the first thing that does not fit in a file whose sum does.
func (f *SolutionFile) check() error {
	if !slices.Contains([]results.Status{results.Solved, results.Converged, results.Limit}, f.Outcome) {
		return fmt.Errorf("outcome %q: want solved, converged or limit", f.Outcome)
	}
	if _, err := f.Content(); err != nil {
		return err
	}
	if err := results.CheckReasons("omitted", f.Omitted); err != nil {
		return err
	}
	return results.CheckReadings(f.Readings)
}
