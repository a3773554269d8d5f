package dynamics

import "fbp/model"

// bytes is the memory of the patterns, their fields and the states of the weights.
func (Limits) bytes(s model.Size) float64 {
	n, p := float64(s.Model.Dim()), float64(s.Patterns)
	return n*p/8 + 8*p + 16*n
}

// bytes is the memory of the patterns, their stabilities and the weights.
func (Epochs) bytes(s model.Size) float64 { return bytesOf(s, 1) }

// bytes is the memory of the patterns, their stabilities and the weights of all replicas.
func (l *LeastAction) bytes(s model.Size) float64 { return bytesOf(s, l.Replicas) }

// bytesOf is the memory of learners of real weights, so many of them.
func bytesOf(s model.Size, learners int) float64 {
	n, p := float64(s.Model.Dim()), float64(s.Patterns)
	return n*p/8 + 32*p + 8*n*float64(learners+4)
}

// bytes is the memory of the patterns as numbers, and of the fields.
func (c *SphereMonteCarlo) bytes(s model.Size) float64 {
	n, p := float64(s.Model.Dim()), float64(s.Patterns)
	return 8*n*p + n*p/8 + 32*(n+p)
}

// bytes is the memory of the patterns, of two numbers for each, and of the edges.
func (*LinearPrograms) bytes(s model.Size) float64 {
	n, p := float64(s.Model.Dim()), float64(s.Patterns)
	return n*p/8 + 16*p + 8*n*(n+14)
}

// bytes is the memory of the patterns and of the fields and weights of the replicas.
func (r *ReplicatedSGD) bytes(s model.Size) float64 {
	n, p := float64(s.Model.Dim()), float64(s.Patterns)
	return n*p/8 + float64(r.Replicas)*(8*p+9*n)
}
