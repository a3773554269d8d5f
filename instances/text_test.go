package instances

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
		if err := p.Write(&b); err != nil {
			t.Fatal(err)
		}
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
		{whole[:len(whole)-4], "unexpected EOF"},
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
		p := randomSet(t, n, 5)
		for _, name := range []string{"set.txt", "set.txt.gz"} {
			path := filepath.Join(dir, name)
			if err := p.WriteFile(path); err != nil {
				t.Fatal(err)
			}
			back, err := ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if back.N != n || back.P != 5 || !slices.Equal(back.bits, p.bits) {
				t.Errorf("%s, N = %d: other patterns came back", name, n)
			}
			checkPadding(t, back)
			first, _ := os.ReadFile(path)
			if gz := bytes.HasPrefix(first, []byte("\x1f\x8b")); gz != strings.HasSuffix(name, ".gz") {
				t.Errorf("%s: compressed is %v", name, gz)
			}
			if err := back.WriteFile(path); err != nil {
				t.Fatal(err)
			}
			if second, _ := os.ReadFile(path); !bytes.Equal(first, second) {
				t.Errorf("%s, N = %d: other bytes the second time", name, n)
			}
		}
	}
	bad := filepath.Join(dir, "bad.txt")
	if err := os.WriteFile(bad, []byte("1 x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(bad); err == nil || !strings.Contains(err.Error(), "bad.txt: line 1, entry 2") {
		t.Errorf("error %v", err)
	}
	if err := randomSet(t, 3, 1).WriteFile(filepath.Join(bad, "x.txt")); err == nil {
		t.Error("a file was written below a file")
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
		if err := p.Write(&b); err != nil {
			t.Fatal(err)
		}
		back, err := Read(&b)
		if err != nil || back.N != p.N || !slices.Equal(back.bits, p.bits) {
			t.Fatalf("written and read again: %v", err)
		}
	})
}
