package results

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"fbp/internal/scratch"
	"fbp/internal/sealed"
)

// sampleRecord has something in every field, and values that are hard on JSON.
func sampleRecord() *Record {
	return &Record{
		Task: "5a0c", Physics: PhysicsVersion, Seed: 1 << 62, Sample: 3, Solution: "77de",
		Params: map[string]any{
			"model.kind": "perceptron", "model.n": 2001.0, "instance.alpha": 0.5,
			"algorithm.gamma": map[string]any{"list": []any{0.1, "inf"}}, "shuffle": false, "note": "<&> κ\u2028",
		},
		Status: Failed, Error: "step 3: \"γ\" < 0",
		Omitted: map[string]string{"entropy": "below 0"},
		Readings: map[string]*Rows{
			"local_entropy": {[]string{"rho"}, []string{"overlap", "entropy"},
				[][]Number{{0.1, 0.2, 1.0 / 3}, {Number(math.Inf(1)), 1, -1e-300}}},
			"outcome": {[]string{}, []string{"errors"}, nil},
		},
		Run: &Run{Started: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC), Seconds: 1.5, Origin: Origin{Host: "node7",
			Kernel: "avx2", Slurm: map[string]string{"SLURM_JOB_ID": "12"}}},
	}
}

func TestRecordRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "task.json")
	r := sampleRecord()
	if err := WriteRecord(path, r); err != nil {
		t.Fatal(err)
	}
	back, err := ReadRecord(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, r) {
		t.Errorf("wrote %+v\nread  %+v", r, back)
	}
	first, _ := os.ReadFile(path)
	if err := WriteRecord(path, back); err != nil {
		t.Fatal(err)
	}
	if second, _ := os.ReadFile(path); !bytes.Equal(first, second) {
		t.Errorf("written again:\n%s%s", first, second)
	}
}

// The line of records.jsonl does not depend on the run, and a record without its readings is
// read with all else, also where a parameter has the name of the readings.
func TestReadLine(t *testing.T) {
	own := sampleRecord()
	own.Params["readings"] = map[string]any{"sum": "x", "readings": 1.0}
	for _, r := range []*Record{sampleRecord(), own} {
		path := filepath.Join(t.TempDir(), "task.json")
		var texts []string
		for _, run := range []*Run{nil, {Origin: Origin{Host: "elsewhere"}}} {
			r.Run = run
			if err := WriteRecord(path, r); err != nil {
				t.Fatal(err)
			}
			l, err := ReadLine(path)
			if err != nil || !reflect.DeepEqual(l.Record, r) {
				t.Fatalf("%+v, %v", l.Record, err)
			}
			texts = append(texts, string(l.Text))
			head, params, err := ReadHead(path)
			if err != nil || !bytes.Equal(params, l.Params) || head.Status != r.Status || head.Sum != r.Sum || !reflect.DeepEqual(head.Run, run) {
				t.Errorf("without readings: %+v, %s, %v", head, params, err)
			}
		}
		if texts[0] != texts[1] || texts[0]+"\n" != string(resealed(t, texts[0])) {
			t.Errorf("lines\n%s\n%s", texts[0], texts[1])
		}
	}
}

func TestWriteRecordRefuses(t *testing.T) {
	series := func(rows ...[]Number) map[string]*Rows {
		return map[string]*Rows{"x": {[]string{"k"}, []string{"v"}, rows}}
	}
	for _, test := range []struct {
		name, want string
		spoil      func(*Record)
	}{
		{"NaN", "NaN", func(r *Record) { r.Readings = series([]Number{1, Number(math.NaN())}) }},
		{"ragged rows", "row 2 has 1 numbers, want 2", func(r *Record) { r.Readings = series([]Number{1, 2}, []Number{1}) }},
		{"nil series", "no series", func(r *Record) { r.Readings = map[string]*Rows{"x": nil} }},
		{"status", `status "done"`, func(r *Record) { r.Status = "done" }},
		{"no task", "no task", func(r *Record) { r.Task = "" }},
		{"big integer", "2^53", func(r *Record) { r.Params = map[string]any{"seed": int64(1<<53 + 1)} }},
		{"infinite parameter", "Inf", func(r *Record) { r.Params = map[string]any{"gamma": math.Inf(1)} }},
		{"parameter not UTF-8", "UTF-8", func(r *Record) { r.Params = map[string]any{"path": "\xff"} }},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "task.json")
			r := sampleRecord()
			test.spoil(r)
			err := WriteRecord(path, r)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v, want one with %q and the path", err, test.want)
			}
			if _, err := os.Stat(path); err == nil {
				t.Error("a file was written")
			}
		})
	}
}

// A failure must be kept even when its text quotes bytes that are no text.
func TestWriteRecordMendsError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "task.json")
	r := &Record{Task: "1", Status: Failed, Error: "entry \xff"}
	if err := WriteRecord(path, r); err != nil {
		t.Fatal(err)
	}
	if back, err := ReadRecord(path); err != nil || back.Error != "entry \uFFFD" {
		t.Errorf("read %+v, %v", back, err)
	}
}

// resealed is a line with the sum that its content has.
func resealed(t *testing.T, line string) []byte {
	t.Helper()
	body := line[:strings.LastIndex(line, `,"sum":"`)]
	text, _, err := sealed.Encode(json.RawMessage(body+"}"), nil, false)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestReadRecordRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "task.json")
	if err := WriteRecord(path, sampleRecord()); err != nil {
		t.Fatal(err)
	}
	line := scratch.Read(t, path)
	replace := func(old, new string) string { return strings.Replace(line, old, new, 1) }
	for _, test := range []struct{ name, want, text string }{
		{"empty", "does not fit", ""},
		{"changed number", "does not fit", replace(`0.2`, `0.3`)},
		{"newer physics", "physics 9, written by a newer fbp", string(resealed(t, replace(fmt.Sprintf(`"physics":%d`, PhysicsVersion), `"physics":9,"new":0`)))},
		{"name of a table", "want a name of letters", string(resealed(t, replace(`"readings":{"`, `"readings":{"../`)))},
		{"name of a column", "cannot be the name of a column", string(resealed(t, replace(`"keys":["`, `"keys":["a`+"\\n")))},
		{"ragged", "want 3", string(resealed(t, replace(`[0.1,0.2,`, `[0.2,`)))},
	} {
		t.Run(test.name, func(t *testing.T) {
			scratch.Write(t, path, test.text)
			_, err := ReadRecord(path)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v, want one with %q and the path", err, test.want)
			}
		})
	}
	if _, err := ReadRecord(filepath.Join(t.TempDir(), "none.json")); !os.IsNotExist(err) && !strings.Contains(err.Error(), "none.json") {
		t.Errorf("a missing file: %v", err)
	}
}

// testdata/record.json is a file of format 1; its sum was checked by hashing
// the line up to the sum, closed by a brace, with another program. As long as
// the format is 1, it must be read and written as it is; and so must texts.json,
// with characters that are hard on JSON.
func TestRecordFormat(t *testing.T) {
	for _, name := range []string{"record", "texts"} {
		path := filepath.Join("testdata", name+".json")
		r, err := ReadRecord(path)
		if err != nil {
			t.Fatal(err)
		}
		if s := r.Readings["local_entropy"]; s == nil || s.Rows[1][0] != Number(math.Inf(1)) || s.Rows[0][2] != 1.0/3 {
			t.Errorf("readings %+v", s)
		}
		again := filepath.Join(t.TempDir(), "again.json")
		if err := WriteRecord(again, r); err != nil {
			t.Fatal(err)
		}
		if got, want := scratch.Read(t, again), scratch.Read(t, path); got != want {
			t.Errorf("written again:\n%swant\n%s", got, want)
		}
	}
}

func FuzzReadRecord(f *testing.F) {
	for _, name := range []string{"record", "texts"} {
		data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"format":1,"task":"a","status":"limit","readings":{"x":{"keys":null,"values":["v"],"rows":[["inf"],null]}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if json.Valid(data) && bytes.HasSuffix(data, []byte("}")) { // no fuzzer finds a sum
			if line, _, err := sealed.Encode(json.RawMessage(data), nil, false); err == nil {
				data = line
			}
		}
		l, err := parse(data, true)
		head, err2 := parse(data, false)
		if err == nil && (err2 != nil || head.Task != l.Task || head.Status != l.Status || head.Sample != l.Sample) {
			t.Fatalf("without readings %+v, %v", head, err2)
		}
		if err == nil {
			if _, err := l.Record.encode(); err != nil {
				t.Fatalf("read, but not written: %v", err)
			}
		}
	})
}

// What the system tells of a run is read back, whatever bytes it has.
func TestRunThatIsNoText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record")
	bad := "a\xffb\u2028\x00"
	r := &Record{Task: "t", Status: Failed, Error: "x", Run: &Run{Origin: Origin{Host: bad, CPU: bad, Version: bad, Commit: bad, Args: []string{bad, "\xff"},
		Slurm: map[string]string{"SLURM_JOB_ID": bad}}}}
	if err := WriteRecord(path, r); err != nil {
		t.Fatal(err)
	}
	if again, err := ReadRecord(path); err != nil || again.Run.Host != strings.ToValidUTF8(bad, "\uFFFD") {
		t.Errorf("%+v, %v", again, err)
	}
}
