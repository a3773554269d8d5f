package gauss

import (
	"errors"
	"math"
)

// ErrLanczos is the error of a matrix whose largest eigenvalue Lanczos steps do not
// find in the steps they have.
var ErrLanczos = errors.New("no largest eigenvalue: Lanczos steps do not converge")

// between are the Lanczos steps from one look at the eigenvalues to the next.
const between = 5

// LargestEigenvalue returns the algebraically largest eigenvalue of a symmetric matrix
// that is given by its products, with the same bits on every machine: times writes A v
// to to. Unlike power iteration it cannot return a negative eigenvalue of larger
// modulus.
//
// Lanczos steps go from start, which must not be zero and should be random, and are
// orthogonalised against all before. They end when the residual |Av − θv| of the Ritz
// pair (θ, v) is below accuracy times the largest |θ|, so that an eigenvalue lies
// closer to the result than that; the error in θ itself is of second order in it. After most steps
// the error is [ErrLanczos]; where A is not finite, [ErrEigenvalues]. The memory is one
// vector per step.
func LargestEigenvalue(start []float64, times func(to, v []float64), accuracy float64, most int) (float64, error) {
	n := len(start)
	v := append([]float64(nil), start...)
	scaleBy(v, 1/math.Sqrt(dot(v, v)))
	var basis [][]float64
	var diagonal, beside []float64
	for k := range min(n, most) {
		basis = append(basis, v)
		next := make([]float64, n)
		times(next, v)
		diagonal = append(diagonal, dot(v, next))
		for range 2 { // once leaves what rounding puts in
			for _, q := range basis {
				c := dot(q, next)
				for i, x := range q {
					next[i] -= float64(c * x)
				}
			}
		}
		rest := math.Sqrt(dot(next, next))
		if (k+1)%between == 0 || k == n-1 || k == most-1 || !(rest > 0) {
			theta, residual, size, err := ritz(diagonal, beside, rest)
			if err != nil || residual <= float64(accuracy*size) || k == n-1 {
				return theta, err
			}
		}
		scaleBy(next, 1/rest)
		beside = append(beside, rest)
		v = next
	}
	return 0, ErrLanczos
}

// ritz returns the largest eigenvalue of the tridiagonal matrix of the Lanczos steps,
// its residual in the whole matrix, and the largest modulus of any.
func ritz(diagonal, beside []float64, rest float64) (theta, residual, size float64, err error) {
	k := len(diagonal)
	d, e := append([]float64(nil), diagonal...), append([]float64(nil), beside...)
	last := make([][]float64, k) // of the unit vectors, their last components
	for i := range last {
		last[i] = []float64{0}
	}
	last[k-1][0] = 1
	if err := Tridiagonal(d, e, last); err != nil {
		return 0, 0, 0, err
	}
	return d[k-1], math.Abs(float64(rest * last[k-1][0])), max(math.Abs(d[0]), math.Abs(d[k-1])), nil
}

// dot is Σ a_i b_i, summed from first to last.
func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += float64(x * b[i])
	}
	return sum
}

func scaleBy(v []float64, factor float64) {
	for i := range v {
		v[i] = float64(v[i] * factor)
	}
}
