package results

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

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

// Unknown turns an error of decoding a line into a NewerError if the checksum of
// the line is right: the line is then not damaged, but has fields that a newer
// fbp added.
func Unknown(err error, line []byte) error {
	if Sealed(line) && strings.Contains(err.Error(), "unknown field") {
		return &NewerError{What: err.Error()}
	}
	return err
}

// Newer is a NewerError if the JSON object data has a format beyond the one that
// the reader knows, or a physics version beyond PhysicsVersion; nil otherwise. A
// flipped bit in one of these numbers is damage, which the sum of a sealed line
// reveals.
func Newer(data []byte, format int) error {
	var head map[string]json.RawMessage // keys of other capitals are other keys
	if json.Unmarshal(data, &head) != nil {
		return nil
	}
	for _, n := range []struct {
		name       string
		has, knows int
	}{{"format", 0, format}, {"physics", 0, PhysicsVersion}} {
		if json.Unmarshal(head[n.name], &n.has) != nil || n.has <= n.knows {
			continue
		}
		flipped := bytes.Replace(data, fmt.Appendf(nil, `"%s":%d`, n.name, n.has), fmt.Appendf(nil, `"%s":%d`, n.name, n.knows), 1)
		if !Sealed(flipped) {
			return &NewerError{fmt.Sprintf("%s %d", n.name, n.has), n.knows}
		}
	}
	return nil
}
