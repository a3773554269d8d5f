package instances

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/values"
)

// A pixel is +1 above its own median over the images that are trained on, for the images
// that are tested on too; pixels can be left out, whatever the threshold.
func TestPixelMedian(t *testing.T) {
	// three pixels of five images of class 0 or 1; the third label is of no class
	rows := [][]byte{{10, 0, 255}, {20, 0, 255}, {99, 99, 0}, {30, 1, 255}, {41, 7, 254}}
	labels := []byte{0, 1, 2, 1, 0}
	tests := [][]byte{{25, 0, 255}, {26, 1, 254}}
	dir := t.TempDir()
	s := NewIDX()
	s.Threshold = Threshold{Word: "pixel_median"} // 25, 0.5, 255
	s.Classes.Labels = []int{0, 1}
	s.Images = written(t, dir, "images", idxBytes(bytes.Join(rows, nil), 5, 1, 3))
	s.Labels = written(t, dir, "labels", idxBytes(labels, 5))
	s.TestImages = written(t, dir, "test", idxBytes(bytes.Join(tests, nil), 2, 1, 3))
	s.TestLabels = written(t, dir, "test labels", idxBytes([]byte{0, 1}, 2))
	// inputs by (label, the first pixel) of each image
	want := map[string][]float64{"1 10": {-1, -1, -1}, "-1 20": {-1, -1, -1}, "-1 30": {1, 1, -1}, "1 41": {1, 1, -1}}
	wantTest := map[float64][]float64{1: {-1, -1, -1}, -1: {1, 1, -1}}
	for _, drop := range [][]int{nil, {0}, {1, 2}, {2}} {
		s.Drop = drop
		kept := func(x []float64) (out []float64) {
			for i, v := range x {
				if !slices.Contains(drop, i) {
					out = append(out, v)
				}
			}
			return out
		}
		d, err := s.Data(t.Context(), inputsOnly(3-len(drop)), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		var got, all []string
		for mu := range d.Train.P {
			got = append(got, fmt.Sprint(d.Train.Label(mu), d.Train.Input(make([]float64, d.Train.N), mu)))
		}
		for key, x := range want {
			label, _, _ := strings.Cut(key, " ")
			all = append(all, fmt.Sprint(label, " ", kept(x)))
		}
		slices.Sort(got)
		slices.Sort(all)
		if !slices.Equal(got, all) {
			t.Errorf("drop %v: %v, want %v", drop, got, all)
		}
		for mu := range d.Test.P {
			if x := d.Test.Input(make([]float64, d.Test.N), mu); !slices.Equal(x, kept(wantTest[d.Test.Label(mu)])) {
				t.Errorf("drop %v: tested on %v with label %v", drop, x, d.Test.Label(mu))
			}
		}
	}
	for want, drop := range map[string][]int{
		"drop = [3]: the images have pixels 0 to 2": {3}, "drop = [1, 1]: names pixel 1 twice": {1, 1}, "drop = [0, 1, 2]: leaves no pixel": {0, 1, 2},
		"images: images of 3 pixels of which 1 are dropped: want n = 2, not 3": {1},
	} {
		s.Drop = drop
		if err := s.Validate(t.Context(), inputsOnly(3)); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// cifarBytes are records of CIFAR-10: number i of image k is (i + k) mod 251, its label
// k mod 10.
func cifarBytes(images int) (data []byte) {
	for k := range images {
		data = append(data, byte(k%10))
		for i := range cifarPixels {
			data = append(data, byte((i+k)%251))
		}
	}
	return data
}

// Images of CIFAR-10 have an input for each number behind the label, in the order of the
// file; files may be packed and pooled.
func TestCIFAR(t *testing.T) {
	dir, half := t.TempDir(), 0.5
	s := NewCIFAR()
	s.Classes.Labels, s.Threshold, s.Drop = []int{3, 5}, Threshold{Number: &half}, []int{cifarPixels - 1}
	s.Files = values.Files{List: []string{written(t, dir, "a", cifarBytes(20)).One, written(t, dir, "b", packed(cifarBytes(10))).One}}
	s.TestFiles = values.Files{List: []string{written(t, dir, "c", cifarBytes(21)[cifarPixels+1:]).One, written(t, dir, "d", cifarBytes(10)[3*(cifarPixels+1):]).One}}
	d, err := s.Data(t.Context(), inputsOnly(cifarPixels-1), 1, 0)
	if err != nil || d.Train.P != 6 || d.Test.P != 6 || s.About().Tests == 0 {
		t.Fatalf("%+v, %v", d, err)
	}
	seen, x := map[float64]int{}, make([]float64, d.Train.N)
	for mu := range d.Train.P {
		fits := 0
		d.Train.Input(x, mu)
		for _, k := range map[float64][]int{1: {3, 13}, -1: {5, 15}}[d.Train.Label(mu)] {
			same := true
			for i := range x {
				same = same && (x[i] > 0) == (float64((i+k)%251)/255 > half)
			}
			if same {
				fits++
			}
		}
		if seen[d.Train.Label(mu)]++; fits == 0 {
			t.Errorf("pattern %d is no image of its class", mu)
		}
	}
	if seen[1] != 3 || seen[-1] != 3 {
		t.Errorf("classes of %v images", seen)
	}
	digest, err := s.digest(t.Context(), 0)
	if err != nil || len(digest) != 64 || s.held() != 8*12*48 {
		t.Errorf("digest %s, %v, %v bytes", digest, err, s.held())
	}
	for want, data := range map[string][]byte{
		"100 bytes after 20 records of 3073": cifarBytes(21)[:20*3073+100],
		"0 bytes after 0 records":            nil,
		"label 10 of record 2":               append(cifarBytes(1), append([]byte{10}, make([]byte, cifarPixels)...)...),
		"the gzip archive ends too early":    packed(cifarBytes(20))[:200],
		"no image of the first class":        cifarBytes(2),
	} {
		s.Files = written(t, dir, "bad", data)
		if err := s.Validate(t.Context(), inputsOnly(cifarPixels-1)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	s.Files = values.Files{}
	if err := s.Validate(t.Context(), inputsOnly(1)); err == nil || err.Error() != "files: give the file of the images" {
		t.Errorf("no files: %v", err)
	}
}

// A file of images that is given twice is refused, in one list or two, under another name, a
// link, or packed: the same image would be learned twice, or learned and tested on.
func TestImagesOnce(t *testing.T) {
	dir := t.TempDir()
	idx := pictures(t)
	plain, others := scratch.Read(t, idx.Images.One), []byte(scratch.Read(t, idx.Images.One))
	others[len(others)-1]++
	same := []string{idx.Images.One, written(t, dir, "copy", []byte(plain)).One, written(t, dir, "images.gz", packed([]byte(plain))).One, filepath.Join(dir, "link")}
	if err := os.Symlink(idx.Images.One, same[3]); err != nil {
		t.Fatal(err)
	}
	third := written(t, dir, "others", others).One
	labels := func(n int) values.Files { return values.Files{List: slices.Repeat([]string{idx.Labels.One}, n)} }
	cifar := NewCIFAR()
	cifar.Classes.Labels, cifar.Files = []int{3, 5}, written(t, dir, "a", cifarBytes(20))
	cifarSame := []string{cifar.Files.One, written(t, dir, "b", cifarBytes(20)).One, written(t, dir, "c.gz", packed(cifarBytes(20))).One}
	check := func(key, path string, err error) {
		t.Helper()
		if want := fmt.Sprintf("%s = %q: the same images as those of ", key, path); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	for _, path := range same {
		s := copyOf(idx)
		s.Images, s.Labels = values.Files{List: []string{idx.Images.One, third, path}}, labels(3)
		check("images", path, s.Validate(t.Context(), inputsOnly(6)))
		s.Images, s.Labels, s.TestImages, s.TestLabels = idx.Images, idx.Labels, values.Files{List: []string{third, path}}, labels(2)
		check("test_images", path, s.Validate(t.Context(), inputsOnly(6)))
		s.Images, s.Labels, s.TestImages = values.Files{One: third}, idx.Labels, values.Files{List: []string{idx.Images.One, path}}
		check("test_images", path, s.Validate(t.Context(), inputsOnly(6)))
	}
	for _, path := range cifarSame {
		s := NewCIFAR()
		s.Classes, s.Threshold, s.Drop = cifar.Classes, cifar.Threshold, cifar.Drop
		s.Files = cifar.Files
		s.TestFiles = values.Files{One: path}
		check("test_files", path, s.Validate(t.Context(), inputsOnly(cifarPixels)))
		s.Files, s.TestFiles = values.Files{List: []string{cifar.Files.One, path}}, values.Files{}
		check("files", path, s.Validate(t.Context(), inputsOnly(cifarPixels)))
	}
	s := copyOf(idx) // what differs is taken, with the same labels
	s.TestImages, s.TestLabels = values.Files{One: third}, idx.Labels
	if err := s.Validate(t.Context(), inputsOnly(6)); err != nil {
		t.Error(err)
	}
}
