package experiment

import (
	"runtime"
	"testing"

	"fbp/internal/slow"
)

// One sample on several cores has the bytes of one on a single core: of patterns, searches, free
// entropies and measurements, for numbers of weights that are no multiple of anything.
func TestOneSampleOnAllCores(t *testing.T) {
	slow.Only(t)
	const config = `samples = 1
[model]
kind = "perceptron"
n = 17011
[instance]
kind = "random"
p = 1001
[algorithm]
kind = "fbp"
gamma = { list = [0.0, 0.5] }
accuracy = "amp"
refresh = 1000
max_sweeps = 4
[[measure]]
kind = "local_entropy"
unsolved = "include"
rho = { list = [0.5] }
refresh = 1000
max_sweeps = 4
`
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3)) // a sample has no more cores
	p := planned(t, config)
	var want string
	for _, jobs := range []int{1, 2, 3} {
		dir := t.TempDir()
		ran(t, p, Options{Dir: dir, Jobs: jobs})
		got := tables(t, p, dir)
		if jobs == 1 {
			want = got
		}
		if got != want {
			t.Errorf("%d cores have other bytes", jobs)
		}
	}
}

// Tasks come first: only what they leave idle is used within one, and no more than there are
// processors.
func TestShareOfCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	for _, test := range []struct{ cores, busy, want int }{
		{1, 1, 1}, {2, 1, 2}, {2, 2, 1}, {8, 3, 2}, {2, 5, 1}, {4, 0, 4}, {32, 1, 8}, {32, 3, 2}, {32, 20, 1},
	} {
		r := &runner{cores: test.cores}
		r.busy.Store(int64(test.busy))
		if got := r.share(); got != test.want {
			t.Errorf("%d tasks on %d cores: %d each, want %d", test.busy, test.cores, got, test.want)
		}
	}
}
