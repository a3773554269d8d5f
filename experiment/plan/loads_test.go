package plan

import (
	"fmt"
	"testing"
)

// Legends show alpha as it is configured, with more digits where several loads
// are configured as the same.
func TestLoadNames(t *testing.T) {
	for _, test := range []struct {
		points []ShownPoint
		want   string
	}{
		{[]ShownPoint{{N: 21, P: 10, Alpha: 0.5}, {N: 21, P: 6, Alpha: 0.3}, {N: 21, P: 6, Alpha: 0.3}}, "map[0.2857142857142857:0.3 0.47619047619047616:0.5]"},
		{[]ShownPoint{{N: 501, P: 250, Alpha: 0.5}, {N: 1001, P: 500, Alpha: 0.5}, {N: 21, P: 6, Alpha: 0.3}},
			"map[0.2857142857142857:0.3 0.499001996007984:0.499 0.4995004995004995:0.5]"},
		{[]ShownPoint{{N: 4001, P: 2000, Alpha: 0.5}, {N: 2001, P: 1000, Alpha: 0.5}}, "map[0.49975012493753124:0.4998 0.49987503124218946:0.4999]"},
	} {
		if got := fmt.Sprint(loadNames(test.points)); got != test.want {
			t.Errorf("%v: %s, want %s", test.points, got, test.want)
		}
	}
}
