package saddle

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Problem is a saddle point problem: its unknowns in a chart of ℝⁿ, where every
// point is admissible, and the map whose fixed point is the answer. A theory is
// such a map, a free entropy and a start.
type Problem struct {
	// Next writes the image of x, in the same chart; false where it has none.
	Next func(x, image []float64) bool
	// Warmup is the number of plain iterations before Newton's.
	Warmup int
	// Far ends a search whose unknowns leave the region where solutions are.
	Far func(x []float64) bool
	// Size measures how wrong x is, in the units of the tolerance; nil is the
	// largest |image − x|.
	Size func(x, residual []float64) float64
}

const (
	saddleTolerance = 1e-12 // largest |image − x| that ends a search at once
	saddleAccept    = 1e-10 // and that is a solution when no step makes it smaller
	saddleSteps     = 60
)

// Solve moves x to the fixed point and tells whether it has reached it. A few plain
// iterations are followed by Newton steps, with a Jacobian from differences that
// Broyden's formula keeps up to date; a step that does not make the residual
// smaller is halved, then the Jacobian is made anew.
func (s Problem) Solve(x []float64) (residual float64, ok bool) {
	n := len(x)
	r, trial, rTrial := make([]float64, n), make([]float64, n), make([]float64, n)
	if !s.residual(x, r) {
		return math.Inf(1), false
	}
	for i := 0; i < s.Warmup && s.error(x, r) > saddleTolerance; i++ {
		for k := range x {
			x[k] += r[k]
		}
		if !s.residual(x, r) || s.Far != nil && s.Far(x) {
			return math.Inf(1), false
		}
	}
	var jacobian *mat.Dense
	for range saddleSteps {
		if s.error(x, r) <= saddleTolerance {
			return s.error(x, r), true
		}
		fresh := jacobian == nil
		if fresh {
			if jacobian = s.jacobian(x, r); jacobian == nil {
				break
			}
		}
		if !s.step(jacobian, x, r, trial, rTrial) {
			if fresh {
				break
			}
			jacobian = nil
			continue
		}
		if norm(rTrial) > 0.3*norm(r) {
			jacobian = nil
		} else {
			broyden(jacobian, x, trial, r, rTrial)
		}
		copy(x, trial)
		copy(r, rTrial)
		if s.Far != nil && s.Far(x) {
			return s.error(x, r), false
		}
	}
	return s.error(x, r), s.error(x, r) <= saddleAccept
}

// step writes Newton's step from x, halved until the residual is smaller than r, to trial, and
// its residual to rTrial; false if there is none.
func (s Problem) step(jacobian *mat.Dense, x, r, trial, rTrial []float64) bool {
	step := mat.NewVecDense(len(x), nil)
	if step.SolveVec(jacobian, mat.NewVecDense(len(x), r)) != nil {
		return false
	}
	for cut := 1.0; cut > 1e-3; cut /= 2 {
		scale := cut * min(1, 2/(Largest(step.RawVector().Data)+1e-300)) // no unknown moves by more than 2
		for k := range x {
			trial[k] = x[k] - scale*step.AtVec(k)
		}
		if s.residual(trial, rTrial) && norm(rTrial) < norm(r) {
			return true
		}
	}
	return false
}

func (s Problem) error(x, r []float64) float64 {
	if s.Size != nil {
		return s.Size(x, r)
	}
	return Largest(r)
}

// residual writes image − x.
func (s Problem) residual(x, r []float64) bool {
	if !s.Next(x, r) {
		return false
	}
	for k := range x {
		r[k] -= x[k]
		if math.IsNaN(r[k]) || math.IsInf(r[k], 0) {
			return false
		}
	}
	return true
}

// jacobian is the matrix of differences of the residual, or nil.
func (s Problem) jacobian(x, r []float64) *mat.Dense {
	const h = 1e-5 // its error of 1e-5 is what Newton converges by, a digit five times a step
	n := len(x)
	j := mat.NewDense(n, n, nil)
	moved := make([]float64, n)
	for k := range x {
		y := append([]float64(nil), x...)
		y[k] += h
		if !s.residual(y, moved) {
			return nil
		}
		for i := range moved {
			j.Set(i, k, (moved[i]-r[i])/h)
		}
	}
	return j
}

// broyden corrects j such that it maps the step to the change of the residual.
func broyden(j *mat.Dense, x, xNew, r, rNew []float64) {
	n := len(x)
	square := 0.0
	for k := range x {
		square += (xNew[k] - x[k]) * (xNew[k] - x[k])
	}
	if square == 0 {
		return
	}
	for i := range n {
		miss := rNew[i] - r[i]
		for k := range n {
			miss -= j.At(i, k) * (xNew[k] - x[k])
		}
		for k := range n {
			j.Set(i, k, j.At(i, k)+miss*(xNew[k]-x[k])/square)
		}
	}
}

// Largest is max_i |v_i|.
func Largest(v []float64) float64 {
	m := 0.0
	for _, x := range v {
		m = max(m, math.Abs(x))
	}
	return m
}

func norm(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += x * x
	}
	return math.Sqrt(s)
}
