// Package sealed has the form of the files that tasks leave, and of the plan: an object of JSON, of
// tasks in one line, that ends in the SHA-256 of all before it,
//
//	{"format":2,"solution":"…", … ,"sum":"<hexadecimal>"}
//
// The sum is that of the text up to the comma before "sum" and a closing brace. What depends
// on machine and time, and is in no sum, may follow as the object "run". The sum is there in
// every format, so that damage is never taken for a newer format, nor a newer format for damage.
package sealed

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// ErrDamaged is the error of a line that does not fit its sum.
var ErrDamaged = errors.New("damaged: its content does not fit its sum")

// NewerError is the error of a file that was written by a newer fbp: it is not
// damaged and must not be made again.
type NewerError struct {
	What  string // what the file has: "format 2"
	Knows int    // the highest that this program knows; 0 if it knows none
}

// Error says what the file has and this program does not know.
func (e *NewerError) Error() string {
	text := e.What + ", written by a newer fbp"
	if e.Knows > 0 {
		text += fmt.Sprintf(" (this one knows %d)", e.Knows)
	}
	return text
}

const (
	sumKey = `,"sum":"`
	runKey = `,"run":`
)

// Encode is the line of an object, with its newline, and its sum. A run that is not nil follows.
// Escape tells whether < > & in texts are written as \u003c and so on.
func Encode(object, run any, escape bool) (line []byte, sum string, err error) {
	body, err := text(object, escape)
	if err != nil {
		return nil, "", err
	}
	tail, err := text(run, escape)
	if err != nil {
		return nil, "", err
	}
	line, sum = seal(bytes.TrimSuffix(body, []byte("}")))
	if string(tail) != "null" {
		line = append(append(line, runKey...), tail...)
	}
	return append(line, "}\n"...), sum, nil
}

// Seal is the file of an object whose text, in one line or several, is given without its closing
// brace.
func Seal(body []byte) []byte {
	line, _ := seal(body)
	return append(line, "}\n"...)
}

// seal appends the sum of an object to its text.
func seal(body []byte) (line []byte, sum string) {
	sum = sumOf(body)
	return append(append(append(body, sumKey...), sum...), '"'), sum
}

// text is a value as JSON in one line.
func text(v any, escape bool) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(escape)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// sumOf is the sum of an object without its closing brace.
func sumOf(body []byte) string {
	hash := sha256.New()
	hash.Write(body)
	hash.Write([]byte("}"))
	return hex.EncodeToString(hash.Sum(nil))
}

// Split takes a line apart: the object up to the comma before its sum, the sum, which fits, and
// the run, nil if there is none.
func Split(line []byte) (body []byte, sum string, run []byte, err error) {
	line = bytes.TrimSuffix(line, []byte("\n"))
	at := bytes.LastIndex(line, []byte(sumKey))
	if at < 0 {
		return nil, "", nil, ErrDamaged
	}
	body = line[:at]
	sum = sumOf(body)
	rest, fits := bytes.CutPrefix(line[at+len(sumKey):], []byte(sum+`"`))
	run, ran := bytes.CutPrefix(rest, []byte(runKey))
	if ran {
		run, ran = bytes.CutSuffix(run, []byte("}"))
	}
	if !fits || !ran && string(rest) != "}" {
		return nil, "", nil, ErrDamaged
	}
	if !ran {
		run = nil
	}
	return body, sum, run, nil
}

// Decode decodes an object without its closing brace, as [Split] returns it. A key that is not
// known is that of a newer fbp, since the sum fits.
func Decode(body []byte, knows Versions, object any) error {
	text := append(bytes.Clone(body), '}')
	if err := knows.Check(text); err != nil {
		return err
	}
	err := Strictly(text, object)
	if err != nil && strings.Contains(err.Error(), "unknown field") {
		return &NewerError{What: err.Error()}
	}
	return err
}

// Strictly decodes one JSON value of known keys that nothing follows.
func Strictly(text []byte, value any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(value); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("text after its end")
	}
	return nil
}

// Versions are the format and the physics version that a program knows.
type Versions struct{ Format, Physics int }

// Check reads the keys "format" and "physics" of an object, the latter among its first, and no
// further. It is a NewerError if one of them is beyond what is known, and another error if the
// format is not this one.
func (knows Versions) Check(object []byte) error {
	var has Versions
	d := json.NewDecoder(bytes.NewReader(object))
	d.Token() // its brace
	for key := json.Token(nil); key != "physics" && d.More(); {
		key, _ = d.Token()
		var value json.RawMessage
		if d.Decode(&value) != nil {
			break // Strictly will say what is wrong
		}
		switch n, _ := strconv.Atoi(string(value)); key {
		case "format":
			has.Format = n
		case "physics":
			has.Physics = n
		}
	}
	switch {
	case has.Format > knows.Format:
		return &NewerError{fmt.Sprintf("format %d", has.Format), knows.Format}
	case has.Physics > knows.Physics:
		return &NewerError{fmt.Sprintf("physics %d", has.Physics), knows.Physics}
	case has.Format != knows.Format:
		return fmt.Errorf("format %d: want %d", has.Format, knows.Format)
	}
	return nil
}
