package experiment

import (
	"testing"
)

// One sample on several cores has the bytes of one on a single core: of patterns, searches, free
// entropies and measurements, for numbers of weights that are no multiple of anything.
func TestOneSampleOnAllCores(t *testing.T) {
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

// Tasks come first: only what they leave idle is used within one.
func TestShareOfCores(t *testing.T) {
	for _, test := range []struct{ cores, busy, want int }{{1, 1, 1}, {2, 1, 2}, {2, 2, 1}, {8, 3, 2}, {2, 5, 1}, {4, 0, 4}} {
		r := &runner{cores: test.cores}
		r.busy.Store(int64(test.busy))
		if got := r.share(); got != test.want {
			t.Errorf("%d tasks on %d cores: %d each, want %d", test.busy, test.cores, got, test.want)
		}
	}
}
