package deviations

import (
	"math"

	"fbp/gauss"
	"fbp/theory/clusters"
)

// bracket is L = ln(P1P2 + P1P3 + P2P3 − 2P1P2P3) with its gradient and second
// derivatives.
type bracket struct {
	log float64
	y   [3]float64
	yy  [3][3]float64
}

// at evaluates L as ln P1 + ln P2 + ln T, T = 1 + (P3/P2)(1−P2) + (P3/P1)(1−P1), in which
// nothing under- or overflows where P3 is the smallest. With m = (ln P)', R = P3/P,
//
//	∂1 = m1 (1 − R1/T),  ∂2 = m2 (1 − R2/T),  ∂3 = m3 (T − 1)/T.
func (k threeUnits) at(h [3]float64) (b bracket) {
	if k.product {
		return k.atProduct(h)
	}
	var l, m, c, n [3]float64
	for i := range h {
		a := -h[i] / k.r
		l[i] = gauss.LogH(a)
		mills := gauss.Mills(a)
		m[i], c[i] = mills/k.r, -clusters.MillsSlope(a, mills)/(k.r*k.r)
		n[i] = gauss.H(-a)
	}
	r1, r2 := math.Exp(min(l[2]-l[0], 600)), math.Exp(min(l[2]-l[1], 600))
	t1 := r2*n[1] + r1*n[0]
	t := 1 + t1
	r1, r2 = r1/t, r2/t
	b.log = l[0] + l[1] + math.Log1p(t1)
	b.y = [3]float64{m[0] * (1 - r1), m[1] * (1 - r2), m[2] * t1 / t}
	b.yy[0][0] = (c[0] + m[0]*m[0]*r1) * (1 - r1)
	b.yy[1][1] = (c[1] + m[1]*m[1]*r2) * (1 - r2)
	b.yy[2][2] = c[2]*t1/t + m[2]*m[2]*t1/(t*t)
	b.yy[1][0] = -m[0] * m[1] * r1 * r2
	b.yy[2][0] = -m[0] * m[2] * r1 / t
	b.yy[2][1] = -m[1] * m[2] * r2 / t
	return b
}
