package features

// pair is a matrix over references that does not tell them apart, or a vector over them seen from one: diag is x_δ, what the
// own reference has beyond others, rest is x_o, what others have. There are n → 0 references.
type pair struct{ diag, rest float64 }

func (a pair) plus(b pair) pair      { return pair{a.diag + b.diag, a.rest + b.rest} }
func (a pair) times(b pair) pair     { return pair{a.diag * b.diag, a.diag*b.rest + a.rest*b.diag} }
func (a pair) scaled(x float64) pair { return pair{x * a.diag, x * a.rest} }
func (a pair) inverse() pair         { return pair{1 / a.diag, -a.rest / (a.diag * a.diag)} }

// dot is the sum over references of a product.
func (a pair) dot(b pair) float64 { return a.diag*b.diag + a.diag*b.rest + a.rest*b.diag }

// block is a matrix over references and m → 0 solutions around each: among references, between a reference and
// solutions, between solutions and a reference, among solutions of one reference.
type block struct{ refs, out, back, around pair }

func symmetric(refs, out, around pair) block { return block{refs, out, out, around} }

func (x block) plus(y block) block {
	return block{x.refs.plus(y.refs), x.out.plus(y.out), x.back.plus(y.back), x.around.plus(y.around)}
}

func (x block) scaled(by float64) block {
	return block{x.refs.scaled(by), x.out.scaled(by), x.back.scaled(by), x.around.scaled(by)}
}

func (x block) times(y block) block {
	return block{
		refs:   x.refs.times(y.refs),
		out:    x.refs.times(y.out).plus(x.out.scaled(y.around.diag)),
		back:   x.back.times(y.refs).plus(y.back.scaled(x.around.diag)),
		around: x.around.times(y.around).plus(pair{0, x.back.dot(y.out)}),
	}
}

// inverse is that of a symmetric block.
func (x block) inverse() block {
	v := x.refs.inverse().times(x.out)
	w := x.around.diag
	return symmetric(x.refs.inverse(), v.scaled(-1/w), pair{1 / w, -(x.around.rest - x.out.dot(v)) / (w * w)})
}

// vector has one number for all references, and one for all solutions around them.
type vector struct{ ref, around float64 }

func (x block) on(v vector) vector {
	return vector{x.refs.diag * v.ref, x.back.dot(pair{0, v.ref}) + x.around.diag*v.around}
}

func (v vector) square() block {
	return symmetric(pair{0, v.ref * v.ref}, pair{0, v.ref * v.around}, pair{0, v.around * v.around})
}

// layer is that of s = Fᵀw/√N of references and of solutions around them.
type layer struct {
	weights block // overlaps of the weights
	spread  block // C, covariances of s without the teacher
	teacher vector
	push    block // Y, that of the patterns on the weights
}

// newLayer has the overlaps of the weights and the forces of the patterns:
//
//	C = (q⁻¹ − K)⁻¹,   r = C m,   g = m + K r,   Y = K + K C K + g gᵀ
func newLayer(weights, forces block, mean vector) layer {
	l := layer{weights: weights, spread: weights.inverse().plus(forces.scaled(-1)).inverse()}
	l.teacher = l.spread.on(mean)
	g := forces.on(l.teacher)
	g = vector{g.ref + mean.ref, g.around + mean.around}
	l.push = forces.plus(forces.times(l.spread).times(forces)).plus(g.square())
	return l
}

// overlaps are p or s of two references, of a reference and a solution, of two solutions.
func (l layer) overlaps() block { return l.spread.plus(l.teacher.square()) }
