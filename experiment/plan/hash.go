package plan

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/kinds"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// hasher names the tasks of one point. What is hashed is the SHA-256 of one
// canonical JSON object (keys sorted, shortest floats, defaults spelled out):
//
//	{"algorithm":…,"instance":…,"measure":…,"model":…,"physics":6,"sample":0,"seed":1}
//
// and the same without "measure" and the "test" of the instance for the solution,
// which does not depend on them. The spelling of a config
// (10 or 10.0, alpha or p, order of keys, defaults given or not) changes nothing, nor
// does a key that is younger than the task, at the value of its tag absent.
type hasher struct {
	seed    int64
	point   *Point
	measure string
	prefix  string

	instance, learned string // the last task's, kept while no file changes them
}

func newHasher(seed int64, p *Point) *hasher {
	var parts []string
	for _, m := range p.Measures {
		parts = append(parts, fmt.Sprintf("%q:%s", m.Kind, m.section.JSON))
	}
	return &hasher{
		seed: seed, point: p, measure: "{" + strings.Join(parts, ",") + "}",
		prefix: fmt.Sprintf("%s-n%d-p%d-%s", p.model.Kind, p.N, p.P, p.algorithm.Kind),
	}
}

// name gives a task its two names.
func (h *hasher) name(ctx context.Context, t *Task) error {
	if err := h.bind(ctx, t); err != nil {
		return err
	}
	if h.instance == "" || t.Digest != "" {
		var err error
		if h.instance, err = h.point.instanceJSON(t); err != nil {
			return err
		}
		h.learned = string(config.ToJSON(kinds.Untested(fromJSON(h.instance))))
	}
	prefix := fmt.Sprintf("%s-s%03d-", h.prefix, t.Sample)
	if t.Search > 0 {
		prefix += fmt.Sprintf("k%d-", t.Search)
	}
	head := `{"algorithm":` + h.point.algorithmJSON(t) + `,"instance":`
	rest := `,"model":` + h.point.model.JSON + drawn(results.PhysicsVersion, t.Sample, t.Search, h.seed)
	t.Solution = prefix + digits(head+h.learned+rest)
	t.ID = prefix + digits(head+h.instance+`,"measure":`+h.measure+rest)
	return nil
}

// drawn ends the object that is hashed: what a name depends on beside parameters. The first
// search of a sample is named as if it were the only one.
func drawn(physics, sample, search int, seed int64) string {
	of := ""
	if search > 0 {
		of = fmt.Sprintf(`"search":%d,`, search)
	}
	return fmt.Sprintf(`,"physics":%d,"sample":%d,%s"seed":%d}`, physics, sample, of, seed)
}

// digits are the first 12 digits of a text's SHA-256.
func digits(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

// NameOf is what the name of a task, or of a search, ends in, from the
// parameters that its file holds: a file that was named by hand shows.
func NameOf(params map[string]any, seed int64, sample, search int) string {
	data, err := json.Marshal(params)
	if err != nil {
		return "no name: " + err.Error()
	}
	return digits(strings.TrimSuffix(string(data), "}") + drawn(results.PhysicsVersion, sample, search, seed))
}

// NameIn is NameOf for parameters as a record's file has them.
func NameIn(params []byte, r *results.Record) string {
	return digits(strings.TrimSuffix(string(params), "}") + drawn(r.Physics, r.Sample, r.Search, r.Seed))
}

// bindError is an error of the algorithm, not of the instance.
type bindError struct{ error }

// bind takes in what the task depends on outside the config: the content of a
// pattern file, the weights found by another run.
func (h *hasher) bind(ctx context.Context, t *Task) (err error) {
	if digest := h.point.Source.About().Digest; digest != nil {
		if t.Digest, err = digest(ctx, t.Sample); err != nil {
			return err
		}
	}
	b, err := h.point.Bound(h.seed, t)
	if err == nil && b.Fits != nil {
		err = b.Fits(fromJSON(h.point.model.JSON).(map[string]any), h.point.Model)
	}
	if err != nil {
		return &bindError{err}
	}
	t.Fingerprint = b.Fingerprint
	return nil
}

// Bound is the algorithm of the point, bound to a task.
func (p *Point) Bound(seed int64, t *Task) (*model.Binding, error) {
	if bind := p.Algorithm.About().Bind; bind != nil {
		return bind(p.InstanceOf(seed, t), t.Search)
	}
	return &model.Binding{Solve: p.Algorithm.Solve}, nil
}

// InstanceOf identifies the patterns of the task.
func (p *Point) InstanceOf(seed int64, t *Task) model.Instance {
	return model.Instance{Kind: p.instance.Kind, N: p.N, P: p.P, Digest: t.Digest, Seed: seed, Sample: t.Sample}
}

// instanceJSON is the instance as it is hashed: alpha as the p it gives, a file
// by its content. A file whose content is not what the config states is an error.
func (p *Point) instanceJSON(t *Task) (string, error) {
	m := parameters(p.instance)
	of := kinds.Original(m)
	delete(of, "alpha")
	delete(of, "p")
	m["n"], m["p"] = p.N, p.P
	if t.Digest != "" {
		if promised, ok := m["sha256"].(string); ok && !strings.EqualFold(promised, t.Digest) {
			return "", fault.New("sha256", promised, "the file of sample %d has %s", t.Sample, t.Digest)
		}
		for _, key := range p.Source.About().Files {
			delete(m, key)
		}
		m["sha256"] = t.Digest
	}
	return string(config.ToJSON(m)), nil
}

// algorithmJSON is the algorithm as it is hashed: stored weights, and files of a program, by their content.
func (p *Point) algorithmJSON(t *Task) string {
	if t.Fingerprint == "" {
		return p.algorithm.JSON
	}
	m, is := parameters(p.algorithm), p.Algorithm.About()
	if is.Contents != nil {
		is.Contents(m)
		return string(config.ToJSON(m))
	}
	for _, key := range is.Files {
		delete(m, key)
	}
	m["weights"] = t.Fingerprint
	return string(config.ToJSON(m))
}

// parameters are the keys of a section, as they are hashed, as a map.
func parameters(s *config.Section) map[string]any {
	return config.JSONValue(s.Hashed()).(map[string]any)
}

// Params are the resolved parameters of a task, those that were hashed, but for
// seed and sample, which a record holds on its own.
func (p *Point) Params(t *Task) map[string]any {
	measure := map[string]any{}
	for _, m := range p.Measures {
		measure[m.Kind] = fromJSON(m.section.JSON)
	}
	instance, err := p.instanceJSON(t)
	if err != nil {
		panic("plan: " + err.Error()) // the plan was made with it
	}
	params := map[string]any{
		"model":     fromJSON(p.model.JSON),
		"instance":  fromJSON(instance),
		"algorithm": fromJSON(p.algorithmJSON(t)),
		"measure":   measure,
	}
	if t.With != "" {
		pair := []any{t.Solution}
		for _, other := range strings.Fields(t.With) {
			pair = append(pair, other)
		}
		params["pair"] = pair
		for _, keys := range measure {
			for _, key := range []string{"between", "across"} { // they say which pairs there are, and nothing of this one
				delete(keys.(map[string]any), key)
			}
		}
	}
	return params
}

func fromJSON(text string) (v any) {
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		panic("plan: " + err.Error()) // we wrote it
	}
	return v
}

// Parameter looks up a value in a record's parameters, nil if it is not there.
func Parameter(params map[string]any, path ...string) any {
	var v any = params
	for _, k := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[k]
	}
	return v
}
