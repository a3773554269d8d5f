package kern

import "math"

// Rows of real weights, whose fields are exp(−a w²/2 + b w): two numbers per message.
// As elsewhere, b of a message is gauged by the pattern.

// RowSums are what a row says of its unit: mean ω and variance V of the sum of its
// weights, and the largest |s| and v.
type RowSums struct{ Omega, V, MostS, MostV float64 }

// GaussCavity writes the gauged cavity means s_i = (ξ_i b_i − ub_i) v_i and variances
// v_i = 1/(a_i − ua_i) of the weights of one row, i < len(s), whose fields are a, b and
// whose messages ua, ub, and returns their sums.
func GaussCavity(s, v, a, b, ua, ub []float64, signs []uint64) RowSums {
	n := len(s)
	var out [4]float64
	gaussCavity(s, first(n, v), first(n, a), first(n, b), first(n, ua), first(n, ub), first(words(n), signs), &out)
	return RowSums{out[0], out[1], out[2], out[3]}
}

// gaussCavityGo returns ω, V and the two maxima.
func gaussCavityGo(s, v, a, b, ua, ub []float64, signs []uint64, out *[4]float64) {
	var sums, variances, mostS, mostV [lanes]float64
	for lo := 0; lo < len(s); lo += wordBits {
		word := signs[lo/wordBits]
		s := s[lo:min(lo+wordBits, len(s))]
		v, a, b, ua, ub := v[lo:], a[lo:], b[lo:], ua[lo:], ub[lo:]
		v, a, b, ua, ub = v[:len(s)], a[:len(s)], b[:len(s)], ua[:len(s)], ub[:len(s)]
		for i := range s {
			w := 1 / (a[i] - ua[i])
			m := float64((math.Float64frombits(math.Float64bits(b[i])^word<<63) - ub[i]) * w)
			word >>= 1
			v[i], s[i] = w, m
			l := i % lanes
			sums[l] += m
			variances[l] += w
			mostS[l] = larger(math.Abs(m), mostS[l])
			mostV[l] = larger(w, mostV[l])
		}
	}
	*out = [4]float64{reduce(&sums), reduce(&variances), reduceMost(&mostS), reduceMost(&mostV)}
}

// reduceMost is the largest of eight lanes, by the tree of reduce.
func reduceMost(l *[lanes]float64) float64 {
	return larger(larger(larger(l[7], l[3]), larger(l[5], l[1])), larger(larger(l[6], l[2]), larger(l[4], l[0])))
}

// MaxPullDegree is the highest degree of a [Pull].
const MaxPullDegree = 24

// Pull is the function r(z) by which a pattern pulls the weights of a unit: as a power
// series about a centre. It solves r' = −r (r + z), as the derivative of any
// ln(q + p Φ(z)) does, so that its value at the centre is all that is needed.
type Pull struct {
	Centre float64
	Degree int
	C      [MaxPullDegree + 1]float64
}

// pullClasses are the degrees up to which a loop of GaussUpdate goes, and what the last
// terms may be, at most, of a series that ends there.
var pullClasses = [...]struct {
	degree int
	most   float64
}{{8, 1e-11}, {12, 1e-11}, {16, 1e-11}, {MaxPullDegree, 1e-10}}

// inverses are 1/n.
var inverses = func() (x [MaxPullDegree + 1]float64) {
	for n := 1; n < len(x); n++ {
		x[n] = 1 / float64(n)
	}
	return x
}()

// Expand makes the series about a centre where r has this value, good up to a distance
// reach to 1e-9, and reports whether there is one: the poles of r may be too near.
func (p *Pull) Expand(centre, value, reach float64) bool {
	c := &p.C
	p.Centre, c[0] = centre, value
	linear := centre + float64(2*value)
	power, n := 1.0, 0
	for _, class := range pullClasses {
		for ; n < class.degree; n++ {
			// (n+1) c_{n+1} = −(2c_0 + z) c_n − c_{n−1} − Σ_{0<i<n} c_i c_{n−i}
			sum := float64(linear * c[n])
			if n == 0 {
				sum = float64((value + centre) * value)
			} else {
				sum += c[n-1]
			}
			odd := 0.0
			for i := 1; 2*i < n; i++ {
				odd = math.FMA(c[i], c[n-i], odd)
			}
			sum = math.FMA(2, odd, sum)
			if n > 0 && n%2 == 0 {
				sum = math.FMA(c[n/2], c[n/2], sum)
			}
			c[n+1] = float64(-sum * inverses[n+1])
			power = float64(power * reach)
		}
		if last := float64(math.Abs(c[n]*power)) + float64(math.Abs(c[n-1])*float64(power/reach)); last <= class.most || reach == 0 {
			p.Degree = n
			return true
		}
	}
	return false
}

// GaussUpdate replaces the messages of every edge of a row by
//
//	A = r (r + z)/V_i,   B = r/√V_i,   V_i = V − v_i,   z = (ω − s_i)/√V_i
//
// with r(z) from its series, mixed with the old messages as δ old + (1−δ) new, and adds
// what changed to the fields a, b; i < len(s).
func GaussUpdate(a, b, ua, ub, s, v []float64, signs []uint64, sums RowSums, p *Pull, damping float64) {
	n := len(s)
	gaussUpdate(first(n, a), first(n, b), first(n, ua), first(n, ub), s, first(n, v), first(words(n), signs),
		&p.C, &[4]float64{sums.Omega, sums.V, p.Centre, damping - 1}, p.Degree)
}

// gaussUpdateGo takes ω, V, the centre and −(1−δ).
func gaussUpdateGo(a, b, ua, ub, s, v []float64, signs []uint64, c *[MaxPullDegree + 1]float64, at *[4]float64, degree int) {
	omega, variance, centre, gain := at[0], at[1], at[2], at[3]
	class := pullClass(degree)
	for i, m := range s {
		inverse := 1 / (variance - v[i])
		scale := math.Sqrt(inverse)
		z := float64((omega - m) * scale)
		d := z - centre
		r := c[class]
		for k := class - 1; k >= 0; k-- {
			r = math.FMA(r, d, c[k])
		}
		x := float64(gain * math.FMA(-float64(r*(r+z)), inverse, ua[i]))
		ua[i] += x
		a[i] += x
		y := float64(gain * math.FMA(-r, scale, ub[i]))
		ub[i] += y
		b[i] += flip(y, signs, i)
	}
}

// pullClass is the degree at which the loop for a degree starts.
func pullClass(degree int) int {
	for _, class := range pullClasses {
		if degree <= class.degree {
			return class.degree
		}
	}
	return MaxPullDegree
}
