package layered

// mostExact is the number of inputs up to which the sum of a unit is taken exactly.
const mostExact = 15

// votes is the distribution of sums of signs, of which the i-th is +1 with probability
// (1 + s_i)/2.
type votes struct {
	before, after [mostExact + 1][mostExact + 1]float64 // of the first, and the last, i signs: the probability that k are +1
}

// take takes the means of an odd number of signs.
func (v *votes) take(s []float64) {
	n := len(s)
	v.before[0], v.after[0] = [mostExact + 1]float64{1}, [mostExact + 1]float64{1}
	for i := range n {
		one(&v.before[i+1], &v.before[i], s[i], i)
		one(&v.after[i+1], &v.after[i], s[n-1-i], i)
	}
}

// one adds a sign of mean s to n others.
func one(to, from *[mostExact + 1]float64, s float64, n int) {
	up, down := float64(0.5*(1+s)), float64(0.5*(1-s))
	to[0] = float64(from[0] * down)
	for k := 1; k <= n; k++ {
		to[k] = float64(from[k]*down) + float64(from[k-1]*up)
	}
	to[n+1] = float64(from[n] * up)
}

// positive is the probability that the sum of all n is positive, and that it is negative.
func (v *votes) positive(n int) (up, down float64) {
	for k, p := range v.before[n][:n+1] {
		if 2*k > n {
			up += p
		} else {
			down += p
		}
	}
	return up, down
}

// without is the probability that the sum of n signs is positive if sign i is +1, and if
// it is −1; and those that it is negative.
func (v *votes) without(i, n int) (up, down [2]float64) {
	// of the other n−1, n/2 or more have to be +1 in the first case, one more in the second
	for a, p := range v.before[i][:i+1] {
		for b, q := range v.after[n-1-i][:n-i] {
			x := float64(p * q)
			for c, more := range [2]int{1, 0} {
				if 2*(a+b+more) > n {
					up[c] += x
				} else {
					down[c] += x
				}
			}
		}
	}
	return up, down
}
