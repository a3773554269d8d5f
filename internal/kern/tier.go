package kern

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// Variable is the environment variable that forces a tier.
const Variable = "FBP_KERNEL"

// tier is an implementation of the kernels.
type tier uint8

const (
	portable tier = iota
	avx2
	avx512
)

var tierNames = [...]string{portable: "go", avx2: "avx2", avx512: "avx512"}

func (t tier) String() string { return tierNames[t] }

// active is the tier in use, set before main starts.
var active, tierError = choose(os.Getenv(Variable))

// choose returns the tier of that name, or the best one.
func choose(name string) (tier, error) {
	best := supported()[0]
	if name == "" {
		return best, nil
	}
	for _, t := range supported() {
		if t.String() == name {
			return t, nil
		}
	}
	err := fmt.Errorf("%s = %q: want one of %s", Variable, name, strings.Join(Tiers(), ", "))
	if slices.Contains(tierNames[:], name) {
		err = fmt.Errorf("%s = %q: not on this processor, want one of %s", Variable, name, strings.Join(Tiers(), ", "))
	}
	return best, err
}

// Tier names the implementation of the kernels that this process runs:
// "avx512", "avx2" or "go". All of them give the same bits.
func Tier() string { return active.String() }

// TierError is the error of an environment variable that names a tier which does
// not exist, or not on this processor; the best one is then used.
func TierError() error { return tierError }

// Tiers lists the tiers that this machine runs, best first.
func Tiers() []string {
	var names []string
	for _, t := range supported() {
		names = append(names, t.String())
	}
	return names
}

// Use makes a tier of [Tiers] the active one. It is meant for tests and
// benchmarks; no kernel may run at the same time.
func Use(name string) error {
	t, err := choose(name)
	if err == nil {
		active = t
	}
	return err
}
