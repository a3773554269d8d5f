package kern

// AddRows adds Σ_k x_k times row k to h, one row after the other, each product and sum
// rounded once.
func AddRows(h []float64, x *[4]float64, rows *[4][]float64) {
	for k := range rows {
		first(len(h), rows[k])
	}
	if len(h) > 0 {
		addRows(h, x, &rows[0][0], &rows[1][0], &rows[2][0], &rows[3][0])
	}
}
