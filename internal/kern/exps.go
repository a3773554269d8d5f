package kern

import "math"

// expsTwice writes e^−2|x_i|, and e^−2·farTail beyond farTail: that is [expTwice].
func expsTwice(e, x []float64) {
	if manyRegisters {
		expsRegisters(e, x)
	} else {
		expsConstants(e, x)
	}
}

// expsConstants is [expsTwice] with the constants in the code, which takes the fewest
// registers: 16 have no room for more, as bench/rows.txt has it.
func expsConstants(e, x []float64) {
	for i, b := range bitsOf(x[:len(e)]) {
		y := math.Float64frombits(b | signBit) // −|x|
		if y < -farTail {
			y = -farTail
		}
		// written out: the call would be a tenth of the loop
		z := math.FMA(y, expLog2E, roundMagic)
		r := math.FMA(z-roundMagic, -expLn2, y)
		r2 := float64(r * r)
		odd := math.FMA(expC11, r2, expC9)
		even := math.FMA(expC10, r2, expC8)
		odd = math.FMA(odd, r2, expC7)
		even = math.FMA(even, r2, expC6)
		odd = math.FMA(odd, r2, expC5)
		even = math.FMA(even, r2, expC4)
		odd = math.FMA(odd, r2, expC3)
		even = math.FMA(even, r2, expC2)
		odd = math.FMA(odd, r2, expC1)
		even = math.FMA(even, r2, expC0)
		p := math.FMA(odd, r, even)
		e[i] = float64(p * math.Float64frombits(math.Float64bits(z)<<mantissaBits))
	}
}

// expTwice is e^2y, −farTail ≤ y ≤ 0; NaN stays NaN. It is gauss.Exp's reduction
// in one step (the second would add k·2e-17 of e^2y, negligible against 1) and
// its polynomial, even and odd powers apart: with the shorter chain of operations
// the processor overlaps several weights.
func expTwice(y float64) float64 {
	z := math.FMA(y, expLog2E, roundMagic)
	k := z - roundMagic
	r := math.FMA(k, -expLn2, y)
	r2 := float64(r * r)
	odd := math.FMA(expC11, r2, expC9)
	even := math.FMA(expC10, r2, expC8)
	odd = math.FMA(odd, r2, expC7)
	even = math.FMA(even, r2, expC6)
	odd = math.FMA(odd, r2, expC5)
	even = math.FMA(even, r2, expC4)
	odd = math.FMA(odd, r2, expC3)
	even = math.FMA(even, r2, expC2)
	odd = math.FMA(odd, r2, expC1)
	even = math.FMA(even, r2, expC0)
	p := math.FMA(odd, r, even)
	return float64(p * math.Float64frombits(math.Float64bits(z)<<mantissaBits))
}
