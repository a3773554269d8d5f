package instances

import "math"

// standards are what images lose to become patterns of real inputs: input i of a pattern is
// (x_i − mean_i)/scale_i in all images, those to test on among them, and 0 where the scale is.
type standards struct{ mean, scale []float64 }

// leastDeviation is that of a pixel, over the root mean square of the deviations of all, below which it is
// nearly the same in all images. Without it test inputs of Fashion-MNIST, learned from 100 images of
// T-shirts and dresses, had root mean squares of 8 and 22, and with a tenth 1.0.
const leastDeviation = 0.1

// standardized are the mean and the deviation over some images of each pixel that is an input, as they are in
// files, from 0 to 255. A pixel that is nearly the same in these images has the scale 0: another image in which
// it differs would have an input of 100 and more.
func (p *pool) standardized(images []int) *standards {
	s := p.standards()
	sum := 0.0
	for i, pixel := range p.kept() {
		var count [256]float64 // of values: sums over them do not depend on the order of the images
		for _, k := range images {
			count[p.raw[k*p.pixels+pixel]]++
		}
		s.mean[i], s.scale[i] = meanAndDeviation(count[:], float64(len(images)))
		sum += float64(s.scale[i] * s.scale[i])
	}
	least := leastDeviation * math.Sqrt(sum/float64(len(s.scale)))
	for i, scale := range s.scale {
		if scale < least {
			s.scale[i] = 0
		}
	}
	return s
}

// centred are the mean over some images of each input ±1, and one scale for all, their deviation.
func (p *pool) centred(images []int) *standards {
	s, sum, n := p.standards(), 0.0, float64(len(images))
	for i := range s.mean {
		for _, k := range images {
			s.mean[i] += p.inputs.At(k, i)
		}
		s.mean[i] /= n
		sum += 1 - float64(s.mean[i]*s.mean[i])
	}
	for i := range s.scale {
		s.scale[i] = math.Sqrt(sum / float64(len(s.scale)))
	}
	return s
}

// fill writes the inputs of image k.
func (p *pool) fill(x []float64, k int, by *standards) {
	if len(p.raw) == 0 {
		p.inputs.Values(x, k)
	} else {
		for i, pixel := range p.kept() {
			x[i] = float64(p.raw[k*p.pixels+pixel])
		}
	}
	for i, scale := range by.scale {
		if scale > 0 {
			x[i] = float64(x[i]-by.mean[i]) / scale
		} else {
			x[i] = 0
		}
	}
}

// standards has room for those of all inputs.
func (p *pool) standards() *standards {
	return &standards{make([]float64, p.inputs.N), make([]float64, p.inputs.N)}
}

// kept are the pixels that are inputs, in their order.
func (p *pool) kept() (pixels []int) {
	for pixel, dropped := range p.dropped {
		if !dropped {
			pixels = append(pixels, pixel)
		}
	}
	return pixels
}

// meanAndDeviation are those of n values, each of which is there count times.
func meanAndDeviation(count []float64, n float64) (mean, deviation float64) {
	sum, squares := 0.0, 0.0
	for value, times := range count {
		sum += float64(times * float64(value))
	}
	mean = sum / n
	for value, times := range count {
		d := float64(value) - mean
		squares += float64(times * float64(d*d))
	}
	return mean, math.Sqrt(squares / n)
}
