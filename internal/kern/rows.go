package kern

import (
	"fmt"
	"math"
	"unsafe"
)

// Factors are a matrix X of which x_rt is X[Row·r + Term·t].
type Factors struct {
	X         []float64
	Row, Term int
}

// AddProduct adds the product of two matrices to one whose rows follow each other, columns
// long each: H ← H + X M, term after term, each product and sum rounded once. H and M have
// len/columns rows.
func AddProduct(h []float64, columns int, x Factors, m []float64) {
	rows, terms := len(h)/columns, len(m)/columns
	if rows == 0 || terms == 0 {
		return
	}
	if last := x.Row*(rows-1) + x.Term*(terms-1); rows*columns != len(h) || terms*columns != len(m) || x.Row < 0 || x.Term < 0 || last >= len(x.X) {
		panic(fmt.Sprintf("kern: %d and %d numbers in rows of %d, %d factors, want %d", len(h), len(m), columns, len(x.X), last+1))
	}
	r := 0
	for ; r+4 <= rows; r += 4 {
		addProduct(h[r*columns:(r+1)*columns], columns, &x.X[r*x.Row], x.Row, x.Term, &m[0], terms)
	}
	for ; r < rows; r++ { // four times the same, as the loops of vectors are for four rows
		addProduct(h[r*columns:(r+1)*columns], 0, &x.X[r*x.Row], 0, x.Term, &m[0], terms)
	}
}

// addProductGo adds Σ_t x_rt m_t to row r of four, the first of which is h and the others lie next apart; next = 0 is one row.
func addProductGo(h []float64, next int, x *float64, row, term int, m *float64, terms int) {
	n, rows := len(h), 4
	if next == 0 { // one row four times
		rows = 1
	}
	h = unsafe.Slice(&h[0], (rows-1)*next+n)
	factors, m0 := unsafe.Slice(x, (rows-1)*row+(terms-1)*term+1), unsafe.Slice(m, terms*n)
	for r := range rows {
		h := h[r*next:][:n]
		for t := range terms {
			c := factors[r*row+t*term]
			for i, y := range m0[t*n : (t+1)*n] {
				h[i] = math.FMA(c, y, h[i])
			}
		}
	}
}
