package instances

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
)

// standardizedImages are twelve images of four pixels of the classes 0 and 1, the second pixel 7 but in
// the last, the third dropped, and two to test on.
func standardizedImages(t *testing.T, last byte) (s *IDX, rows, tests [][]byte) {
	rng, labels := Stream(1, "pixels"), []byte(nil)
	for k := range 12 {
		rows = append(rows, []byte{byte(rng.IntN(256)), 7, byte(rng.IntN(256)), byte(20*k + k%2)})
		labels = append(labels, byte(k%2))
	}
	rows[11][1] = last
	tests = [][]byte{{250, 9, 1, 100}, {3, 7, 2, 0}}
	dir := t.TempDir()
	s = NewIDX()
	s.Threshold, s.Classes.Labels, s.Drop = Threshold{Word: "standardize"}, []int{0, 1}, []int{2}
	s.Images = written(t, dir, "images", idxBytes(bytes.Join(rows, nil), 12, 2, 2))
	s.Labels = written(t, dir, "labels", idxBytes(labels, 12))
	s.TestImages = written(t, dir, "test", idxBytes(bytes.Join(tests, nil), 2, 2, 2))
	s.TestLabels = written(t, dir, "test labels", idxBytes([]byte{0, 1}, 2))
	return s, rows, tests
}

// of is the image that inputs are of, found by its last pixel, and what they should be: pixels minus their means
// over some images, divided by their deviations, by the definition.
func ofImages(images, from [][]byte, last int) (x []float64) {
	for pixel := range from[0] {
		mean, variance := 0.0, 0.0
		for _, row := range from {
			mean += float64(row[pixel]) / float64(len(from))
		}
		for _, row := range from {
			variance += (float64(row[pixel]) - mean) * (float64(row[pixel]) - mean) / float64(len(from))
		}
		for _, row := range images {
			if v := (float64(row[pixel]) - mean) / math.Sqrt(variance); int(row[3]) == last && pixel != 2 {
				if pixel == 1 {
					v = 0
				}
				x = append(x, v)
			}
		}
	}
	return x
}

// Inputs are pixels minus their means over the images that are learned, divided by their deviations, and those
// of images to test on by the same numbers; a pixel that is nearly the same in all that are learned becomes 0 in
// both, as the second here, which is 9 in an image to test on and would be there 6.9 deviations from its mean.
func TestStandardize(t *testing.T) {
	s, rows, tests := standardizedImages(t, 8)
	near := func(x, want []float64) bool {
		return slices.EqualFunc(x, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
	}
	for _, p := range []int{0, 6} {
		s.P = p
		d, err := s.Data(t.Context(), inputsOnly(3), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		var learned [][]byte // the images in the order of the patterns: an affine function of the last pixel tells which
		for _, k := range Stream(1, "patterns", "idx", 3, d.Train.P, 0).Perm(12) {
			if class := k % 2; countOf(learned, class) < d.Train.P/2 {
				learned = append(learned, rows[k])
			}
		}
		for mu, row := range learned {
			if x := d.Train.Input(make([]float64, 3), mu); !near(x, ofImages(rows, learned, int(row[3]))) || d.Train.Label(mu) != 1-2*float64(row[3]%2) {
				t.Errorf("p = %d, image %v: inputs %v, want %v", p, row, x, ofImages(rows, learned, int(row[3])))
			}
		}
		for mu := range d.Test.P {
			last := map[float64]int{1: 100, -1: 0}[d.Test.Label(mu)]
			if x := d.Test.Input(make([]float64, 3), mu); !near(x, ofImages(tests, learned, last)) {
				t.Errorf("p = %d: tested on %v, want %v", p, x, ofImages(tests, learned, last))
			}
		}
	}
	if about := s.About(); !about.Real || about.Fixed == nil {
		t.Errorf("%+v", about)
	}
}

// countOf is how many images are of a class, which the last pixel tells.
func countOf(images [][]byte, class int) (n int) {
	for _, row := range images {
		if int(row[3])%2 == class {
			n++
		}
	}
	return n
}

// Shuffled pixels are the same numbers, in other patterns.
func TestStandardizeRandomized(t *testing.T) {
	s, _, _ := standardizedImages(t, 7)
	columns := func() (sorted, plain [][]float64) {
		d, err := s.Data(t.Context(), inputsOnly(3), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		plain = d.Train.Ungauged().columns()
		for _, column := range plain {
			sorted = append(sorted, slices.Sorted(slices.Values(column)))
		}
		return sorted, plain
	}
	a, plain := columns()
	s.Randomize = "pixels"
	b, shuffled := columns()
	if !slices.EqualFunc(a, b, slices.Equal) || slices.EqualFunc(plain, shuffled, slices.Equal) {
		t.Errorf("%v, shuffled %v", plain, shuffled)
	}
}

// An image that has the mean of every pixel would be a pattern of zeros alone.
func TestStandardizeZeros(t *testing.T) {
	s, _, _ := standardizedImages(t, 7)
	s.Drop = []int{0, 2, 3}
	if _, err := s.Data(t.Context(), inputsOnly(1), 1, 0); err == nil || !strings.Contains(err.Error(), `threshold = "standardize": pattern 1 of 12: all its inputs are 0`) {
		t.Errorf("%v", err)
	}
}

// Centred inputs are signs of pixels, above the median of their image or not, minus their mean over the images that are
// learned, and the mean of the squares of all is 1; those to test on lose the same means, by the same scale.
func TestCentre(t *testing.T) {
	s, rows, tests := standardizedImages(t, 8)
	s.Threshold.Word = "centre"
	d, err := s.Data(t.Context(), inputsOnly(3), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	signs := func(row []byte) (x []float64) {
		sorted := slices.Sorted(slices.Values(row))
		for _, pixel := range []int{0, 1, 3} {
			x = append(x, -1)
			if 2*int(row[pixel]) > int(sorted[1])+int(sorted[2]) {
				x[len(x)-1] = 1
			}
		}
		return x
	}
	mean, squares := make([]float64, 3), 0.0
	for _, row := range rows {
		for i, x := range signs(row) {
			mean[i] += x / 12
		}
	}
	for _, row := range rows {
		for i, x := range signs(row) {
			squares += (x - mean[i]) * (x - mean[i]) / 36
		}
	}
	compare := func(of *Patterns, images [][]byte) {
		var have, want [][]float64
		for mu := range of.P {
			have = append(have, of.Input(make([]float64, 3), mu))
			want = append(want, signs(images[mu]))
			for i := range mean {
				want[mu][i] = (want[mu][i] - mean[i]) / math.Sqrt(squares)
			}
		}
		slices.SortFunc(have, slices.Compare) // samples draw the order
		slices.SortFunc(want, slices.Compare)
		for mu := range have {
			for i, x := range have[mu] {
				if math.Abs(x-want[mu][i]) > 1e-12 {
					t.Errorf("%v, want %v", have, want)
				}
			}
		}
	}
	compare(d.Train, rows)
	compare(d.Test, tests)
	if !s.About().Real {
		t.Error("the inputs are real")
	}
}
