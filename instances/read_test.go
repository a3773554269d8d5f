package instances

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fbp/internal/files"
	"fbp/internal/npy"
)

// want is the set that every file of the tests holds.
const wantSet = "1 -1 1\n-1 -1 1\n"

// What numpy.savetxt writes of ±1 and of 0/1, and other ways to write them.
func TestReadNumbers(t *testing.T) {
	one, minus, zero := "1.000000000000000000e+00", "-1.000000000000000000e+00", "0.000000000000000000e+00"
	for _, text := range []string{
		fmt.Sprintf("%s %s %s\n%s %s %s\n", one, minus, one, minus, minus, one),
		fmt.Sprintf("%s %s %s\n%s %s %s\n", one, zero, one, zero, zero, one),
		"1 0 1\n0 0 1\n", "1. -1. 1.\n-1. -1. 1.", "+1e0 -1.0e-00 1E+0\n-1 -1 1\n",
		"# three inputs\n1 0 1 # the first\n\n0 0 1\n", "1.0 0.0 1\n-0.0 0 1\n",
	} {
		p, err := Read(strings.NewReader(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		checkSet(t, text, p)
	}
	for text, want := range map[string]string{
		"1 0\n1 -1\n":                   "line 2, entry 2: -1, but 0 at line 1, entry 2: want 1 and -1, or 1 and 0, in a file; real = true reads real numbers",
		"-1 1\n\n1 0\n":                 "line 3, entry 2: 0, but -1 at line 1, entry 1: want",
		"1.5 1":                         `line 1, entry 1: "1.5": want 1 or -1 (or 1 and 0); real = true reads real numbers`,
		"1,0,1":                         `line 1, entry 1: "1,0,1": want 1 or -1 (or 1 and 0); entries are separated by blanks or tabs, not by ','`,
		"PK\x03\x04 and more":           `a zip archive, such as .npz: want text, or one array as numpy.save writes it (.npy)`,
		"1e1":                           `"1e1"`,
		"1e":                            `"1e"`,
		"1.0.0":                         `"1.0.0"`,
		"1.000001":                      `"1.000001"`,
		"10":                            `"10"`,
		"nan":                           `"nan"`,
		"":                              "no patterns",
		"# only a comment":              "no patterns",
		"1." + strings.Repeat("0", 100): `want 1 or -1`,
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

func checkSet(t *testing.T, name string, p *Patterns) {
	t.Helper()
	var b bytes.Buffer
	if p.write(&b); b.String() != wantSet || p.N != 3 || p.P != 2 {
		t.Errorf("%.40q: read\n%s%d patterns of %d inputs", name, b.String(), p.P, p.N)
	}
	checkPadding(t, p)
}

// npyOf is the set as a .npy file.
func npyOf(descr, order string, minus float64) []byte {
	b := npy.Append(nil, descr, 2, 3)
	values := []float64{1, minus, 1, minus, minus, 1}
	if order == "True" {
		b = bytes.Replace(b, []byte("'fortran_order': False"), []byte("'fortran_order': True "), 1)
		values = []float64{1, minus, minus, minus, 1, 1}
	}
	for _, x := range values {
		switch descr {
		case "|i1", "|b1":
			b = append(b, byte(int8(x)))
		case "<i8":
			b = binary.LittleEndian.AppendUint64(b, uint64(int64(x)))
		case ">i8":
			b = binary.BigEndian.AppendUint64(b, uint64(int64(x)))
		case "<f4":
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(x)))
		case "<f8":
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
	}
	return b
}

func TestReadNPY(t *testing.T) {
	for _, order := range []string{"False", "True"} {
		for _, descr := range []string{"|i1", "|b1", "<i8", ">i8", "<f4", "<f8"} {
			for _, minus := range []float64{-1, 0} {
				if descr == "|b1" && minus == -1 {
					continue
				}
				data := npyOf(descr, order, minus)
				for name, in := range map[string]string{"plain": string(data), "gzip": zipped(t, string(data))} {
					p, err := Read(strings.NewReader(in))
					if err != nil {
						t.Errorf("%s %s %v %s: %v", descr, order, minus, name, err)
						continue
					}
					checkSet(t, descr+order, p)
				}
			}
		}
	}
	mixed := npyOf("|i1", "False", -1)
	mixed[len(mixed)-2] = 0
	for want, data := range map[string][]byte{
		"entry [1, 1]: 0, but -1 at entry [0, 1]: want 1 and -1, or 1 and 0":         mixed,
		"entry [0, 0]: 2: want 1 or -1 (or 1 and 0); real = true reads real numbers": append(npy.Append(nil, "|i1", 1, 1), 2),
		"an array of 1 dimensions: want 2":                                           append(npy.Append(nil, "|i1", 1), 1),
		"no patterns":                                                                npy.Append(nil, "|i1", 0, 5),
		"want at most":                                                               npy.Append(nil, "|i1", 1<<30, 1<<30),
		"patterns of more than":                                                      npy.Append(nil, "|i1", 1<<28, 1),
		"the file ends too early":                                                    npyOf("<f8", "True", 1)[:150],
	} {
		if _, err := Read(bytes.NewReader(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestReadSigns(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"column.txt": "1\n-1\n1\n", "row.txt": "1 -1 1\n", "zeros.txt": "1.0e+00\n0.0e+00\n1.0e+00\n",
		"list.npy": string(append(npy.Append(nil, "|i1", 3), 1, 255, 1)), "column.npy": string(append(npy.Append(nil, "|b1", 3, 1), 1, 0, 1)),
	} {
		write(t, dir, name, text)
		if list, err := ReadSigns(filepath.Join(dir, name), 0); err != nil || fmt.Sprint(list) != "[1 -1 1]" {
			t.Errorf("%s: %v, %v", name, list, err)
		}
	}
	for text, want := range map[string]string{"1 1\n1 1\n": "line 2: a second row of numbers: want one row, or one number per line", "": "no numbers", "0.5": "want 1 or -1"} {
		write(t, dir, "bad", text)
		if _, err := ReadSigns(filepath.Join(dir, "bad"), 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// Of a list with more numbers than wanted, one more is read, whatever its size when unpacked; of any
// other number it is said how many there are.
func TestListsOfOtherLengths(t *testing.T) {
	dir := t.TempDir()
	for name, test := range map[string]struct{ text, want string }{
		"long.gz":   {zipped(t, strings.Repeat("1\n", 20_000_000)), "more than 3 numbers, want 3"},
		"row.gz":    {zipped(t, strings.Repeat("1 ", 20_000_000)), "more than 3 numbers, want 3"},
		"four.txt":  {"1 -1\t1 1", "more than 3 numbers, want 3"},
		"two.txt":   {"1\n-1\n", "2 numbers, want 3"},
		"long.npy":  {string(npy.Append(nil, "|i1", 100_000_000)), "100000000 numbers, want 3"},
		"short.npy": {string(npy.Append(nil, "|i1", 2, 1)), "2 numbers, want 3"},
		"rows.gz":   {zipped(t, "1 1\n"+strings.Repeat("1 1\n", 10_000_000)), "line 2: a second row"},
	} {
		write(t, dir, name, test.text)
		for kind, read := range map[string]func(string, int) ([]float64, error){"signs": ReadSigns, "reals": ReadReals} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := read(filepath.Join(dir, name), 3)
			runtime.ReadMemStats(&after)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s of %s: error %v, want %s", kind, name, err, test.want)
			}
			if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<20 {
				t.Errorf("%s of %s: %d bytes", kind, name, taken)
			}
		}
	}
}

// Labels are absorbed in the patterns, and part of the digest.
func TestFileWithLabels(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write(t, dir, "0.txt", "1 -1 1\n1 1 -1\n")
	write(t, dir, "0.labels", "1\n-1\n")
	f := File{Path: at("{sample}.txt"), Labels: at("{sample}.labels")}
	p, err := train(f, 3, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	checkSet(t, "labels", p)
	with, _ := f.digest(t.Context(), 0)
	without, _ := File{Path: f.Path}.digest(t.Context(), 0)
	write(t, dir, "both", "1 -1 1\n1 1 -1\n1\n-1\n")
	write(t, dir, "set.txt", "1 1\n")
	if both, _ := (File{Path: at("both")}).digest(t.Context(), 0); with == without || both != "" {
		t.Errorf("digests %q with labels, %q without", with, without)
	}
	write(t, dir, "0.labels", "0\n1 \n") // another size: the date may be the same
	if after, err := f.digest(t.Context(), 0); err != nil || after == with {
		t.Errorf("other labels, the same digest %s, %v", after, err)
	}
	for labels, want := range map[string]string{
		"1\n":        `0.labels": 1 labels: want one for each of the 2 patterns`,
		"1\n2\n":     `0.labels": line 2, entry 1: "2": want 1 or -1`,
		"1 1\n1 1\n": `0.labels": line 2: a second row`,
	} {
		write(t, dir, "0.labels", labels)
		if _, err := train(f, 3, 1, 0); err == nil || !strings.HasPrefix(err.Error(), "labels = ") || !strings.Contains(err.Error(), want) {
			t.Errorf("labels %q: error %v, want %s", labels, err, want)
		}
	}
	if _, err := train(File{Path: f.Path, Labels: at("none")}, 3, 1, 0); err == nil || !strings.HasPrefix(err.Error(), "labels = ") {
		t.Errorf("no labels: %v", err)
	}
}

// zeros is a gzip of n blanks.
func zeros(t *testing.T, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	block := bytes.Repeat([]byte(" "), 1<<20)
	for ; n > 0; n -= len(block) {
		z.Write(block[:min(n, len(block))])
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What unpacks to more than anybody needs is not unpacked, and takes no memory.
func TestBoundedReader(t *testing.T) {
	z, err := gzip.NewReader(bytes.NewReader(zeros(t, 1<<22)))
	if err != nil {
		t.Fatal(err)
	}
	b := &bounded{z, 1 << 21}
	if _, err := bytes.NewBuffer(nil).ReadFrom(b); err == nil || !strings.Contains(err.Error(), "when unpacked") {
		t.Errorf("error %v", err)
	}
}

// A file that is no regular one is refused without being opened for long, and a
// cancelled context ends reading.
func TestFilesThatNeverEnd(t *testing.T) {
	for _, f := range []File{{Path: os.DevNull}, {Path: "/dev/zero"}, {Path: t.TempDir()}} {
		if _, err := train(f, 3, 1, 0); err == nil || !strings.HasPrefix(err.Error(), "path = ") {
			t.Errorf("%s: %v", f.Path, err)
		}
	}
	dir := t.TempDir()
	write(t, dir, "a.txt", wantSet)
	ctx, cancel := context.WithCancel(context.Background())
	f := File{Path: filepath.Join(dir, "a.txt")}
	if _, err := f.Data(ctx, plain(3), 1, 0); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := f.Data(ctx, plain(3), 1, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	write(t, dir, "b.txt", wantSet) // not read before
	other := File{Path: filepath.Join(dir, "b.txt")}
	_, count := other.Count(ctx, plain(3))
	_, digest := other.digest(ctx, 0)
	for _, err := range []error{count, digest, other.Validate(ctx, plain(3))} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	}
	large := filepath.Join(dir, "large")
	write(t, dir, "large", "")
	if err := os.Truncate(large, files.Large+1); err != nil {
		t.Skip(err)
	}
	if _, err := ReadFile(large); !errors.As(err, new(*files.TooLargeError)) {
		t.Errorf("a file of %d bytes: %v", files.Large+1, err)
	}
}
