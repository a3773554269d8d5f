package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// The instructions of vectors that a tier may have: AVX, AVX2 and FMA, and with AVX-512 those of
// F, DQ and VL. A new one is put here when it is known which of them has it.
var (
	ofAVX2 = strings.Fields(`VADDPD VADDSD VANDNPD VANDPD VBLENDVPD VBROADCASTSD VDIVPD VEXTRACTF128 VFMADD213PD
		VFMADD231PD VFMSUB213PD VFNMADD132PD VFNMADD213PD VFNMADD231PD VMASKMOVPD VMAXPD VMAXSD VMINPD VMOVAPD VMOVDQU VMOVHPD
		VMOVLPD VMOVMSKPD VMOVSD VMOVUPD VMULPD VORPD VPADDQ VPERM2F128 VPERMD VPSLLQ VPSRLQ VPSUBQ VSHUFPD VSQRTPD
		VSUBPD VUNPCKHPD VUNPCKLPD VXORPD VZEROUPPER`)
	ofAVX512 = strings.Fields(`KANDB KMOVB KNOTB VADDPD.BCST VALIGNQ.Z VBROADCASTSD.Z VCOMPRESSPD.Z VEXPANDPD.Z
		VEXTRACTF64X4 VFMADD213PD.BCST VFMADD231PD.BCST VFNMADD231PD.BCST VINSERTF64X4 VMOVUPD.Z VMULPD.BCST VPADDQ.BCST
		VPERMI2PD VPMOVQ2M VPSUBQ.BCST VPTERNLOGQ VSCALEFPD VSUBPD.BCST`)
	vector = regexp.MustCompile(`^\s+(K\w+|V[\w.]+|\w+[PS][DS])\b`) // legacy encodings of floating point too: none may be there
	beyond = regexp.MustCompile(`\b([XY](1[6-9]|2\d|3[01])|Z\d+|K[0-7])\b`)
)

// refuse removes an assembly file with an instruction or a register that a tier lacks: the
// assembler takes both, the machine of whoever wrote it has them, and any other ends the program there.
func refuse(path string) {
	source, err := os.ReadFile(path)
	check(err)
	function := ""
	for number, line := range strings.Split(string(source), "\n") {
		if name, ok := strings.CutPrefix(line, "TEXT ·"); ok {
			function, _, _ = strings.Cut(name, "(")
		}
		narrow := strings.HasSuffix(function, "AVX2")
		what := ""
		if i := vector.FindStringSubmatch(line); i != nil && !slices.Contains(ofAVX2, i[1]) && (narrow || !slices.Contains(ofAVX512, i[1])) {
			what = i[1]
		}
		if narrow && what == "" {
			what = beyond.FindString(line)
		}
		if what != "" {
			check(os.Remove(path))
			check(fmt.Errorf("%s, line %d: %s has %s, which its tier has not", path, number+1, function, what))
		}
	}
}
