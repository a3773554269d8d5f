package results

import (
	"bytes"
	"encoding/json"
	"errors"
)

// ErrAltered is the error of a file that is not, byte for byte, what is written
// for its content.
var ErrAltered = errors.New("damaged: it is not the text that is written for its content")

// Strictly decodes a file of one JSON object into a value whose file encode
// returns. The file must be that text, byte for byte: encoding/json also takes keys
// with other capitals, a key twice and blanks, and a decoder does not look at what
// follows the object. A key that is not known is damage, or a NewerError where the
// file is sealed (see Unknown).
func Strictly(data []byte, into any, encode func() ([]byte, error)) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return Unknown(err, data)
	}
	if text, err := encode(); err != nil || !bytes.Equal(text, data) {
		return ErrAltered
	}
	return nil
}
