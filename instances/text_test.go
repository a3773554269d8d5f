package instances

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// As Julia prints them: floats or integers, tabs or blanks, an empty line.
const julia = "1.0\t-1.0\t1.0\n-1 1  -1 \r\n\n +1 1 1"

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReadJulia(t *testing.T) {
	for name, text := range map[string]string{"plain": julia, "gzip": zipped(t, julia)} {
		p, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var b bytes.Buffer
		p.write(&b)
		if want := "1 -1 1\n-1 1 -1\n1 1 1\n"; b.String() != want || p.N != 3 || p.P != 3 || p.Labels != nil {
			t.Errorf("%s: read %d patterns of %d inputs:\n%s", name, p.P, p.N, b.String())
		}
	}
}

func TestReadRefuses(t *testing.T) {
	whole := zipped(t, julia)
	for _, test := range []struct{ text, want string }{
		{"", "no patterns"},
		{"\n \n", "no patterns"},
		{"1 1\n\n1" + strings.Repeat(" 1", 15) + " 2", `line 3, entry 17: "2": want 1 or -1`},
		{"1 2", `line 1, entry 2: "2": want 1 or -1`},
		{"1 1\n1 --1", `line 2, entry 2: "--1"`},
		{"1,1", `line 1, entry 1: "1,1"`},
		{"1 0.9999999999999999999", `entry 2`},
		{"\n1 1\n1\n", "line 3: 1 entries, want 2 as in line 2"},
		{"1 1\n1 1 1\n", "line 2: 3 entries, want 2 as in line 1"},
		{"1 " + strings.Repeat("x", 1000), strings.Repeat("x", 40) + `": want`},
		{whole[:len(whole)-4], "the gzip archive ends too early"},
		{"\x1f\x8b", "EOF"},
		{"\x1f\x8bnonsense that is no gzip", "gzip"},
	} {
		p, err := Read(strings.NewReader(test.text))
		if err == nil || p != nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), strings.Repeat("x", 41)) {
			t.Errorf("%.60q: %+v, error %v, want one with %q", test.text, p, err, test.want)
		}
	}
}

func TestTextFiles(t *testing.T) {
	dir := t.TempDir()
	for _, n := range sizes {
		p, path := randomSet(t, n, 5), filepath.Join(dir, "set.txt")
		if err := p.WriteFile(path); err != nil {
			t.Fatal(err)
		}
		back, err := ReadFile(path)
		if err != nil || back.N != n || back.P != 5 || !slices.Equal(back.bits, p.bits) {
			t.Fatalf("N = %d: other patterns came back, %v", n, err)
		}
		checkPadding(t, back)
	}
	bad := filepath.Join(dir, "bad.txt")
	write(t, dir, "bad.txt", "1 x")
	if _, err := ReadFile(bad); err == nil || !strings.Contains(err.Error(), "bad.txt: line 1, entry 2") {
		t.Errorf("error %v", err)
	}
	if err := randomSet(t, 3, 1).WriteFile(filepath.Join(bad, "x.txt")); err == nil {
		t.Error("a file was written below a file")
	}
}

// What separates entries and lines may lie where one reading of the file ends and the next begins.
func TestTextInPieces(t *testing.T) {
	for _, text := range []string{julia, "1 0 1\r0 0 1\r", "#c\r\n1 0 1 # one\r\n\r\n0 0 1#two"} {
		want, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, before := range []int{4096, 1 << 16} {
			for shift := range len(text) + 1 {
				got, err := Read(strings.NewReader(strings.Repeat(" ", before-shift) + text))
				if err != nil || got.N != want.N || !slices.Equal(got.bits, want.bits) {
					t.Errorf("%q, %d characters before the end of a piece: %v", text, shift, err)
				}
			}
		}
		got, err := Read(iotest.OneByteReader(strings.NewReader(text)))
		if err != nil || !slices.Equal(got.bits, want.bits) {
			t.Errorf("%q, byte by byte: %v", text, err)
		}
	}
	if _, err := Read(io.MultiReader(strings.NewReader("-1 1 -"), iotest.ErrReader(iotest.ErrTimeout))); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("a reader that fails: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(julia))
	f.Add([]byte("1\n-1\n"))
	f.Add([]byte("\x1f\x8b\x08"))
	f.Add([]byte("1.0e+00 0 # x\n"))
	f.Add(npyOf("<i8", "True", -1))
	f.Add(npyOf("|b1", "False", 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		if p.N < 1 || p.P < 1 {
			t.Fatalf("%d patterns of %d inputs", p.P, p.N)
		}
		checkPadding(t, p)
		var b bytes.Buffer
		p.write(&b)
		back, err := Read(&b)
		if err != nil || back.N != p.N || !slices.Equal(back.bits, p.bits) {
			t.Fatalf("written and read again: %v", err)
		}
	})
}
