package results

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"fbp/internal/files"
)

// recordFormat is the format of a record file that this package writes and reads.
const recordFormat = 1

// WriteRecord sets Format and Sum and writes r atomically (see files.WriteFile),
// as one line of JSON. It returns an error for what could not be read back
// unchanged: a NaN, a series with rows of different lengths, an integer parameter
// beyond 2^53, text that is not UTF-8 (in Error and Run it is replaced: a task must
// not be lost because of them), a reason that is not one line of bounded
// length.
func WriteRecord(path string, r *Record) error {
	line, err := r.seal()
	if err == nil && r.Run != nil {
		if r.Run, err = r.Run.readBack(); err == nil {
			line, err = encode(r)
		}
	}
	if err != nil {
		return fmt.Errorf("record %s: %w", path, err)
	}
	return files.WriteFile(path, append(line, '\n'))
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
	Text   []byte // its Reproducible line
	Params []byte // the JSON of its parameters, as it was hashed
	File   []byte // all of it
}

// ReadLine is ReadRecord with the text.
func ReadLine(path string) (Line, error) {
	data, err := files.ReadJSON(path, files.Large)
	if err != nil {
		return Line{}, files.Explain("read", path, err)
	}
	l, err := parse(data)
	if err != nil {
		return Line{}, fmt.Errorf("record %s: %w", path, err)
	}
	l.File = data
	return l, nil
}

// ReadHead reads a record without its readings, many times faster; its Params are
// returned as JSON. Damage is found as in ReadRecord.
func ReadHead(path string) (r *Record, params []byte, err error) {
	data, err := files.ReadJSON(path, files.Large)
	if err != nil {
		return nil, nil, files.Explain("read", path, err)
	}
	if r, params, err = parseHead(data); err != nil {
		return nil, nil, fmt.Errorf("record %s: %w", path, err)
	}
	return r, params, nil
}

// parseHead decodes the part before the readings and the run after them, if the
// sum is right; otherwise everything.
func parseHead(data []byte) (r *Record, params []byte, err error) {
	if body, rest, ok := sealed(data); ok {
		if r, params, _, ok := unseal(body, rest); ok {
			return r, params, nil
		}
	}
	l, err := parse(data)
	return l.Record, l.Params, err
}

// parseSealed is the fast way through parse.
func parseSealed(body, rest []byte) (l Line, ok bool) {
	r, params, readings, ok := unseal(body, rest)
	if !ok || json.Unmarshal(params, &r.Params) != nil {
		return l, false
	}
	text := &reader{text: readings}
	r.Readings = text.readings()
	return Line{Record: r, Text: reproducible(body, r.Sum), Params: params}, !text.bad && r.check() == nil
}

// reproducible is the line whose hashed part is body.
func reproducible(body []byte, sum string) []byte {
	return fmt.Appendf(bytes.Clone(body), `,"sum":"%s"}`, sum)
}

// parse decodes a record and checks all of it.
func parse(data []byte) (l Line, err error) {
	body, rest, whole := sealed(data)
	if whole {
		if l, ok := parseSealed(body, rest); ok {
			return l, nil
		}
	}
	// Another format may have other fields, so it is checked before them.
	if err := Newer(data, recordFormat); err != nil {
		return l, err
	}
	r, err := decode(data)
	if err != nil {
		return l, Unknown(err, data)
	}
	if r.Format != recordFormat {
		return l, fmt.Errorf("format %d: want %d", r.Format, recordFormat)
	}
	if err := r.check(); err != nil {
		return l, err
	}
	params, err := json.Marshal(r.Params)
	if err != nil {
		return l, err
	}
	if !whole {
		return l, errors.New("damaged: its content does not fit its sum; delete the file and run the task again")
	}
	if text, err := encode(r); err != nil || !bytes.Equal(text, bytes.TrimSuffix(data, []byte("\n"))) {
		return l, ErrAltered
	}
	return Line{Record: r, Text: reproducible(body, r.Sum), Params: params}, nil
}

// readBack is a run as it is read when it was written: its texts come from the system, and
// bytes that are no UTF-8 are replaced.
func (r *Run) readBack() (*Run, error) {
	text, err := encode(r)
	if err != nil {
		return nil, err
	}
	again := new(Run)
	return again, json.Unmarshal(text, again)
}

// seal sets Format and Sum, replaces nil maps by empty ones, and returns the line
// of the reproducible part.
func (r *Record) seal() ([]byte, error) {
	r.Format = recordFormat
	r.Error = strings.ToValidUTF8(r.Error, "\uFFFD")
	if r.Params == nil {
		r.Params = map[string]any{}
	}
	if r.Readings == nil {
		r.Readings = map[string]*Series{}
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	sum, line, err := r.sum()
	if err != nil {
		return nil, err
	}
	again, err := decode(line)
	if err != nil {
		return nil, err
	}
	if _, back, err := again.sum(); err != nil || !bytes.Equal(back, line) {
		return nil, errors.New("cannot be written as JSON without a change: an integer beyond 2^53 or text that is not UTF-8")
	}
	r.Sum = sum
	bare := *r
	bare.Run = nil
	return encode(&bare)
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

// sum is the SHA-256, in hexadecimal, of the record without run and sum, and
// the line of JSON that was hashed. The two are the last fields, so it is the
// line of the file up to them, closed by a brace.
func (r *Record) sum() (string, []byte, error) {
	bare := *r
	bare.Run, bare.Sum = nil, ""
	line, err := encode(&bare)
	line = append(bytes.TrimSuffix(line, []byte(`,"sum":""}`)), '}')
	hash := sha256.Sum256(line)
	return hex.EncodeToString(hash[:]), line, err
}

// encode is one line of JSON, keys of maps sorted, without a final newline.
func encode(r any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// decode reads one record and returns an error if anything follows it.
func decode(data []byte) (*Record, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	r := new(Record)
	if err := d.Decode(r); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, errors.New("the file ends too early")
		}
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("text after the record")
	}
	return r, nil
}
