package gauss

import "math"

// Eigenvalues returns the eigenvalues of a symmetric matrix in ascending order,
// with the same bits on every machine. Only the lower triangle of a, rows a[i] of
// length n, is read; a is destroyed. With vectors, row a[k] becomes the normalised
// eigenvector of value k instead, up to sign.
//
// Errors are a few ulps of the largest eigenvalue in modulus times √n. The work is
// (4/3) n³ operations, with vectors about three times as many. The matrix is brought
// to tridiagonal form by reflections (Householder, as tred2 of EISPACK), then see
// [Tridiagonal]. It panics unless a is square; the error is [ErrEigenvalues].
func Eigenvalues(a [][]float64, vectors bool) ([]float64, error) {
	n := len(a)
	for i := range a {
		if len(a[i]) != n {
			panic("gauss: the matrix is not square")
		}
	}
	lower := make([][]float64, n)
	for i := range a {
		lower[i] = a[i][:i+1]
	}
	back, err := scale(lower...)
	if err != nil {
		return nil, err
	}
	d, e := make([]float64, n), make([]float64, n)
	h := reflect(a, e)
	for i := range d {
		d[i] = a[i][i]
	}
	var rows [][]float64
	if vectors {
		accumulate(a, h)
		rows = a
	}
	beside := e[min(1, n):]
	if err := Tridiagonal(d, beside, rows); err != nil {
		return nil, err
	}
	for i := range d {
		d[i] = float64(d[i] * back)
	}
	return d, nil
}

// reflect makes the lower triangle tridiagonal, from the last row up: the row u of
// row i, of length i, becomes the vector of the reflection 1 − u uᵀ/h that leaves
// only its last entry, e[i]. h[i] is 0 where nothing is reflected.
func reflect(a [][]float64, e []float64) (h []float64) {
	const vanishing = 0x1p-900 // of a matrix of norm 1: below all rounding, and its inverse finite
	n := len(a)
	h = make([]float64, n)
	p := make([]float64, n)
	for i := n - 1; i >= 1; i-- {
		u := a[i][:i]
		last := u[i-1]
		square, others := 0.0, 0.0
		for _, x := range u[:i-1] {
			others += float64(x * x)
		}
		if others < vanishing {
			e[i] = last
			continue
		}
		square = others + float64(last*last)
		g := -math.Copysign(math.Sqrt(square), last)
		e[i], h[i] = g, square-float64(last*g)
		u[i-1] = last - g
		times(p[:i], a, u)
		k := 0.0
		for j, x := range u {
			p[j] /= h[i]
			k += float64(x * p[j])
		}
		k /= float64(2 * h[i])
		for j, x := range u {
			p[j] -= float64(k * x)
		}
		for j := range u {
			x, q, row := u[j], p[j], a[j][:j+1]
			for l := range row {
				row[l] -= float64(x*p[l]) + float64(q*u[l])
			}
		}
	}
	return h
}

// times makes p the product of u with the symmetric matrix of which a is the lower
// triangle.
func times(p []float64, a [][]float64, u []float64) {
	clear(p)
	for j, x := range u {
		sum := float64(a[j][j] * x)
		for l, y := range a[j][:j] {
			sum += float64(y * u[l])
			p[l] += float64(y * x)
		}
		p[j] += sum
	}
}

// accumulate replaces the vectors of reflect in a by the transpose of the product
// of their reflections.
func accumulate(a [][]float64, h []float64) {
	n := len(a)
	u := make([]float64, n)
	for i := range n {
		// rows and columns up to i−1 hold the product of the reflections before.
		copy(u, a[i][:i])
		for l := range i {
			a[i][l], a[l][i] = 0, 0
		}
		a[i][i] = 1
		if h[i] == 0 {
			continue
		}
		for _, row := range a[:i] { // transposed: each row is reflected by itself
			dot := 0.0
			for l, x := range u[:i] {
				dot += float64(row[l] * x)
			}
			dot /= h[i]
			for l, x := range u[:i] {
				row[l] -= float64(dot * x)
			}
		}
	}
}
