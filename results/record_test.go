package results

import (
	"bytes"
	"crypto/sha256"
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
	"fbp/internal/slow"
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
		Readings: map[string]*Series{
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

// The reproducible line must not depend on the run, nor on whether the record
// comes from memory or from its file.
func TestReproducible(t *testing.T) {
	path := filepath.Join(t.TempDir(), "task.json")
	r := sampleRecord()
	fresh, err := r.Reproducible()
	if err != nil {
		t.Fatal(err)
	}
	if r.Sum != "" || r.Run == nil {
		t.Error("Reproducible changed the record")
	}
	if err := WriteRecord(path, r); err != nil {
		t.Fatal(err)
	}
	back, err := ReadRecord(path)
	if err != nil {
		t.Fatal(err)
	}
	back.Run = &Run{Origin: Origin{Host: "elsewhere"}}
	later, err := back.Reproducible()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(fresh, later) || bytes.ContainsAny(fresh, "\n") || bytes.Contains(fresh, []byte(`"run"`)) {
		t.Errorf("before writing %s\nafter reading %s", fresh, later)
	}
}

// A flipped bit must be noticed wherever it counts. It may pass only where the
// reproducible part stays what it was: in run, or in the case of a field's name.
func TestRecordNoticesFlippedBits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "task.json")
	r := sampleRecord()
	if err := WriteRecord(path, r); err != nil {
		t.Fatal(err)
	}
	want, _ := r.Reproducible()
	data, _ := os.ReadFile(path)
	for i := range data {
		for _, flip := range slow.Some(2, []byte{255, 1, 2, 4, 32, 8, 16, 64, 128}) {
			damaged := bytes.Clone(data)
			damaged[i] ^= flip
			got, err := parse(damaged)
			if head, params, err2 := parseHead(damaged); (err == nil) != (err2 == nil) || err == nil && (!json.Valid(params) || head.Task != got.Task || head.Run.Host != got.Run.Host) {
				t.Errorf("byte %d, %q for %q: error %v, of the head alone %v", i, damaged[i], data[i], err, err2)
			}
			if err != nil {
				continue
			}
			if line, err := got.Reproducible(); err != nil || !bytes.Equal(line, want) || !bytes.Equal(got.Text, want) {
				t.Errorf("byte %d, %q for %q, was not noticed", i, damaged[i], data[i])
			}
		}
	}
	for n := range data[:len(data)-1] { // all but the final newline
		if _, err := parse(data[:n]); err == nil {
			t.Errorf("a file cut after %d bytes was read", n)
		}
	}
}

func TestWriteRecordRefuses(t *testing.T) {
	series := func(rows ...[]Number) map[string]*Series {
		return map[string]*Series{"x": {[]string{"k"}, []string{"v"}, rows}}
	}
	for _, test := range []struct {
		name, want string
		spoil      func(*Record)
	}{
		{"NaN", "NaN", func(r *Record) { r.Readings = series([]Number{1, Number(math.NaN())}) }},
		{"ragged rows", "row 2 has 1 numbers, want 2", func(r *Record) { r.Readings = series([]Number{1, 2}, []Number{1}) }},
		{"nil series", "no series", func(r *Record) { r.Readings = map[string]*Series{"x": nil} }},
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
func resealed(line string) string {
	body, _, _ := strings.Cut(line, `,"sum":"`)
	sum := sha256.Sum256([]byte(body + "}"))
	return fmt.Sprintf(`%s,"sum":"%x"}`, body, sum)
}

func TestReadRecordRefuses(t *testing.T) {
	line, err := sampleRecord().Reproducible()
	if err != nil {
		t.Fatal(err)
	}
	replace := func(old, new string) string { return strings.Replace(string(line), old, new, 1) }
	for _, test := range []struct{ name, want, text string }{
		{"empty", "ends too early", ""},
		{"other format", "format 2, written by a newer fbp (this one knows 1)", replace(`"format":1`, `"format":2,"new":0`)},
		{"newer physics", "physics 9, written by a newer fbp", replace(fmt.Sprintf(`"physics":%d`, PhysicsVersion), `"physics":9,"new":0`)},
		{"a format of flipped bits", "format 3: want 1", replace(`"format":1`, `"format":3`)},
		{"name of a table", "want a name of letters", resealed(replace(`"readings":{"`, `"readings":{"../`))},
		{"name of a column", "cannot be the name of a column", resealed(replace(`"keys":["`, `"keys":["a\n`))},
		{"unknown field", "unknown field", replace(`"seed"`, `"sead"`)},
		{"changed number", "does not fit", replace(`0.2`, `0.3`)},
		{"ragged", "want 3", replace(`[0.1,0.2,`, `[0.2,`)},
		{"two records", "text after", string(line) + string(line)},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "task.json")
			if err := os.WriteFile(path, []byte(test.text), 0o644); err != nil {
				t.Fatal(err)
			}
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

// The fast way to read a record gives what encoding/json gives.
func TestFastWay(t *testing.T) {
	numbers := []Number{0, Number(math.Copysign(0, -1)), 1, -1.5, 1e-300, 1e300, 5e-324, 1.0 / 3, Number(math.Inf(1)), Number(math.Inf(-1)), math.MaxFloat64}
	plain := func(change func(*Record)) *Record {
		r := sampleRecord()
		change(r)
		return r
	}
	for name, test := range map[string]struct {
		record *Record
		fast   bool
	}{
		"sample":      {sampleRecord(), true},
		"no run":      {plain(func(r *Record) { r.Run = nil }), true},
		"no readings": {plain(func(r *Record) { r.Readings = nil }), true},
		"numbers":     {plain(func(r *Record) { r.Readings["x"] = &Series{[]string{}, []string{"v"}, [][]Number{}} }), true},
		"names": {plain(func(r *Record) {
			r.Readings["Two_words"] = &Series{[]string{"a1", "b_2"}, []string{"c"}, [][]Number{{1, 2, 3}}}
		}), true},
		"an error":     {plain(func(r *Record) { r.Status, r.Error, r.Readings = Failed, "said \"so\"", nil }), true},
		"no keys":      {plain(func(r *Record) { r.Readings["x"] = &Series{nil, []string{"v"}, nil} }), true},
		"its own keys": {plain(func(r *Record) { r.Params["readings"] = map[string]any{"sum": "x"} }), false},
	} {
		if s := test.record.Readings["x"]; s != nil && s.Rows != nil {
			for _, x := range numbers {
				s.Rows = append(s.Rows, []Number{x})
			}
		}
		path := filepath.Join(t.TempDir(), "x.json")
		if err := WriteRecord(path, test.record); err != nil {
			t.Fatal(err)
		}
		data := []byte(scratch.Read(t, path))
		want, err := decode(data)
		if err != nil {
			t.Fatal(err)
		}
		body, rest, ok := sealed(data)
		if !ok {
			t.Fatalf("%s: not sealed", name)
		}
		if got, fast := parseSealed(body, rest); fast != test.fast || fast && !reflect.DeepEqual(got.Record, want) {
			t.Errorf("%s: fast %v, %+v, want %+v", name, fast, got, want)
		}
		if got, err := parse(data); err != nil || !reflect.DeepEqual(got.Record, want) {
			t.Errorf("%s: %+v, want %+v (%v)", name, got, want, err)
		}
	}
}

func FuzzReadRecord(f *testing.F) {
	line, err := sampleRecord().Reproducible()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(line)
	f.Add(append(line[:len(line)-1:len(line)-1], `,"run":{"host":"x"}}`...))
	f.Add([]byte(`{"format":1}`))
	f.Add([]byte(`{"format":1,"task":"a","status":"limit","readings":{"x":{"keys":null,"values":["v"],"rows":[["inf"],null]}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := parse(data)
		head, _, err2 := parseHead(data)
		if (err == nil) != (err2 == nil) || err == nil && (head.Task != r.Task || head.Status != r.Status || head.Sample != r.Sample) {
			t.Fatalf("error %v, of the head alone %v", err, err2)
		}
		if err != nil {
			return
		}
		line, err := r.Reproducible()
		if err != nil || !bytes.Equal(line, r.Text) {
			t.Fatalf("read, but not written as it was: %v", err)
		}
		if _, err := parse(line); err != nil {
			t.Fatalf("written, but not read: %v", err)
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
