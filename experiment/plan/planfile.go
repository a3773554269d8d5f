package plan

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"

	"fbp/experiment/config"
	"fbp/internal/files"
	"fbp/internal/sealed"
	"fbp/results"
)

// planFormat is the format of a plan file that this package writes and reads.
const planFormat = 1

// Hash is the name of everything that the tables depend on: the tasks with all
// their parameters, in order, the swept values that group them, and what enters
// their means. Neither the
// experiment's name nor its figure is in it.
func (p *Plan) Hash() string {
	bare := *p
	bare.Name, bare.Config = "", ""
	sum := sha256.Sum256(append(bare.text(), "}\n"...))
	return hex.EncodeToString(sum[:8])
}

// Encode is the plan as JSON, one point or one task per line, and at its end the sum of all before it.
func (p *Plan) Encode() []byte { return sealed.Seal(p.text()) }

// text is the plan without its sum and its closing brace.
func (p *Plan) text() []byte {
	text := bytes.TrimSuffix(line(p.Head), []byte("}"))
	text = appendLines(append(text, ",\n\"points\":["...), p.Points)
	text = appendLines(append(text, "\n],\n\"tasks\":["...), p.Tasks)
	return append(text, "\n]"...)
}

// appendLines appends the elements of a list, one per line.
func appendLines[T any](text []byte, list []T) []byte {
	end := "\n"
	for _, x := range list {
		text = append(append(text, end...), line(x)...)
		end = ",\n"
	}
	return text
}

func line(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic("plan: " + err.Error()) // numbers and texts
	}
	return data
}

// safeID tells whether an id can be a part of names of files.
func safeID(id string) bool { return len(id) <= 200 && safe.MatchString(id) }

// Read reads the plan of a folder. A file that is damaged, or is no plan,
// is an error that names it.
func Read(path string) (*Plan, error) {
	data, err := files.ReadJSON(path, files.Large)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &config.Error{Where: path, Want: "there is no such plan; want the folder of a run"}
	}
	if errors.Is(err, syscall.ENOTDIR) {
		return nil, &config.Error{Where: filepath.Dir(path), Want: "is a file; want the folder of a run"}
	}
	if err != nil {
		return nil, files.Explain("read", path, err)
	}
	body, _, _, err := sealed.Split(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; run the config again to write it anew", path, err)
	}
	p := new(Plan)
	if err := sealed.Decode(body, sealed.Versions{Format: planFormat, Physics: results.PhysicsVersion}, p); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i, point := range p.Points {
		if len(point.Values) != len(p.Swept) || point.With != nil && len(p.Swept) == 0 {
			return nil, fmt.Errorf("%s: damaged: point %d has %d values, want %d", path, i, len(point.Values), len(p.Swept))
		}
	}
	for i, t := range p.Tasks {
		if t.Number != i || t.Point < 0 || t.Point >= len(p.Points) || !safeID(t.ID) || !safeID(t.Solution) {
			return nil, fmt.Errorf("%s: damaged: task %d is not one", path, i)
		}
		if err := p.checkPair(t); err != nil {
			return nil, fmt.Errorf("%s: damaged: task %d: %w", path, i, err)
		}
	}
	return p, nil
}
