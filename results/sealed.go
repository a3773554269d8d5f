package results

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"strconv"
)

// sealed reports whether data is a line of WriteRecord, byte for byte, by its
// sum. body is the part that was hashed, without the closing brace; rest starts
// with the sum.
func sealed(data []byte) (body, rest []byte, ok bool) {
	const key, digits = `,"sum":`, 2 * sha256.Size
	at := bytes.LastIndex(data, []byte(key+`"`))
	if at < 0 || len(data) < at+len(key)+digits+2 {
		return nil, nil, false
	}
	body, rest = data[:at], data[at+len(key):]
	hash := sha256.New()
	hash.Write(body)
	hash.Write([]byte{'}'})
	return body, rest, hex.EncodeToString(hash.Sum(nil)) == string(rest[1:1+digits]) && rest[1+digits] == '"'
}

// Sealed reports whether data is one line of JSON whose last field, or the last
// before run, is the SHA-256 of all before it.
func Sealed(data []byte) bool {
	_, _, ok := sealed(data)
	return ok
}

// unseal decodes a sealed line as decode does, several times faster, since
// encoding/json is slow with numbers of a type of their own; ok is false if the
// line has something that unseal cannot read; decode must then be used. params is
// the text of the parameters, readings that of the readings, not decoded yet.
func unseal(body, rest []byte) (r *Record, params, readings []byte, ok bool) {
	head, readings, ok := bytes.Cut(body, []byte(`,"readings":`))
	if !ok {
		return nil, nil, nil, false
	}
	var h struct {
		Record
		Params json.RawMessage `json:"params"`
	}
	tail, err := unsealTail(rest)
	if err != nil || json.Unmarshal(append(bytes.Clone(head), '}'), &h) != nil || h.Format != recordFormat {
		return nil, nil, nil, false
	}
	if !h.Record.heads(head, h.Params) {
		return nil, nil, nil, false // a key with other capitals, or one of a newer fbp
	}
	h.Run, h.Sum = tail.Run, tail.Sum
	return &h.Record, h.Params, readings, h.check() == nil
}

// heads reports whether head is what is written of a record that has neither
// parameters nor readings yet, with params for the former.
func (r *Record) heads(head, params []byte) bool {
	text, err := encode(r)
	before, after, ok := bytes.Cut(text, []byte(`"params":null`))
	after = bytes.TrimSuffix(after, []byte(`,"readings":null,"sum":""}`))
	key := []byte(`"params":`)
	return err == nil && ok && len(head) == len(before)+len(key)+len(params)+len(after) &&
		bytes.HasPrefix(head, before) && bytes.HasPrefix(head[len(before):], key) && bytes.HasSuffix(head, after)
}

// recordTail is what follows the hashed part of a record.
type recordTail struct {
	Sum string `json:"sum"`
	Run *Run   `json:"run,omitempty"`
}

// unsealTail decodes what follows the hashed part of a line, from the sum on.
func unsealTail(rest []byte) (tail recordTail, err error) {
	line := append([]byte(`{"sum":`), bytes.TrimSuffix(rest, []byte("\n"))...)
	return tail, Strictly(line, &tail, func() ([]byte, error) { return encode(&tail) })
}

// reader reads the JSON that this package writes for readings: no blanks, no
// escapes, keys in a fixed order. bad is set at the first deviation.
type reader struct {
	text []byte
	bad  bool
}

// take consumes a word if it comes next.
func (r *reader) take(word string) bool {
	if r.bad || len(r.text) < len(word) || string(r.text[:len(word)]) != word {
		return false
	}
	r.text = r.text[len(word):]
	return true
}

func (r *reader) want(word string) {
	if !r.take(word) {
		r.bad = true
	}
}

// list reads the items of a list or an object, whose opening bracket has been
// consumed.
func (r *reader) list(closing string, item func()) {
	for first := true; !r.bad && !r.take(closing); first = false {
		if !first {
			r.want(",")
		}
		item()
	}
}

func (r *reader) string() string {
	r.want(`"`)
	n := bytes.IndexByte(r.text, '"')
	if r.bad || n < 0 || bytes.IndexByte(r.text[:n], '\\') >= 0 {
		r.bad = true
		return ""
	}
	s := string(r.text[:n])
	r.text = r.text[n+1:]
	return s
}

func (r *reader) strings() []string {
	if r.take("null") {
		return nil
	}
	out := []string{}
	r.want("[")
	r.list("]", func() { out = append(out, r.string()) })
	return out
}

func (r *reader) number() Number {
	switch {
	case r.take(`"inf"`):
		return Number(math.Inf(1))
	case r.take(`"-inf"`):
		return Number(math.Inf(-1))
	}
	n := 0
	for n < len(r.text) && r.text[n] != ',' && r.text[n] != ']' {
		n++
	}
	if r.bad || !decimal(string(r.text[:n])) {
		r.bad = true
		return 0
	}
	x, err := strconv.ParseFloat(string(r.text[:n]), 64)
	r.bad = err != nil
	r.text = r.text[n:]
	return Number(x)
}

func (r *reader) rows() (rows [][]Number) {
	if r.take("null") {
		return nil
	}
	rows = [][]Number{}
	r.want("[")
	r.list("]", func() {
		var row []Number
		if len(rows) > 0 {
			row = make([]Number, 0, len(rows[0]))
		}
		r.want("[")
		r.list("]", func() { row = append(row, r.number()) })
		rows = append(rows, row)
	})
	return rows
}

// readings reads the series of a record.
func (r *reader) readings() map[string]*Series {
	out := map[string]*Series{}
	r.want("{")
	r.list("}", func() {
		name := r.string()
		s := new(Series)
		r.want(`:{"keys":`)
		s.Keys = r.strings()
		r.want(`,"values":`)
		s.Values = r.strings()
		r.want(`,"rows":`)
		s.Rows = r.rows()
		r.want("}")
		out[name] = s
	})
	r.bad = r.bad || len(r.text) > 0
	return out
}
