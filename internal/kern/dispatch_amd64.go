//go:build amd64 && !purego

package kern

import "golang.org/x/sys/cpu"

//go:generate go run -C asm . -out ../kern_amd64.s -stubs ../stubs_amd64.go -pkg kern

// supported lists what this processor runs, best first.
func supported() []tier {
	tiers := []tier{portable}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasPOPCNT {
		tiers = append([]tier{avx2}, tiers...)
		if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL {
			tiers = append([]tier{avx512}, tiers...)
		}
	}
	return tiers
}

func cavity(s, h, u []float64, signs []uint64) (sum, variance float64) {
	switch active {
	case avx512:
		return cavityAVX512(s, h, u, signs)
	case avx2:
		return cavityAVX2(s, h, u, signs)
	default:
		return cavityGo(s, h, u, signs)
	}
}

func logCosh(s, h, u []float64, signs []uint64, linear, product *[lanes]float64) {
	switch active {
	case avx512:
		logCoshAVX512(s, h, u, signs, linear, product)
	case avx2:
		logCoshAVX2(s, h, u, signs, linear, product)
	default:
		logCoshGo(s, h, u, signs, linear, product)
	}
}

func update(h, u, s []float64, signs []uint64, c *[MaxDegree + 1]float64, degree int, gain float64) {
	switch {
	case active == portable:
		updateGo(h, u, s, signs, c, degree, gain)
	case active == avx512 && degree <= 5:
		update5AVX512(h, u, s, signs, c, gain)
	case active == avx512 && degree <= 7:
		update7AVX512(h, u, s, signs, c, gain)
	case active == avx512 && degree <= 11:
		update11AVX512(h, u, s, signs, c, gain)
	case active == avx512:
		update15AVX512(h, u, s, signs, c, gain)
	case degree <= 5:
		update5AVX2(h, u, s, signs, c, gain)
	case degree <= 7:
		update7AVX2(h, u, s, signs, c, gain)
	case degree <= 11:
		update11AVX2(h, u, s, signs, c, gain)
	default:
		update15AVX2(h, u, s, signs, c, gain)
	}
}

func gaussCavity(s, v, a, b, ua, ub []float64, signs []uint64, out *[4]float64) {
	switch active {
	case avx512:
		gaussCavityAVX512(s, v, a, b, ua, ub, signs, out)
	case avx2:
		gaussCavityAVX2(s, v, a, b, ua, ub, signs, out)
	default:
		gaussCavityGo(s, v, a, b, ua, ub, signs, out)
	}
}

func gaussUpdate(a, b, ua, ub, s, v []float64, signs []uint64, degree int, c *[MaxPullDegree + 1]float64, at *[4]float64) {
	switch {
	case active == portable:
		gaussUpdateGo(a, b, ua, ub, s, v, signs, degree, c, at)
	case active == avx512 && degree <= 8:
		gaussUpdate8AVX512(a, b, ua, ub, s, v, signs, c, at)
	case active == avx512 && degree <= 12:
		gaussUpdate12AVX512(a, b, ua, ub, s, v, signs, c, at)
	case active == avx512 && degree <= 16:
		gaussUpdate16AVX512(a, b, ua, ub, s, v, signs, c, at)
	case active == avx512:
		gaussUpdate24AVX512(a, b, ua, ub, s, v, signs, c, at)
	case degree <= 8:
		gaussUpdate8AVX2(a, b, ua, ub, s, v, signs, c, at)
	case degree <= 12:
		gaussUpdate12AVX2(a, b, ua, ub, s, v, signs, c, at)
	case degree <= 16:
		gaussUpdate16AVX2(a, b, ua, ub, s, v, signs, c, at)
	default:
		gaussUpdate24AVX2(a, b, ua, ub, s, v, signs, c, at)
	}
}

func add(h, u []float64, signs []uint64) {
	switch active {
	case avx512:
		addAVX512(h, u, signs)
	case avx2:
		addAVX2(h, u, signs)
	default:
		addGo(h, u, signs)
	}
}

func negatives(m []float64, a, b, c, d *uint64, sums *[4]float64) {
	switch active {
	case avx512:
		negativesAVX512(m, a, b, c, d, sums)
	case avx2:
		negativesAVX2(m, a, b, c, d, sums)
	default:
		negativesGo(m, a, b, c, d, sums)
	}
}

func addProduct(h []float64, next int, x *float64, row, term int, m *float64, terms int) {
	switch active {
	case avx512:
		addProductAVX512(h, next, x, row, term, m, terms)
	case avx2:
		addProductAVX2(h, next, x, row, term, m, terms)
	default:
		addProductGo(h, next, x, row, term, m, terms)
	}
}

func signTails(u, rv, ratio, rarity, x []float64, least float64) {
	switch active {
	case avx512:
		signTailsAVX512(u, rv, ratio, rarity, x, least)
	case avx2:
		signTailsAVX2(u, rv, ratio, rarity, x, least)
	default:
		signTailsGo(u, rv, ratio, rarity, x, least)
	}
}

func signAnswers(g, slope, b, u, rv, ratio, rarity []float64) {
	switch active {
	case avx512:
		signAnswersAVX512(g, slope, b, u, rv, ratio, rarity)
	case avx2:
		signAnswersAVX2(g, slope, b, u, rv, ratio, rarity)
	default:
		signAnswersGo(g, slope, b, u, rv, ratio, rarity)
	}
}

func addNegatives(h []float64, x *[4]float64, a, b, c, d *uint64) {
	switch active {
	case avx512:
		addNegativesAVX512(h, x, a, b, c, d)
	case avx2:
		addNegativesAVX2(h, x, a, b, c, d)
	default:
		addNegativesGo(h, x, a, b, c, d)
	}
}

func star(u, h, e []float64, decay, others float64) {
	switch active {
	case avx512:
		starAVX512(u, h, e, decay, others)
	case avx2:
		starAVX2(u, h, e, decay, others)
	default:
		starGo(u, h, e, decay, others)
	}
}

func vote(f, s []float64, omega, v, sure, swing float64) {
	switch active {
	case avx512:
		voteAVX512(f, s, omega, v, sure, swing)
	case avx2:
		voteAVX2(f, s, omega, v, sure, swing)
	default:
		voteGo(f, s, omega, v, sure, swing)
	}
}

func within(f, s []float64, omega, v, end float64) {
	switch active {
	case avx512:
		withinAVX512(f, s, omega, v, end)
	case avx2:
		withinAVX2(f, s, omega, v, end)
	default:
		withinGo(f, s, omega, v, end)
	}
}

func settle(h, u, m []float64, signs []uint64, gain float64) {
	switch active {
	case avx512:
		settleAVX512(h, u, m, signs, gain)
	case avx2:
		settleAVX2(h, u, m, signs, gain)
	default:
		settleGo(h, u, m, signs, gain)
	}
}

func cavityOdds(s, h, u []float64, signs []uint64, r []float64) (sum, variance float64) {
	switch active {
	case avx512:
		return cavityOddsAVX512(s, h, u, signs, r)
	case avx2:
		return cavityOddsAVX2(s, h, u, signs, r)
	default:
		return cavityOddsGo(s, h, u, signs, r)
	}
}

func addMessages(h, u, m []float64, signs []uint64, gain float64) {
	switch active {
	case avx512:
		addMessagesAVX512(h, u, m, signs, gain)
	case avx2:
		addMessagesAVX2(h, u, m, signs, gain)
	default:
		addMessagesGo(h, u, m, signs, gain)
	}
}
