package gauss

import (
	"errors"
	"math"
	"slices"
)

// ErrEigenvalues is the error of a matrix that is not finite.
var ErrEigenvalues = errors.New("no eigenvalues: the matrix has entries that are not finite")

// mostTurns bounds the QL steps of one eigenvalue; two or three are usual.
const mostTurns = 200

// Tridiagonal overwrites the diagonal of a symmetric tridiagonal matrix with its
// eigenvalues in ascending order, with the same bits on every machine; beside[i],
// destroyed, stands between diagonal[i] and diagonal[i+1]. The work is O(n²), as
// Lanczos steps want it.
//
// rows, if not nil, are n vectors of any equal length, which are turned along: from
// the unit vectors, row k becomes the normalised eigenvector of value k, up to sign;
// from their first components alone (length 1), its first component. That is
// O(n²) per component.
//
// Errors of eigenvalues are a few ulps of the largest in modulus times √n. The
// method is QL with implicit shifts, as imtql2 of EISPACK. It panics when beside is
// shorter than n − 1; the error is [ErrEigenvalues].
func Tridiagonal(diagonal, beside []float64, rows [][]float64) error {
	n := len(diagonal)
	if n == 0 {
		return nil
	}
	back, err := scale(diagonal, beside[:n-1])
	if err != nil {
		return err
	}
	e := append(slices.Clone(beside[:n-1]), 0)
	for l := range n {
		turns := 0
		for m := decoupled(diagonal, e, l); m > l; m = decoupled(diagonal, e, l) {
			if turns++; turns > mostTurns {
				return ErrEigenvalues // no finite matrix is known to get here
			}
			turn(diagonal, e, rows, l, m)
		}
	}
	ascending(diagonal, rows)
	for i := range diagonal {
		diagonal[i] = float64(diagonal[i] * back)
	}
	return nil
}

// decoupled is the first m >= l whose coupling to m+1 is below rounding.
func decoupled(d, e []float64, l int) int {
	const tiny = 0x1p-900 // of a matrix of norm 1: diagonals may be 0
	for m := l; m < len(d)-1; m++ {
		if math.Abs(e[m]) <= float64(0x1p-53*(math.Abs(d[m])+math.Abs(d[m+1])))+tiny {
			e[m] = 0
			return m
		}
	}
	return len(d) - 1
}

// turn is a QL step on the block l … m, with the shift of its first two values: a
// chain of plane rotations from the bottom up.
func turn(d, e []float64, rows [][]float64, l, m int) {
	g := (d[l+1] - d[l]) / float64(2*e[l])
	g = d[m] - d[l] + e[l]/(g+math.Copysign(length(g, 1), g))
	s, c, p := 1.0, 1.0, 0.0
	for i := m - 1; i >= l; i-- {
		f, b := float64(s*e[i]), float64(c*e[i])
		r := length(f, g)
		e[i+1] = r
		if r == 0 { // the block has fallen apart
			d[i+1] -= p
			e[m] = 0
			return
		}
		s, c = f/r, g/r
		g = d[i+1] - p
		r = float64((d[i]-g)*s) + float64(float64(2*c)*b)
		p = float64(s * r)
		d[i+1] = g + p
		g = float64(c*r) - b
		if rows != nil {
			rotate(rows[i], rows[i+1], c, s)
		}
	}
	d[l] -= p
	e[l] = g
	e[m] = 0
}

// rotate turns two rows by the angle of cosine c and sine s.
func rotate(low, high []float64, c, s float64) {
	for k, f := range high {
		x := low[k]
		high[k] = float64(s*x) + float64(c*f)
		low[k] = float64(c*x) - float64(s*f)
	}
}

// length is √(x² + y²) without overflow.
func length(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	if x < y {
		x, y = y, x
	}
	if x == 0 {
		return 0
	}
	q := y / x
	return float64(x * math.Sqrt(1+float64(q*q)))
}

// scale multiplies all entries by a power of two, so that the largest is about 1
// and no square of it overflows or vanishes, and returns the power that undoes it.
func scale(lists ...[]float64) (back float64, err error) {
	most := 0.0
	for _, list := range lists {
		for _, x := range list {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return 0, ErrEigenvalues
			}
			most = max(most, math.Abs(x))
		}
	}
	k := int64(math.Float64bits(most)>>52) - 1023
	k = max(min(k, 1022), -1021) // both powers are normal doubles
	for _, list := range lists {
		for i := range list {
			list[i] = float64(list[i] * pow2(-k))
		}
	}
	return pow2(k), nil
}

// ascending sorts values, and rows along; equal ones keep their order.
func ascending(values []float64, rows [][]float64) {
	order := make([]int, len(values))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case values[a] < values[b]:
			return -1
		case values[a] > values[b]:
			return 1
		}
		return 0
	})
	old, oldRows := slices.Clone(values), slices.Clone(rows)
	for k, from := range order {
		values[k] = old[from]
		if rows != nil {
			rows[k] = oldRows[from]
		}
	}
}
