package instances

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/internal/npy"
)

// Texts as editors of other systems and numpy.savetxt leave them, which numpy.loadtxt reads
// alike: patterns, real ones, and lists of labels or weights.
func TestForeignTexts(t *testing.T) {
	const mark = "\ufeff"
	for _, text := range []string{
		mark + "1 0 1\n0 0 1\n", "1 0 1\r0 0 1\r", "1 0 1\r\n0 0 1\r\n", mark + "# x\r1 0 1#c\r#\r\r0 0 1# 0\r",
		"1 0 1#0 1\n0\t0 1 #\n", "#\r\n1 0 1 # one\r\n\r\n0 0 1#two", mark + "#1 0\n1 0 1\n0 0 1",
	} {
		for name, in := range map[string]string{"plain": text, "gzip": zipped(t, text)} {
			p, err := Read(strings.NewReader(in))
			if err != nil {
				t.Errorf("%q, %s: %v", text, name, err)
				continue
			}
			checkSet(t, text, p)
			real, err := readReal(strings.NewReader(in))
			if err != nil || real.N != 3 || real.P != 2 || !slices.Equal(real.reals, []float64{1, 0, 1, 0, 0, 1}) {
				t.Errorf("%q, %s: real %+v, %v", text, name, real, err)
			}
		}
	}
	dir := t.TempDir()
	for _, text := range []string{mark + "1\n-1\n1\n", "1\r-1\r1", "1#a\n-1# b\n1#\n", mark + "1 -1 1#\r\n", "1\r\n-1\r\n1\r\n"} {
		write(t, dir, "list", text)
		if list, err := ReadSigns(filepath.Join(dir, "list"), 0); err != nil || fmt.Sprint(list) != "[1 -1 1]" {
			t.Errorf("%q: %v, %v", text, list, err)
		}
	}
	for text, want := range map[string]string{
		"1 1\r\n\r\n1 2\r\n": "line 3, entry 2", "1 1\r\r1 2\r": "line 3, entry 2", "1 1\n" + mark + "1 1\n": "line 2, entry 1",
		"\xff\xfe1\x00": "UTF-16", "\xfe\xff\x001": "UTF-16", mark: "no patterns", mark + "#1": "no patterns",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
	// 1_0 is 10 for Go and a mistake for NumPy.
	if _, err := readReal(strings.NewReader("1_0 2")); err == nil || !strings.Contains(err.Error(), `"1_0": want a number`) {
		t.Errorf("1_0: %v", err)
	}
}

// An array is a list if one dimension at most is not 1.
func TestListsOfAnyDimension(t *testing.T) {
	dir := t.TempDir()
	read := func(shape []int, list ...float64) ([]float64, error) {
		var b bytes.Buffer
		b.Write(npy.Append(nil, "|i1", shape...))
		for _, x := range list {
			b.WriteByte(byte(int8(x)))
		}
		write(t, dir, "list.npy", b.String())
		return ReadSigns(filepath.Join(dir, "list.npy"), 0)
	}
	for _, shape := range [][]int{{3}, {3, 1}, {1, 3}, {3, 1, 1}, {1, 3, 1}, {1, 1, 1, 3}} {
		if list, err := read(shape, 1, -1, 1); err != nil || fmt.Sprint(list) != "[1 -1 1]" {
			t.Errorf("%v: %v, %v", shape, list, err)
		}
	}
	for _, shape := range [][]int{{}, {1}, {1, 1, 1}} {
		if list, err := read(shape, -1); err != nil || fmt.Sprint(list) != "[-1]" {
			t.Errorf("%v: %v, %v", shape, list, err)
		}
	}
	for want, shape := range map[string][]int{"shape [2 2]: want one row of numbers": {2, 2}, "shape [1 2 2]: want one row": {1, 2, 2}, "no numbers": {0, 3}} {
		if _, err := read(shape, 1, -1, 1, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", shape, err)
		}
	}
}

// A wrong CRC is named, wherever it is found: after the content, or after a mistake in it.
func TestWrongChecksum(t *testing.T) {
	image := idxBytes([]byte{7}, 1, 1, 1)
	for name, content := range map[string]string{
		"text": "1 -1 1\n", "array": string(npyOf("|i1", "False", -1)), "real": string(npyOf("<f8", "True", 0)),
		"a mistake": "1 -1 7\n", "too long an array": string(npyOf("|i1", "False", -1)) + "1", "images": string(image),
	} {
		whole := []byte(zipped(t, content))
		crc := whole[len(whole)-8:]
		if sum := crc32.ChecksumIEEE([]byte(content)); crc[0] != byte(sum) {
			t.Fatal("the CRC is not where it is expected")
		}
		crc[1] ^= 0x40
		dir := t.TempDir()
		write(t, dir, "x.gz", string(whole))
		var err error
		switch name {
		case "real":
			_, err = readReal(bytes.NewReader(whole))
		case "images":
			_, err = openIDXWhole(t, filepath.Join(dir, "x.gz"))
		default:
			_, err = Read(bytes.NewReader(whole))
		}
		if !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// openIDXWhole reads one image of an IDX file to the end of the file.
func openIDXWhole(t *testing.T, path string) ([]byte, error) {
	f, err := openIDX(t.Context(), path, 3)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for more := true; more && err == nil; {
		more, err = f.next(make([]byte, f.each))
	}
	return f.sum.Sum(nil), err
}

// A small archive of one line of very many numbers is refused as soon as no network can have
// so many inputs, and reading ends with its context, though all of the archive was read.
func TestLongestLine(t *testing.T) {
	line := zipped(t, strings.Repeat("1 ", 11_000_000))
	if _, err := Read(strings.NewReader(line)); err == nil || err.Error() != "line 1: more than 10000000 entries" {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := readList(ctx, strings.NewReader(line), form{flat: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Read(bytes.NewReader(npy.Append(nil, "|i1", 1, 10_000_001))); err == nil || !strings.Contains(err.Error(), "at most 10000000 numbers in a row") {
		t.Errorf("error %v", err)
	}
}
