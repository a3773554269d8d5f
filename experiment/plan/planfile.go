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

	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/internal/sealed"
	"fbp/results"
)

// planFormat is the format of a plan file that this package writes and reads, and hashedFormat that of
// the text whose hash names a plan: format 2 has the sections of the points as well.
const planFormat, hashedFormat = 2, 1

// Hash is the name of everything that the tables depend on: the tasks with all
// their parameters, in order, the swept values that group them, and what enters
// their means. Neither the
// experiment's name nor its figure is in it.
func (p *Plan) Hash() string {
	bare := *p
	bare.Name, bare.Config, bare.Format = "", "", hashedFormat
	text := appendList(bare.head(), "points", p.Points)
	sum := sha256.Sum256(append(appendList(text, "tasks", p.Tasks), "}\n"...))
	return hex.EncodeToString(sum[:8])
}

// Encode is the plan as JSON, one section, one point or one task per line, and at its end the sum of all
// before it.
func (p *Plan) Encode() []byte {
	points := make([]pointLine, len(p.Points))
	for i, shown := range p.Points {
		points[i] = pointLine{shown, p.has[i]}
	}
	text := appendList(p.head(), "sections", p.sections)
	text = appendList(text, "points", points)
	return sealed.Seal(appendList(text, "tasks", p.Tasks))
}

// head is the head of the plan without its closing brace.
func (p *Plan) head() []byte { return bytes.TrimSuffix(line(p.Head), []byte("}")) }

// appendList appends a list of that name, one element per line.
func appendList[T any](text []byte, name string, list []T) []byte {
	text = fmt.Appendf(text, ",\n%q:[", name)
	end := "\n"
	for _, x := range list {
		text = append(append(text, end...), line(x)...)
		end = ",\n"
	}
	return append(text, "\n]"...)
}

// planFile is a plan as its file has it.
type planFile struct {
	Head
	Sections []sectionLine `json:"sections"`
	Points   []pointLine   `json:"points"`
	Tasks    []Task        `json:"tasks"`
}

// plan is the plan in the file, whose sections are not decoded.
func (f *planFile) plan() *Plan {
	p := &Plan{Head: f.Head, Tasks: f.Tasks, sections: f.Sections}
	for _, point := range f.Points {
		p.Points, p.has = append(p.Points, point.ShownPoint), append(p.has, point.sectionsOf)
	}
	return p
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
		return nil, &say.Error{Where: path, Want: "there is no such plan; want the folder of a run"}
	}
	if errors.Is(err, syscall.ENOTDIR) {
		return nil, &say.Error{Where: filepath.Dir(path), Want: "is a file; want the folder of a run"}
	}
	if err != nil {
		return nil, files.Explain("read", path, err)
	}
	body, _, _, err := sealed.Split(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; run the config again to write it anew", path, err)
	}
	f := new(planFile)
	if err := sealed.Decode(body, sealed.Versions{Format: planFormat, Physics: results.PhysicsVersion}, f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	p := f.plan()
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("%s: damaged: %w", path, err)
	}
	return p, nil
}

// check refuses a plan, read from a file, whose numbers lead nowhere.
func (p *Plan) check() error {
	for i, s := range p.sections {
		if err := s.check(); err != nil {
			return fmt.Errorf("section %d: %w", i, err)
		}
	}
	if err := p.checkSections(); err != nil {
		return err
	}
	for i, point := range p.Points {
		if len(point.Values) != len(p.Swept) || point.With != nil && len(p.Swept) == 0 {
			return fmt.Errorf("point %d has %d values, want %d", i, len(point.Values), len(p.Swept))
		}
	}
	for i, t := range p.Tasks {
		if t.Number != i || t.Point < 0 || t.Point >= len(p.Points) || !safeID(t.ID) || !safeID(t.Solution) {
			return fmt.Errorf("task %d is not one", i)
		}
		if err := p.checkPair(t); err != nil {
			return fmt.Errorf("task %d: %w", i, err)
		}
	}
	return nil
}
