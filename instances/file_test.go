package instances

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "set0.txt", "1 -1 1\n-1 -1 1\n")
	write(t, dir, "set1.txt", "1 1 1\n-1 -1 -1\n")
	var source Source = File{Path: filepath.Join(dir, "set{sample}.txt")}
	if err := source.Validate(t.Context(), plain(3)); err != nil {
		t.Error(err)
	}
	if p, err := source.Count(t.Context(), plain(3)); p != 2 || err != nil {
		t.Errorf("P = %d, %v", p, err)
	}
	for sample, want := range []string{"1 -1 1\n-1 -1 1\n", "1 1 1\n-1 -1 -1\n"} {
		p, err := train(source, 3, 1, sample)
		if err != nil {
			t.Fatal(err)
		}
		other, _ := train(source, 3, 2, sample)
		if !slices.Equal(p.bits, other.bits) {
			t.Error("the seed changes what is in a file")
		}
		hash := sha256.Sum256([]byte(want))
		if digest, err := source.(File).digest(t.Context(), sample); err != nil || digest != hex.EncodeToString(hash[:]) {
			t.Errorf("sample %d: digest %s, %v", sample, digest, err)
		}
		var b strings.Builder
		if p.write(&b); b.String() != want {
			t.Errorf("sample %d: read\n%swant\n%s", sample, b.String(), want)
		}
	}
}

func TestFileNoticesChange(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.txt", "1 -1 1\n")
	f := File{Path: filepath.Join(dir, "a.txt")}
	before, err := f.digest(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	f.SHA256 = before
	if _, err := train(f, 3, 1, 0); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "a.txt", "1  1 1 \n") // another size: the date may be the same
	if after, err := f.digest(t.Context(), 0); err != nil || after == before {
		t.Errorf("the digest is still %s, %v", after, err)
	}
	if _, err := train(f, 3, 1, 0); err == nil || !strings.HasPrefix(err.Error(), "sha256 = ") {
		t.Errorf("a changed file: error %v", err)
	}
}

func TestFileRefuses(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.txt", "1 -1 1\n")
	write(t, dir, "bad.txt", "1 2 1\n")
	for _, test := range []struct{ path, want string }{
		{"", "path: give the file"},
		{filepath.Join(dir, "none.txt"), "no such file"},
		{filepath.Join(dir, "bad.txt"), `line 1, entry 2: "2": want 1 or -1`},
		{filepath.Join(dir, "a.txt"), "patterns of 3 inputs, want n = 5"},
		{dir, "directory"},
	} {
		f := File{Path: test.path}
		_, patterns := train(f, 5, 1, 0)
		_, count := f.Count(t.Context(), plain(5))
		for call, err := range map[string]error{"Validate": f.Validate(t.Context(), plain(5)), "Count": count, "Patterns": patterns} {
			if err == nil || !strings.HasPrefix(err.Error(), "path") || !strings.Contains(err.Error(), test.want) ||
				strings.Count(err.Error(), test.path) > 1 && test.path != "" {
				t.Errorf("%s of %q: error %v, want one with %q that names the file once", call, test.path, err, test.want)
			}
		}
	}
}

// Samples of different size must not be averaged.
func TestFileSamplesOfOneSize(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "0.txt", "1 -1 1\n1 1 1\n")
	write(t, dir, "1.txt", "1 -1 1\n")
	f := File{Path: filepath.Join(dir, "{sample}.txt")}
	if _, err := f.digest(t.Context(), 1); err == nil || !strings.Contains(err.Error(), "1 patterns of 3 inputs, but 2 of 3") {
		t.Errorf("error %v", err)
	}
}
