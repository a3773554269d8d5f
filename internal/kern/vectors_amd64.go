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

// whole panics unless n elements are whole groups: what is left of one is not looked at.
func whole(n, group int) {
	if n%group != 0 {
		panic("kern: a part of a group of elements")
	}
}
