package results

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/sealed"
)

func TestReason(t *testing.T) {
	long := strings.Repeat("α", 400)
	for _, test := range []struct{ text, want string }{
		{"rho = 10: froze", "rho = 10: froze"},
		{"\ttwo\r\nlines \x00 ", "two lines"},
		{"\n", "no reason given"},
		{"not \xff text", "not \uFFFD text"},
		{long, strings.Repeat("α", 248) + "…"},
	} {
		got := Reason(test.text)
		if got != test.want || len(got) > longestReason || Reason(got) != got {
			t.Errorf("Reason(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// A record with reasons is read as it was written; one whose reasons are not
// fit for a table is refused, by the writer and by the reader.
func TestReasonsOfRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "task.json")
	for _, test := range []struct {
		kind, reason string
		ok           bool
	}{
		{"local_entropy", `froze at "rho",\"readings\": ,"readings":{}`, true},
		{"poll2", "κ = ∞", true},
		{"Poll", "no", false}, {"", "no", false}, {"a/b", "no", false}, {"a\tb", "no", false}, {strings.Repeat("a", 65), "no", false},
		{"poll", "", false}, {"poll", " no", false}, {"poll", "a\nb", false}, {"poll", "a\tb", false}, {"poll", strings.Repeat("a", 501), false},
	} {
		r := sampleRecord()
		r.Reasons = map[string]string{test.kind: test.reason}
		if err := WriteRecord(path, r); (err == nil) != test.ok {
			t.Errorf("%q: %q: written with error %v", test.kind, test.reason, err)
		}
		if !test.ok {
			r.Format = recordFormat
			line, _, err := sealed.Encode(r, nil, false)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parse(line, true); err == nil {
				t.Errorf("%q: %q: read without complaint", test.kind, test.reason)
			}
			continue
		}
		back, err := ReadRecord(path)
		if err != nil || back.Reasons[test.kind] != test.reason {
			t.Errorf("%q: read %q, %v", test.reason, back.Reasons, err)
		}
		head, _, err := ReadHead(path)
		if err != nil || head.Reasons[test.kind] != test.reason {
			t.Errorf("%q: the head has %q, %v", test.reason, head.Reasons, err)
		}
	}
	plain := sampleRecord()
	if err := WriteRecord(path, plain); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(path); strings.Contains(string(data), "reasons") {
		t.Error("a record without reasons names them")
	}
}
