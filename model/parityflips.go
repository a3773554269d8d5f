package model

import "math/bits"

// productFlips is the energy of a product at some weights. A step of a unit that turns its
// output turns the product: of a pattern that is learned, or that is not.
type productFlips struct {
	flips          // but for V
	wrong []uint64 // lanes of patterns that are not learned
}

func newProductFlips(l landscape, w []float64) *productFlips {
	e := &productFlips{flips{landscape: l, turned: make([]uint64, len(w))}, make([]uint64, l.words)}
	for i, x := range w {
		if x < 0 {
			e.turned[i] = ^uint64(0)
		}
	}
	e.rise, e.fall = make([]uint64, l.units*l.words), make([]uint64, l.units*l.words)
	e.startUnits(w)
	for mu, sum := range l.network.sums(w) {
		if sum < 0 {
			e.wrong[mu/64] |= 1 << (mu % 64)
			e.errors++
		}
	}
	return e
}

// Delta implements [Energy].
func (e *productFlips) Delta(i int) (change int) {
	at, turned := e.places[i], e.turned[i]
	for k, x := range e.columns[at.column:][:e.words] {
		up, own := x^turned, int(at.unit)+k
		turns := (e.rise[own]&up | e.fall[own]&^up) & e.valid[k]
		change += bits.OnesCount64(turns&^e.wrong[k]) - bits.OnesCount64(turns&e.wrong[k])
	}
	return change
}

// Flip implements [Energy].
func (e *productFlips) Flip(i int) {
	e.errors += e.Delta(i)
	at, turned := e.places[i], e.turned[i]
	for k, x := range e.columns[at.column:][:e.words] {
		up, own := x^turned, int(at.unit)+k
		e.wrong[k] ^= (e.rise[own]&up | e.fall[own]&^up) & e.valid[k]
		move(e.sums.of(own), up, ^up)
		e.follow(own, k, 0)
	}
	e.turned[i] = ^turned
}
