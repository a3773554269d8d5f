package layered

// mostExact is the number of inputs up to which the sum of a unit is taken exactly.
const mostExact = 15

// signSum is the distribution of the sum of n signs, of which the i-th is +1 with probability
// (1 + s_i)/2: before[i][k] and after[i][k] are the probabilities that k of the first i signs, and of
// the last i, are +1.
type signSum struct {
	before, after [mostExact + 1][mostExact + 1]float64
}

// read takes the means s of an odd number of signs.
func (d *signSum) read(s []float64) {
	n := len(s)
	d.before[0], d.after[0] = [mostExact + 1]float64{1}, [mostExact + 1]float64{1}
	for i := range n {
		addSign(&d.before[i+1], &d.before[i], s[i], i)
		addSign(&d.after[i+1], &d.after[i], s[n-1-i], i)
	}
}

// addSign adds a sign of mean s to n others.
func addSign(to, from *[mostExact + 1]float64, s float64, n int) {
	up, down := float64(0.5*(1+s)), float64(0.5*(1-s))
	to[0] = float64(from[0] * down)
	for k := 1; k <= n; k++ {
		to[k] = float64(from[k]*down) + float64(from[k-1]*up)
	}
	to[n+1] = float64(from[n] * up)
}

// sides are the probabilities that the sum of all n is positive, and that it is negative.
func (d *signSum) sides(n int) (up, down float64) {
	for k, p := range d.before[n][:n+1] {
		if 2*k > n {
			up += p
		} else {
			down += p
		}
	}
	return up, down
}

// given are the probabilities that the sum of n signs is positive, and that it is negative, each if sign i
// is +1 and if it is −1. Of the other n − 1, a of those before it and b of those after it are +1.
func (d *signSum) given(i, n int) (up, down [2]float64) {
	for a, p := range d.before[i][:i+1] {
		for b, q := range d.after[n-1-i][:n-i] {
			x := float64(p * q)
			for c, own := range [2]int{1, 0} {
				if 2*(a+b+own) > n {
					up[c] += x
				} else {
					down[c] += x
				}
			}
		}
	}
	return up, down
}
