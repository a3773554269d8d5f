package instances

import "math"

// standard is the mean and the deviation of a pixel over some images; a deviation of 0 is that of a pixel
// that is the same in all.
type standard struct{ mean, deviation float64 }

// standards are those of all pixels.
type standards []standard

// standards are those over some images of a pool. Each pixel becomes (pixel − mean)/deviation in all images,
// those to test on among them, and 0 where the deviation is.
func (p *pool) standards(images []int) standards {
	all := make(standards, p.pixels)
	for i := range all {
		var count [256]float64 // of values: sums over them do not depend on the order of the images
		for _, k := range images {
			count[p.raw[k*p.pixels+i]]++
		}
		sum, squares, n := 0.0, 0.0, float64(len(images))
		for value, times := range count {
			sum += float64(times * float64(value))
		}
		mean := sum / n
		for value, times := range count {
			d := float64(value) - mean
			squares += float64(times * float64(d*d))
		}
		all[i] = standard{mean, math.Sqrt(squares / n)}
	}
	return all
}

// standardize writes the inputs of image k.
func (p *pool) standardize(x []float64, k int, by standards) {
	i := 0
	for pixel, value := range p.raw[k*p.pixels : (k+1)*p.pixels] {
		if p.dropped[pixel] {
			continue
		}
		x[i] = 0
		if s := by[pixel]; s.deviation > 0 {
			x[i] = float64(float64(value)-s.mean) / s.deviation
		}
		i++
	}
}
