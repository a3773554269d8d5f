package kern

import (
	"os"
	"regexp"
	"testing"
)

// TestRegistersOfAVX2: kernels of AVX2 use its sixteen registers and no others. The assembler
// takes the sixteen of AVX-512 in the same instructions, the machines that tests run on have them,
// and any other ends the program there.
func TestRegistersOfAVX2(t *testing.T) {
	source, err := os.ReadFile("kern_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	beyond := regexp.MustCompile(`\b([XY](1[6-9]|2\d|3[01])|Z\d+|K[0-7])\b`)
	seen := 0
	for _, body := range regexp.MustCompile(`(?m)^TEXT `).Split(string(source), -1) {
		name := regexp.MustCompile(`^·(\w+AVX2)\(SB\)`).FindStringSubmatch(body)
		if name == nil {
			continue
		}
		seen++
		if r := beyond.FindString(body); r != "" {
			t.Errorf("%s uses register %s", name[1], r)
		}
	}
	if seen < 30 {
		t.Errorf("%d kernels of AVX2 were looked at", seen)
	}
}
