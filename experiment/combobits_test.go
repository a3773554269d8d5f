package experiment

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"fbp/internal/kern"
	"fbp/internal/scratch"
	"fbp/internal/slow"
)

var update = flag.Bool("update", false, "write testdata/same-bits.txt anew")

// bitsFile has a line of each combination with a hash of all that it leaves.
const bitsFile = "testdata/same-bits.txt"

// TestSameBitsOfCombinations guards the promise that results are the same on every
// machine: weights, numbers and readings of every search and every measurement of the
// catalog, hashed, on every tier of this machine, or, without the build tag slow, three
// of four on the fastest alone. The hashes were made by this code.
// When a change of the physics moves one, results.PhysicsVersion must move too (see
// CONTRIBUTING.md).
func TestSameBitsOfCombinations(t *testing.T) {
	fastest := kern.Tier()
	defer kern.Use(fastest)
	data, err := os.ReadFile(bitsFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(data)) {
		name, hash, _ := strings.Cut(strings.TrimSpace(line), " ")
		want[name] = hash
	}
	var all strings.Builder
	var young []string
	for i, c := range combos(t) {
		got, tiers := "", kern.Tiers()
		if !slow.All && i%4 != 0 {
			tiers = []string{fastest}
		}
		for _, tier := range tiers {
			if err := kern.Use(tier); err != nil {
				t.Fatal(err)
			}
			switch hash := onBench(t, c).hash(); {
			case got == "":
				got = hash
			case hash != got:
				t.Errorf("%s: other bits on %s than on %s", c.name, tier, kern.Tiers()[0])
			}
		}
		fmt.Fprintf(&all, "%s %s\n", c.name, got)
		if was, known := want[c.name]; !known {
			young = append(young, c.name)
		} else if was != got && !*update {
			t.Errorf("%s: %s, want %q. If that is meant: go test ./experiment -run SameBitsOfCombinations -update", c.name, got, was)
		}
	}
	if len(young) > 0 && !*update {
		t.Errorf("%d new combinations, such as %s: go test ./experiment -run SameBitsOfCombinations -update", len(young), young[0])
	}
	if *update {
		scratch.Write(t, bitsFile, all.String())
	}
}

// hash is one of all that the work leaves.
func (b *bench) hash() string {
	out, hash := b.work(nil, nil), sha256.New()
	for _, q := range out.numbers() {
		hash.Write([]byte(q.Name))
		binary.Write(hash, binary.LittleEndian, q.Value)
	}
	if s := out.Solution; s != nil {
		binary.Write(hash, binary.LittleEndian, s.Weights)
		for _, w := range s.Replicas {
			binary.Write(hash, binary.LittleEndian, w)
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}
