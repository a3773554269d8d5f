package kern

import (
	"os"
	"regexp"
	"syscall"
	"testing"
	"unsafe"
)

// TestNothingBeyond lays every slice and every array against a page that must not be touched,
// before it and after it: reading there would end the test. No kernel is left out.
func TestNothingBeyond(t *testing.T) {
	f := &fences{t: t}
	kernels := f.kernels()
	for _, name := range kernelsOfAssembly(t) {
		if kernels[name] == nil {
			t.Errorf("%s is not tested", name)
		}
	}
	everyTier(t, func(t *testing.T) {
		for _, f.atEnd = range []bool{false, true} {
			for n := range 150 {
				for _, run := range kernels {
					f.taken = 0
					run(n)
				}
			}
		}
	})
}

// kernelsOfAssembly are the names of all kernels, without tier and degree.
func kernelsOfAssembly(t *testing.T) (names []string) {
	source, err := os.ReadFile("kern_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`(?m)^TEXT ·([a-zA-Z]+)\d*AVX2\(SB\)`).FindAllSubmatch(source, -1) {
		names = append(names, string(found[1]))
	}
	if len(names) < 30 {
		t.Errorf("%d kernels of AVX2", len(names))
	}
	return names
}

// kernels calls each kernel with rows of n elements, or as many more as it takes.
func (f *fences) kernels() map[string]func(n int) {
	row, signs := f.row, f.signs
	sixteen := func() *[16]float64 { return (*[16]float64)(row(16)) }
	eight := func() *[lanes]float64 { return (*[lanes]float64)(row(lanes)) }
	four := func() *[4]float64 { return (*[4]float64)(row(4)) }
	word := func(n int) *uint64 { return unsafe.SliceData(signs(n)) }
	return map[string]func(n int){
		"cavity":     func(n int) { cavity(row(n), row(n), row(n), signs(n)) },
		"cavityOdds": func(n int) { cavityOdds(row(n), row(n), row(n), signs(n), row(n)) },
		"logCosh":    func(n int) { logCosh(row(n), row(n), row(n), signs(n), eight(), eight()) },
		"update": func(n int) {
			update(row(n), row(n), row(n), signs(n), sixteen(), 0.5, classes[n%len(classes)])
		},
		"gaussCavity": func(n int) {
			gaussCavity(row(n), row(n), row(n), row(n), row(n), row(n), signs(n), four())
		},
		"gaussUpdate": func(n int) {
			c := (*[MaxPullDegree + 1]float64)(row(MaxPullDegree + 1))
			gaussUpdate(row(n), row(n), row(n), row(n), row(n), row(n), signs(n), c, four(), pullClasses[n%len(pullClasses)].degree)
		},
		"negatives":    func(n int) { negatives(row(n), word(n), word(n), word(n), word(n), four()) },
		"addNegatives": func(n int) { addNegatives(row(n), four(), word(n), word(n), word(n), word(n)) },
		"addProduct": func(n int) {
			if n > 0 {
				AddProduct(row(5*n), n, Factors{row(15), 3, 1}, row(3*n))
			}
		},
		"signTails":   func(n int) { signTails(row(n), row(n), row(n), row(n), row(n), 0.1) },
		"signAnswers": func(n int) { signAnswers(row(n), row(n), row(n), row(n), row(n), row(n), row(n)) },
		"vote":        func(n int) { vote(row(n), row(n), 1, 20, 0.5, 0.5) },
		"within":      func(n int) { within(row(n), row(n), 1, 20, 3) },
		"interpolate": func(n int) {
			m := (*matrices)(unsafe.Pointer(unsafe.SliceData(row(int(unsafe.Sizeof(matrices{})) / 8))))
			interpolate(sixteen(), sixteen(), m, 1+n%lanes)
		},
		"odds":          func(n int) { odds(row(n), row(n), row(n), signs(n)) },
		"settle":        func(n int) { settle(row(n), row(n), row(n), signs(n), 0.5) },
		"addMessages":   func(n int) { addMessages(row(n), row(n), row(n), signs(n), 0.5) },
		"splitOdds":     func(n int) { splitOdds(row(n+lanes), row(n+lanes), f.odds(n)) },
		"mergeMessages": func(n int) { mergeMessages(row(n), f.odds(n), row(n+lanes), row(n+lanes)) },
		"meanFlips":     func(n int) { meanFlips(row(n), 2) },
		"fourFactors": func(n int) {
			n = multiple(n, block)
			stride := n/4 + 2*lanes
			fourFactors(row(5*stride), stride, row(n), 2)
		},
		"correlate": func(n int) {
			outs, terms := multiple(n, lanes), multiple(n+1, 2)
			correlate(row(outs), row(terms), row(outs+terms-1))
		},
		"flipMessages": func(n int) {
			n = multiple(n, block)
			flipMessages(row(n), row(n), row(n+lanes), 1, 0, 1, 0)
		},
		"multiply":    f.multiply,
		"multiplyFew": f.multiply,
	}
}

// odds are of flips up or of flips down, all of them.
func (f *fences) odds(n int) []float64 {
	x := f.row(n)
	if n%2 == 1 {
		fill(x, -1)
	}
	return x
}

// multiply counts flips in memory of just the length that was used before.
func (f *fences) multiply(n int) {
	counts := func(fenced bool) *side {
		s := &side{odds: f.row(multiple(n, block)), weights: n}
		s.prepare(1)
		s.size = multiple(2*n+1, lanes) - 1
		if fenced {
			s.factors = append(f.row(len(s.factors))[:0], s.factors...)
		}
		return s
	}
	a, b := counts(false), counts(false)
	multiplyOne(a)
	s := counts(true)
	s.counts, s.scratch = f.row(len(a.counts)), f.row(len(a.scratch))
	multiplyOne(s)
	if multipliesBoth() {
		multiplyTwo(a, b)
		c, d := counts(true), counts(true)
		c.counts, d.counts, c.scratch = f.row(len(a.counts)), f.row(len(b.counts)), f.row(len(a.scratch))
		multiplyTwo(c, d)
	}
}

// fences are pieces of memory between two pages without access, one of which they touch.
type fences struct {
	t      *testing.T
	pieces [][]byte
	taken  int
	atEnd  bool
}

// row returns n zeros, and signs those of n elements.
func (f *fences) row(n int) []float64 { return unsafe.Slice((*float64)(f.piece(8*n)), n)[:n:n] }

func (f *fences) signs(n int) []uint64 { return unsafe.Slice((*uint64)(f.piece(8*words(n))), words(n)) }

func (f *fences) piece(n int) unsafe.Pointer {
	if f.taken == len(f.pieces) {
		f.pieces = append(f.pieces, f.between())
	}
	piece := f.pieces[f.taken]
	f.taken++
	start := 0
	if f.atEnd {
		start = len(piece) - n
	}
	clear(piece[start : start+n])
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(piece)), start)
}

// between returns memory between two pages without access.
func (f *fences) between() []byte {
	page, length := syscall.Getpagesize(), multiple(1<<14, syscall.Getpagesize())
	memory, err := syscall.Mmap(-1, 0, length+2*page, syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		f.t.Skip(err)
	}
	f.t.Cleanup(func() { syscall.Munmap(memory) })
	piece := memory[page : page+length]
	if err := syscall.Mprotect(piece, syscall.PROT_READ|syscall.PROT_WRITE); err != nil {
		f.t.Fatal(err)
	}
	return piece
}
