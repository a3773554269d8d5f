package results

// Flag is a truth as a number: 1 or 0.
func Flag(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
