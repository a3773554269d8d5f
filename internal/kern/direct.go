package kern

// Direct does what [Update] does for a row whose variance is too small for a
// polynomial, edge by edge.
func Direct(h, u, s []float64, signs []uint64, theta, omega, v, damping float64) {
	for i, si := range s {
		Apply(h, u, signs, i, Message(si, theta, omega, v), damping)
	}
}
