package store

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/instances"
	"fbp/internal/files"
	"fbp/model"
	"fbp/results"
)

// solutionFormat is the format of a solution file that this package writes and reads.
const solutionFormat = 1

// SolutionFile is what a search leaves behind: the weights and what it said on
// the way. It is written when the search ends, so that neither a measurement
// that is killed nor one that is added later has to search again.
type SolutionFile struct {
	Format    int                        `json:"format"`
	Solution  string                     `json:"solution"` // id
	Physics   int                        `json:"physics"`
	Instance  plan.Instance              `json:"instance"`
	Params    map[string]any             `json:"params"` // as in the record, without measurements
	Solved    bool                       `json:"solved"`
	Converged bool                       `json:"converged"`
	Errors    int                        `json:"errors"`
	Sweeps    int                        `json:"sweeps"`
	Overlap   float64                    `json:"q"`
	Readings  map[string]*results.Series `json:"readings"`
	Count     int                        `json:"weights"`          // number of weights
	Signs     string                     `json:"signs,omitempty"`  // of weights ±1: bit i%8 of byte i/8 set when w_i = −1, in hexadecimal
	Values    []float64                  `json:"values,omitempty"` // of other weights
	Sum       string                     `json:"sum,omitempty"`    // SHA-256 of this object without sum
}

// SetWeights takes in weights, as signs if they are all ±1.
func (f *SolutionFile) SetWeights(w []float64) error {
	f.Count, f.Signs, f.Values = len(w), "", nil
	for i, x := range w {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("weight %d of the solution is %v", i, x)
		}
	}
	if slices.ContainsFunc(w, func(x float64) bool { return math.Abs(x) != 1 }) {
		f.Values = w
		return nil
	}
	var packed []byte
	for _, word := range instances.PackSigns(w) {
		packed = binary.LittleEndian.AppendUint64(packed, word)
	}
	f.Signs = hex.EncodeToString(packed[:(len(w)+7)/8])
	return nil
}

// Weights is the inverse of setWeights.
func (f *SolutionFile) Weights() ([]float64, error) {
	if f.Signs == "" {
		if len(f.Values) != f.Count {
			return nil, fmt.Errorf("%d weights, want %d", len(f.Values), f.Count)
		}
		return f.Values, nil
	}
	packed, err := hex.DecodeString(f.Signs)
	if err != nil || f.Count < 0 || len(packed) != (f.Count+7)/8 {
		return nil, fmt.Errorf("signs of %d weights, want %d", 8*len(packed), f.Count)
	}
	w := make([]float64, f.Count)
	for i := range w {
		w[i] = 1 - 2*float64(packed[i/8]>>(i%8)&1)
	}
	return w, nil
}

// model is the kind of model that this is a solution of, "" if it is not known.
func (f *SolutionFile) model() string {
	section, _ := f.Params["model"].(map[string]any)
	kind, _ := section["kind"].(string)
	return kind
}

// describe says what this is a solution of: "a perceptron of 501 weights".
func (f *SolutionFile) describe() string {
	return fmt.Sprintf("a %s of %d weights", cmp.Or(f.model(), "model"), f.Count)
}

// fingerprint names the weights: what a measurement of them depends on.
func (f *SolutionFile) fingerprint() string {
	data, err := json.Marshal(f.Values)
	if err != nil {
		panic("experiment: " + err.Error()) // weights are finite
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %s", f.Count, f.Signs, data))
	return hex.EncodeToString(sum[:16])
}

// Status is the outcome of a task with this solution.
func (f *SolutionFile) Status() results.Status {
	switch {
	case f.Solved:
		return results.Solved
	case f.Converged:
		return results.Converged
	}
	return results.Limit
}

// Content is the content as algorithms and measurements have it.
func (f *SolutionFile) Content() (*model.Solution, error) {
	w, err := f.Weights()
	return &model.Solution{Weights: w, Solved: f.Solved, Converged: f.Converged, Errors: f.Errors, Sweeps: f.Sweeps, Overlap: f.Overlap}, err
}

// Encode is the file, one line of JSON.
func (f *SolutionFile) Encode() ([]byte, error) {
	f.Format, f.Sum = solutionFormat, ""
	bare, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(bare)
	f.Sum = hex.EncodeToString(sum[:])
	line, err := json.Marshal(f)
	return append(line, '\n'), err
}

// ReadSolutionFile reads a solution file; one that is damaged, or is none, is an
// error that names it.
func ReadSolutionFile(path string) (*SolutionFile, error) {
	data, err := files.ReadFile(path, files.Large)
	if err != nil {
		return nil, files.Explain("read", path, err)
	}
	if err := results.Newer(data, solutionFormat); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f := new(SolutionFile)
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields() // a key with a flipped bit
	if err := d.Decode(f); err != nil {
		if err = results.Unknown(err, data); errors.As(err, new(*results.NewerError)) {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return nil, fmt.Errorf("%s: not a solution, or damaged: %s", path, config.OneLine(err.Error()))
	}
	sum := f.Sum
	if f.Format != solutionFormat {
		return nil, fmt.Errorf("%s: format %d: want %d", path, f.Format, solutionFormat)
	}
	if _, err := f.Encode(); err != nil || f.Sum != sum {
		return nil, fmt.Errorf("%s: damaged: its content does not fit its sum", path)
	}
	if _, err := f.Weights(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := results.CheckReadings(f.Readings); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}
