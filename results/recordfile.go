package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"fbp/internal/files"
	"fbp/internal/sealed"
)

// recordFormat is the format of a record file that this package writes and reads.
const recordFormat = 1

// WriteRecord sets Format and Sum and writes r atomically (see files.WriteFile),
// as a sealed line (package sealed). It returns an error for what could not be read back
// unchanged: a NaN, a series with rows of different lengths, an integer parameter
// beyond 2^53, text that is not UTF-8 (in Error and Run it is replaced: a task must
// not be lost because of them), a reason that is not one line of bounded
// length.
func WriteRecord(path string, r *Record) error {
	line, err := r.encode()
	if err != nil {
		return fmt.Errorf("record %s: %w", path, err)
	}
	return files.WriteFile(path, line)
}

// ReadRecord reads what WriteRecord wrote. Unknown fields, another format, a
// wrong sum and a series with rows of different lengths are errors that name the
// file. Numbers in Params come back as float64, as encoding/json has it, and an
// infinite Number among them as its text.
func ReadRecord(path string) (*Record, error) {
	l, err := ReadLine(path)
	return l.Record, err
}

// Line is a record with the text it was read from.
type Line struct {
	*Record
	Text   []byte // the line without its run, as in records.jsonl
	Params []byte // the JSON of its parameters, as it was hashed
}

// ReadLine is ReadRecord with the text.
func ReadLine(path string) (Line, error) { return read(path, true) }

// ReadHead reads a record without its readings, many times faster; its Params are
// returned as JSON. Damage is found as in ReadRecord.
func ReadHead(path string) (r *Record, params []byte, err error) {
	l, err := read(path, false)
	return l.Record, l.Params, err
}

func read(path string, readings bool) (Line, error) {
	data, err := files.ReadJSON(path, files.Large)
	if err != nil {
		return Line{}, files.Explain("read", path, err)
	}
	l, err := parse(data, readings)
	if err != nil {
		return Line{}, fmt.Errorf("record %s: %w", path, err)
	}
	return l, nil
}

// parse decodes the file of a record, with or without its readings, and checks all of it.
func parse(data []byte, readings bool) (Line, error) {
	body, sum, run, err := sealed.Split(data)
	if err != nil {
		return Line{}, err
	}
	var object struct {
		Record
		Params json.RawMessage `json:"params"`
	}
	knows := sealed.Versions{Format: recordFormat, Physics: PhysicsVersion}
	head, _, cut := bytes.Cut(body, []byte(`,"readings":`))
	if readings || !cut || sealed.Decode(head, knows, &object) != nil { // a parameter may have that name
		err = sealed.Decode(body, knows, &object)
	}
	r := &object.Record
	if err == nil && readings {
		err = json.Unmarshal(object.Params, &r.Params)
	}
	if err == nil && run != nil {
		err = json.Unmarshal(run, &r.Run)
	}
	if err == nil {
		err = r.check()
	}
	if err != nil {
		return Line{}, err
	}
	r.Sum = sum
	text := fmt.Appendf(bytes.Clone(body), `,"sum":"%s"}`, sum)
	return Line{Record: r, Text: text, Params: object.Params}, nil
}

// encode sets Format and Sum, replaces nil maps by empty ones, and returns the file.
func (r *Record) encode() ([]byte, error) {
	r.Format = recordFormat
	r.Error = strings.ToValidUTF8(r.Error, "\uFFFD")
	if r.Params == nil {
		r.Params = map[string]any{}
	}
	if r.Readings == nil {
		r.Readings = map[string]*Rows{}
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	line, sum, err := sealed.Encode(r, r.Run, false)
	if err != nil {
		return nil, err
	}
	again, err := parse(line, true)
	if err != nil {
		return nil, err
	}
	if _, back, err := sealed.Encode(again.Record, nil, false); err != nil || back != sum {
		return nil, errors.New("cannot be written as JSON without a change: an integer beyond 2^53 or text that is not UTF-8")
	}
	r.Sum = sum
	return line, nil
}

// check returns an error if the content is wrong, except for sum and format.
func (r *Record) check() error {
	if r.Task == "" {
		return errors.New("no task")
	}
	switch r.Status {
	case Solved, Converged, Limit, Failed:
	default:
		return fmt.Errorf("status %q: want solved, converged, limit or failed", r.Status)
	}
	for what, reasons := range map[string]map[string]string{"reasons": r.Reasons, "omitted": r.Omitted} {
		if err := CheckReasons(what, reasons); err != nil {
			return err
		}
	}
	return CheckReadings(r.Readings)
}
