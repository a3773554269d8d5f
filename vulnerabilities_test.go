package fbp_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// TestKnownVulnerabilities: no module that go.mod requires is older than the version that
// docs/dependencies.md says to be without the vulnerabilities known of it.
func TestKnownVulnerabilities(t *testing.T) {
	required := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^(?:require |\t)(\S+) (v\S+)`).FindAllStringSubmatch(scratch.Read(t, "go.mod"), -1) {
		required[m[1]] = m[2]
	}
	rows := regexp.MustCompile("(?m)^\\| `(\\S+)` \\| (v\\S+) \\| [^|]*GO-[^|]+\\|$").FindAllStringSubmatch(scratch.Read(t, "docs/dependencies.md"), -1)
	if len(rows) == 0 {
		t.Error("docs/dependencies.md lists none")
	}
	for _, row := range rows {
		module, least := row[1], row[2]
		switch version := required[module]; {
		case version == "":
			t.Errorf("docs/dependencies.md lists %s, which go.mod does not require", module)
		case older(t, version, least):
			t.Errorf("go.mod requires %s %s; want %s: %s", module, version, least, row[0])
		}
	}
}

// older compares versions of modules, without what follows their three numbers.
func older(t *testing.T, version, than string) bool {
	t.Helper()
	numbers := func(v string) (list [3]int) {
		v, _, _ = strings.Cut(strings.TrimPrefix(v, "v"), "-")
		parts := strings.Split(v, ".")
		for i := range list {
			var err error
			if list[i], err = strconv.Atoi(parts[i]); err != nil {
				t.Fatal(err)
			}
		}
		return list
	}
	a, b := numbers(version), numbers(than)
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

func TestOlder(t *testing.T) {
	for _, test := range []struct {
		version, than string
		want          bool
	}{
		{"v0.30.0", "v0.45.0", true}, {"v0.45.0", "v0.45.0", false}, {"v0.100.0", "v0.45.0", false}, {"v1.0.0", "v0.45.0", false},
		{"v0.9.1", "v0.9.12", true}, {"v0.0.0-20220412211240-33da011f77ad", "v0.44.0", true},
	} {
		if got := older(t, test.version, test.than); got != test.want {
			t.Errorf("%s is older than %s: %v", test.version, test.than, got)
		}
	}
}
