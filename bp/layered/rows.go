package layered

import "fbp/internal/kern"

// fourOf are the rows of four patterns from the j-th on, the last again where there are
// fewer, and how many there are.
func fourOf(bits [][]uint64, j, patterns int) (rows kern.Four, number int) {
	number = min(4, patterns-j)
	for r := range rows {
		rows[r] = bits[j+min(r, number-1)]
	}
	return rows, number
}

// addRows adds Σ_r c_r times row r of a matrix to h, whose length is that of the rows.
func addRows(h, c, matrix []float64) {
	var four fourRows
	for r, x := range c {
		four.add(h, x, matrix[r*len(h):(r+1)*len(h)])
	}
	four.flush(h)
}

// fourRows collects rows with their factors, four of which are added together.
type fourRows struct {
	rows    [4][]float64
	factors [4]float64
	n       int
}

// add adds c times a row to h, sooner or later.
func (f *fourRows) add(h []float64, c float64, row []float64) {
	f.rows[f.n], f.factors[f.n] = row, c
	if f.n++; f.n == 4 {
		kern.AddRows(h, &f.factors, &f.rows)
		f.n = 0
	}
}

// flush adds what is left.
func (f *fourRows) flush(h []float64) {
	if f.n == 0 {
		return
	}
	for r := f.n; r < 4; r++ {
		f.rows[r], f.factors[r] = f.rows[0], 0
	}
	kern.AddRows(h, &f.factors, &f.rows)
	f.n = 0
}
