package instances

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/internal/values"
)

// idxBytes is an IDX file.
func idxBytes(data []byte, sizes ...int) []byte {
	out := []byte{0, 0, 8, byte(len(sizes))}
	for _, n := range sizes {
		out = binary.BigEndian.AppendUint32(out, uint32(n))
	}
	return append(out, data...)
}

// written writes a file into the test's folder and returns its path.
func written(t testing.TB, dir, name string, data []byte) values.Files {
	t.Helper()
	path := filepath.Join(dir, name)
	scratch.Write(t, path, data)
	return values.Files{One: path}
}

func packed(data []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(data)
	z.Close()
	return b.Bytes()
}

// pictures are 40 images of 2 × 3 pixels with the labels 0 … 3 in turn; pixel i of
// image k is 40 i + k.
func pictures(t testing.TB) *IDX {
	var data, labels []byte
	for k := range 40 {
		for i := range 6 {
			data = append(data, byte(40*i+k))
		}
		labels = append(labels, byte(k%4))
	}
	dir := t.TempDir()
	s := NewIDX()
	s.Images = written(t, dir, "images", idxBytes(data, 40, 2, 3))
	s.Labels = written(t, dir, "labels", packed(idxBytes(labels, 40)))
	s.Classes.Labels = []int{3, 1}
	return s
}

// Inputs are +1 above the threshold, labels +1 for the first class.
func TestIDXInputs(t *testing.T) {
	s := pictures(t)
	half := 0.5
	for _, test := range []struct {
		threshold Threshold
		want      func(pixel int) bool
	}{
		{Threshold{Word: "median"}, func(i int) bool { return i >= 3 }},          // pixels 2 and 3 lie around the median
		{Threshold{Number: &half}, func(i int) bool { return i >= 4 || i == 3 }}, // see below
	} {
		s.Threshold = test.threshold
		d, err := s.Data(t.Context(), inputsOnly(6), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		if d.Train.P != 20 || d.Test != nil {
			t.Fatalf("%d patterns, test set %v", d.Train.P, d.Test)
		}
		x := make([]float64, 6)
		plus := 0
		for mu := range d.Train.P {
			if d.Train.Label(mu) > 0 {
				plus++
			}
			d.Train.Input(x, mu)
			for i := range x {
				if i == 3 && test.threshold.Number != nil { // 120 + k, above 127.5 for k > 7
					continue
				}
				if (x[i] > 0) != test.want(i) {
					t.Errorf("%+v: pattern %d has %v", test.threshold, mu, x)
				}
			}
		}
		if plus != 10 {
			t.Errorf("%d labels are +1, want 10", plus)
		}
	}
}

// Sets are stratified, do not overlap, and the training set does not depend on the
// test set; samples differ.
func TestIDXSplit(t *testing.T) {
	s := pictures(t)
	zero := 0.45 // pixels around it tell the images apart
	s.Threshold = Threshold{Number: &zero}
	s.P = 8
	for _, split := range []string{"stratified", "random"} {
		s.Split = split
		s.Test = nil
		alone, err := s.Data(t.Context(), inputsOnly(6), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		tests := 12
		s.Test = &tests
		both, err := s.Data(t.Context(), inputsOnly(6), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(alone.Train, both.Train) {
			t.Errorf("%s: the training set depends on the test set", split)
		}
		if both.Test.P != 12 {
			t.Errorf("%s: %d test patterns", split, both.Test.P)
		}
		if count := func(p *Patterns) (plus int) {
			for mu := range p.P {
				if p.Label(mu) > 0 {
					plus++
				}
			}
			return plus
		}; split == "stratified" && (count(both.Train) != 4 || count(both.Test) != 6) {
			t.Errorf("%d of 8 and %d of 12 are of the first class", count(both.Train), count(both.Test))
		}
		other, err := s.Data(t.Context(), inputsOnly(6), 1, 1)
		if err != nil || reflect.DeepEqual(other.Train, both.Train) {
			t.Errorf("%s: samples 0 and 1 are the same (%v)", split, err)
		}
	}
}

// Training and test images drawn from one pool never overlap, for any rounding.
func TestIDXDisjoint(t *testing.T) {
	for a := 1; a < 9; a++ {
		for b := 1; b < 9; b++ {
			pool := &pool{pixels: 1, class: append(bytes.Repeat([]byte{0}, a), bytes.Repeat([]byte{1}, b)...)}
			for p := 1; p <= a+b; p++ {
				s := NewIDX()
				tests := a + b - p
				s.P, s.Test = p, &tests
				sizes, err := s.sizes(pool, pool)
				if err != nil {
					t.Fatal(err)
				}
				tr, te := sizes.train.of, sizes.test.of
				if tr[0]+tr[1] != p || te[0]+te[1] != a+b-p || tr[0]+te[0] != a || tr[1]+te[1] != b {
					t.Errorf("%d and %d images, p = %d: %v and %v", a, b, p, tr, te)
				}
			}
		}
	}
}

// Pixels are shuffled across patterns: their sums over the set stay, and labels too.
func TestIDXRandomized(t *testing.T) {
	s := pictures(t)
	x := 0.45
	s.Threshold = Threshold{Number: &x}
	plain, err := s.Data(t.Context(), inputsOnly(6), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.Randomize = "pixels"
	shuffled, err := s.Data(t.Context(), inputsOnly(6), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	sums := func(p *Patterns) []float64 {
		sum, x := make([]float64, p.N), make([]float64, p.N)
		for mu := range p.P {
			for i, v := range p.Input(x, mu) {
				sum[i] += v
			}
		}
		return sum
	}
	if a, b := sums(plain.Train), sums(shuffled.Train); !slices.Equal(a, b) {
		t.Errorf("sums of the pixels: %v, shuffled %v", a, b)
	}
	if !slices.Equal(plain.Train.Labels, shuffled.Train.Labels) || slices.Equal(plain.Train.bits, shuffled.Train.bits) {
		t.Error("want the same labels and other inputs")
	}
}

// Files may be pooled, packed and renamed; filter, own test files, odd and even.
func TestIDXFiles(t *testing.T) {
	s := pictures(t)
	first, err := s.digest(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	data := []byte(scratch.Read(t, s.Images.One))
	again := copyOf(s)
	again.Images = written(t, t.TempDir(), "other.gz", packed(data))
	if digest, err := again.digest(t.Context(), 0); err != nil || digest != first {
		t.Errorf("packed: digest %s, %v; want %s", digest, err, first)
	}
	data[len(data)-1]++ // other images, with the same labels
	others := written(t, t.TempDir(), "others", data)
	again.Images = values.Files{List: []string{s.Images.One, others.One}}
	again.Labels = values.Files{List: []string{s.Labels.One, s.Labels.One}}
	if p, err := again.Count(t.Context(), inputsOnly(6)); p != 40 || err != nil {
		t.Errorf("pooled: %d patterns, %v", p, err)
	}
	again = copyOf(s)
	again.Classes = Classes{Word: "odd_even"}
	again.Filter = []float64{(100 + 10) / 255.0, (100 + 19) / 255.0} // medians are 100 + k
	if p, err := again.Count(t.Context(), inputsOnly(6)); p != 10 || err != nil {
		t.Errorf("filtered: %d patterns, %v", p, err)
	}
	again.Filter = nil
	again.TestImages, again.TestLabels = others, s.Labels
	if d, err := again.Data(t.Context(), inputsOnly(6), 1, 0); err != nil || d.Test.P != 40 || d.Train.P != 40 || again.About().Tests == 0 {
		t.Errorf("test files: %v", err)
	}
}

// Mistakes and bad files are one line that names the key.
func TestIDXFaults(t *testing.T) {
	dir := t.TempDir()
	good := pictures(t)
	image := func(data []byte) func(*IDX) {
		return func(s *IDX) { s.Images = written(t, dir, fmt.Sprintf("i%d", len(data)), data) }
	}
	labels := func(data []byte) func(*IDX) {
		return func(s *IDX) { s.Labels = written(t, dir, fmt.Sprintf("l%d", len(data)), data) }
	}
	for want, change := range map[string]func(*IDX){
		"images: give the file":              func(s *IDX) { s.Images = values.Files{} },
		"labels: 0 files for 1 files":        func(s *IDX) { s.Labels = values.Files{} },
		"test_labels: 0 files for 1":         func(s *IDX) { s.TestImages = s.Images },
		"classes: give two labels":           func(s *IDX) { s.Classes = Classes{} },
		"classes = [1, 1]: want two labels":  func(s *IDX) { s.Classes.Labels = []int{1, 1} },
		"filter = [0.5]: want":               func(s *IDX) { s.Filter = []float64{0.5} },
		"p = 21: there are 10 and 10 images": func(s *IDX) { s.P = 21 },
		"p = 20: there are 10 and 10 images of the two classes, of which 1 are tested on": func(s *IDX) { one := 1; s.P, s.Test = 20, &one },
		"labels: no image of the second class":                                            func(s *IDX) { s.Classes.Labels = []int{3, 9} },
		"not an IDX file of bytes":                                                        image([]byte("hello, world")),
		"the gzip archive ends too early":                                                 image(packed(idxBytes(make([]byte, 240), 40, 2, 3))[:20]),
		"239 bytes after the header, want 240":                                            image(idxBytes(make([]byte, 239), 40, 2, 3)),
		"an IDX file of labels, want one of images":                                       image(idxBytes(make([]byte, 40), 40)),
		"dimension 3 of the header is 0":                                                  image(idxBytes(nil, 40, 2, 0)),
		"dimension 2 of the header is 4294967295":                                         image(idxBytes(make([]byte, 6), 1<<20, 1<<32-1, 1<<30)),
		"the header is cut off":                                                           image([]byte{0, 0, 8, 3, 0, 0}),
		"39 labels for the 40 images":                                                     labels(idxBytes(make([]byte, 39), 39)),
		"no such file":                                                                    func(s *IDX) { s.Images.One += "x" },
	} {
		s := copyOf(good)
		change(s)
		err := s.Validate(t.Context(), inputsOnly(6))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := good.Validate(t.Context(), inputsOnly(5)); err == nil || err.Error() != "images: images of 6 pixels: want n = 6, not 5, or one pixel left out, as by drop = [5]" {
		t.Errorf("one input less than pixels: %v", err)
	}
	if err := good.Validate(t.Context(), inputsOnly(7)); err == nil || err.Error() != "images: images of 6 pixels: want n = 6, not 7" {
		t.Errorf("another n: %v", err)
	}
}

// zeroBytes is what unpacks to so many zeros.
func zeroBytes(size int) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for block := make([]byte, 1<<20); size > 0; size -= len(block) {
		z.Write(block)
	}
	z.Close()
	return b.Bytes()
}

// A packed file is unpacked as far as its header says, image by image, and not into
// memory.
func TestIDXBombs(t *testing.T) {
	slow.Only(t)
	const size = 256 << 20
	dir, all := t.TempDir(), zeroBytes(size)
	bomb := func(head []byte) []byte { return append(packed(head), all...) } // packed files may follow one another
	for want, change := range map[string]func(*IDX){
		"not an IDX file of bytes":             func(s *IDX) { s.Images = written(t, dir, "zeros", all) },
		"more than 240 bytes after the header": func(s *IDX) { s.Images = written(t, dir, "more", bomb(idxBytes(nil, 40, 2, 3))) },
		"more than 40 bytes after the header":  func(s *IDX) { s.Labels = written(t, dir, "labels", bomb(idxBytes(nil, 40))) },
		"268435456 labels for the 40 images":   func(s *IDX) { s.Labels = written(t, dir, "many", bomb(idxBytes(nil, size))) },
		"40 labels for the 262144 images":      func(s *IDX) { s.Images = written(t, dir, "images", bomb(idxBytes(nil, 1<<18, 32, 32))) },
		"dimension 3 of the header is 32768":   func(s *IDX) { s.Images = written(t, dir, "one", bomb(idxBytes(nil, 1, 1<<15, 1<<15))) },
		"no image of the first class": func(s *IDX) {
			s.Images = written(t, dir, "sound", bomb(idxBytes(nil, 1<<18, 32, 32)))
			s.Labels = written(t, dir, "sound labels", packed(idxBytes(make([]byte, 1<<18), 1<<18)))
		},
	} {
		s := pictures(t)
		change(s)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := s.Validate(t.Context(), inputsOnly(1024))
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
			t.Errorf("%s: %d MiB were allocated", want, used>>20)
		}
	}
}

// Reading ends with its context.
func TestIDXInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := pictures(t).Validate(ctx, inputsOnly(6)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// Whatever a file contains, reading it ends with images or an error.
func FuzzIDX(f *testing.F) {
	f.Add(idxBytes(make([]byte, 12), 2, 2, 3), true)
	f.Add(idxBytes(make([]byte, 12), 12), false)
	f.Add([]byte{0, 0, 8, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}, true)
	f.Fuzz(func(t *testing.T, data []byte, images bool) {
		dims := map[bool]int{true: 3, false: 1}[images]
		p, err := newIDX(&content{Reader: bytes.NewReader(data)}, dims)
		if err != nil {
			return
		}
		body, item := len(data)-4-4*dims, make([]byte, p.each)
		for more := true; more && err == nil; {
			more, err = p.next(item)
		}
		if (err == nil) != (p.count*p.each == body) || p.count < 1 || p.each < 1 {
			t.Errorf("%d items of %d bytes in %d: %v", p.count, p.each, body, err)
		}
	})
}

// FBP_TEST_IMAGES names a folder with fashion-mnist and mnist, as the README says
// where they are published.
func TestIDXRealImages(t *testing.T) {
	dir := os.Getenv("FBP_TEST_IMAGES")
	if dir == "" {
		t.Skip("FBP_TEST_IMAGES is not set")
	}
	find := func(pattern string) values.Files {
		list, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(list) == 0 {
			t.Skipf("no %s: %v", pattern, err)
		}
		return values.Files{List: list}
	}
	s := NewIDX()
	s.Images, s.Labels = find("fashion-mnist/*images*"), find("fashion-mnist/*labels*")
	s.Classes.Labels = []int{3, 4}
	all, err := s.Count(t.Context(), inputsOnly(784))
	if err != nil {
		t.Fatal(err)
	}
	s.Filter = []float64{0.25, 0.75}
	some, err := s.Count(t.Context(), inputsOnly(784))
	t.Logf("Dress and Coat: %d images, %d with a median between 1/4 and 3/4 (%v)", all, some, err)
	if err != nil || some >= all || some < 1 {
		t.Error("the filter leaves all or none")
	}
	s.Images, s.Labels = find("mnist/t10k*images*"), find("mnist/t10k*labels*")
	s.Classes, s.Filter = Classes{Word: "odd_even"}, nil
	s.Threshold = Threshold{Number: new(float64)}
	if n, err := s.Count(t.Context(), inputsOnly(784)); n != 10000 {
		t.Errorf("test images of MNIST: %d, %v", n, err)
	}
}

// copyOf is another source with the same keys.
func copyOf(s *IDX) *IDX {
	own := *s
	own.of = &own
	return &own
}

// Images are kept for the next samples, not for ever: those of a sweep over classes are read again.
func TestImagesAreNotKept(t *testing.T) {
	s := pictures(t)
	for _, labels := range [][]int{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {1, 3}, {0, 2}} {
		s.Classes.Labels = labels
		for range 2 {
			if _, err := s.Count(t.Context(), inputsOnly(6)); err != nil {
				t.Skip(err)
			}
		}
	}
	if n := len(imagesRead.keys); n > imagesRead.most || len(imagesRead.value) > n {
		t.Errorf("%d sets of images are kept", n)
	}
}

// Images of more than a limit are refused before they take memory.
func TestImagesAreBounded(t *testing.T) {
	s := pictures(t)
	all := new(pool)
	if err := s.begin(all, 6); err != nil {
		t.Fatal(err)
	}
	all.inputs.bits = make([]uint64, mostPool/8)
	err := s.choose(all, func([]byte) (int, bool, error) { return 1, true, nil })
	if err == nil || !strings.Contains(err.Error(), "more than 268435456 bytes of inputs") {
		t.Errorf("error %v", err)
	}
}
