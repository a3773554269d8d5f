package kern

import (
	"math"
	"runtime"
)

// manyRegisters is true where 32 registers have room for all constants of [expTwice]. There
// [expsRegisters] takes half of the instructions of [expsConstants].
const manyRegisters = runtime.GOARCH == "arm64"

// exponential has the constants of [expTwice] of −y. Variables are read once, before a loop;
// the compiler reads constants for every weight.
var exponential = struct{ far, magic, log2E, ln2, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11 float64 }{
	farTail, roundMagic, -expLog2E, expLn2,
	expC0, -expC1, expC2, -expC3, expC4, -expC5, expC6, -expC7, expC8, -expC9, expC10, -expC11,
}

// expsRegisters is [expsConstants].
func expsRegisters(e, x []float64) {
	c := &exponential
	far, magic, log2E, ln2 := c.far, c.magic, c.log2E, c.ln2
	c0, c1, c2, c3, c4, c5 := c.c0, c.c1, c.c2, c.c3, c.c4, c.c5
	c6, c7, c8, c9, c10, c11 := c.c6, c.c7, c.c8, c.c9, c.c10, c.c11
	x = x[:len(e)]
	for i, xi := range x {
		y := min(math.Abs(xi), far)
		z := math.FMA(y, log2E, magic)
		r := math.FMA(z-magic, ln2, y)
		r2 := float64(r * r)
		odd := math.FMA(c11, r2, c9)
		even := math.FMA(c10, r2, c8)
		odd = math.FMA(odd, r2, c7)
		even = math.FMA(even, r2, c6)
		odd = math.FMA(odd, r2, c5)
		even = math.FMA(even, r2, c4)
		odd = math.FMA(odd, r2, c3)
		even = math.FMA(even, r2, c2)
		odd = math.FMA(odd, r2, c1)
		even = math.FMA(even, r2, c0)
		p := math.FMA(odd, r, even)
		e[i] = float64(p * math.Float64frombits(math.Float64bits(z)<<mantissaBits))
	}
}
