package sealed

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

type object struct {
	Format  int            `json:"format"`
	Physics int            `json:"physics"`
	Texts   map[string]any `json:"texts"`
}

type run struct {
	Host string `json:"host"`
}

var knows = Versions{Format: 2, Physics: 5}

// line is a sealed line with a run, and what is in it.
func line(t *testing.T) ([]byte, object) {
	t.Helper()
	o := object{2, 5, map[string]any{"a": "<&>\"}\u2028", "sum": "x", "format": 9.0}}
	text, _, err := Encode(o, run{`a","sum":"`}, false)
	if err != nil {
		t.Fatal(err)
	}
	return text, o
}

func read(text []byte) (o object, r run, err error) {
	body, _, after, err := Split(text)
	if err == nil {
		err = Decode(body, knows, &o)
	}
	if err == nil && after != nil {
		err = json.Unmarshal(after, &r)
	}
	return o, r, err
}

func TestRoundTrip(t *testing.T) {
	text, want := line(t)
	if o, r, err := read(text); err != nil || !reflect.DeepEqual(o, want) || r.Host != `a","sum":"` {
		t.Errorf("%+v, %+v, %v", o, r, err)
	}
	bare, sum, err := Encode(want, nil, true)
	if err != nil || !bytes.Contains(bare, []byte(`\u003c\u0026\u003e`)) || !bytes.HasSuffix(bare, []byte(`,"sum":"`+sum+"\"}\n")) {
		t.Errorf("%s, %v", bare, err)
	}
	if o, _, err := read(bare); err != nil || !reflect.DeepEqual(o, want) {
		t.Errorf("%+v, %v", o, err)
	}
}

// Any flipped bit is noticed, but in the run, and so is a line that is cut.
func TestDamage(t *testing.T) {
	text, _ := line(t)
	after := bytes.Index(text, []byte(runKey))
	for i := range text[:after+len(runKey)] {
		for bit := range 8 {
			damaged := bytes.Clone(text)
			damaged[i] ^= 1 << bit
			if _, _, err := read(damaged); !errors.Is(err, ErrDamaged) {
				t.Errorf("byte %d, %q for %q: %v", i, damaged[i], text[i], err)
			}
		}
	}
	for n := range text[:len(text)-1] { // all but the final newline
		if _, _, err := read(text[:n]); err == nil {
			t.Errorf("a line cut after %d bytes was read", n)
		}
	}
	for _, more := range []string{"{}\n", "x", "\n"} {
		if _, _, err := read(append(bytes.Clone(text), more...)); err == nil {
			t.Errorf("followed by %q, it was read", more)
		}
	}
}

func TestOtherFormats(t *testing.T) {
	for body, want := range map[string]string{
		`{"format":3,"physics":5`:                 "format 3, written by a newer fbp (this one knows 2)",
		`{"format":2,"new":{"a":1},"physics":6`:   "physics 6, written by a newer fbp (this one knows 5)",
		`{"format":2,"physics":5,"new":1`:         `json: unknown field "new", written by a newer fbp`,
		`{"format":1,"physics":5`:                 "format 1: want 2",
		`{"physics":5`:                            "format 0: want 2",
		`{"format":2,"physics":5,"texts":0`:       "json: cannot unmarshal",
		`{"format":2,"physics":5,"texts":{}}{"a"`: "text after its end",
	} {
		err := Decode([]byte(body), knows, new(object))
		if err == nil || !strings.Contains(err.Error(), want) || errors.As(err, new(*NewerError)) != strings.Contains(want, "newer") {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}
