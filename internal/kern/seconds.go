package kern

// SecondsPerEdge is about what the kernels of a Gaussian row take per edge in the
// tier in use, with messages in double precision or narrow ones; see
// bench/kernels.txt.
func SecondsPerEdge(narrow bool) float64 {
	switch {
	case active == portable && narrow:
		return 100e-9 // single precision in software
	case active == portable:
		return 10e-9
	case narrow:
		return 0.8e-9
	case active == avx2:
		return 1.6e-9
	}
	return 1.1e-9
}
