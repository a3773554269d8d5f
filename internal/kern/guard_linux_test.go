package kern

import (
	"syscall"
	"testing"
	"unsafe"
)

// TestNothingBeyond lays every slice against a page that must not be touched,
// before it and after it: reading there would end the test.
func TestNothingBeyond(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		for _, atEnd := range []bool{false, true} {
			for n := range 150 {
				h, u, s := fenced(t, n, atEnd), fenced(t, n, atEnd), fenced(t, n, atEnd)
				bits := fenced(t, words(n), atEnd)
				signs := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(bits))), len(bits))
				Cavity(s, h, u, signs)
				LogCosh(s, h, u, signs)
				var c [MaxDegree + 1]float64
				for _, degree := range classes {
					Update(h, u, s, signs, &c, degree, 0)
				}
				Add(h, u, signs)
				sums := Negatives(u, &Four{signs, signs, signs, signs})
				AddNegatives(h, &sums, &Four{signs, signs, signs, signs})
				Star(s, h, u, 0.5, 3)
				a, ua, v := fenced(t, n, atEnd), fenced(t, n, atEnd), fenced(t, n, atEnd)
				all := GaussCavity(s, v, a, h, ua, u, signs)
				for _, class := range pullClasses {
					GaussUpdate(a, h, ua, u, s, v, signs, all, &Pull{Degree: class.degree}, 0)
				}
				narrow, other, fields := fencedSingles(t, n, atEnd), fencedSingles(t, n, atEnd), fencedSingles(t, n, atEnd)
				CavityNarrow(narrow, fields, other, signs)
				AddNarrow(h, other, signs)
				for _, degree := range classes {
					UpdateNarrow(fields, other, narrow, signs, &c, degree, 0)
				}
			}
		}
	})
}

// fenced returns n zeros between two pages without access, one of which they
// touch; fencedSingles the same in single precision.
func fenced(t *testing.T, n int, atEnd bool) []float64 {
	return unsafe.Slice((*float64)(fencedBytes(t, 8*n, atEnd)), n)
}

func fencedSingles(t *testing.T, n int, atEnd bool) []float32 {
	return unsafe.Slice((*float32)(fencedBytes(t, 4*n, atEnd)), n)
}

func fencedBytes(t *testing.T, n int, atEnd bool) unsafe.Pointer {
	page := syscall.Getpagesize()
	memory, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { syscall.Munmap(memory) })
	if err := syscall.Mprotect(memory[page:2*page], syscall.PROT_READ|syscall.PROT_WRITE); err != nil {
		t.Fatal(err)
	}
	start := page
	if atEnd {
		start = 2*page - n
	}
	return unsafe.Pointer(&memory[start:][:1][0])
}
