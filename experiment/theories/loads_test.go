package theories

import (
	"fmt"
	"testing"
)

// Legends show alpha as it is configured, with more digits where several loads
// are configured as the same.
func TestLoadNames(t *testing.T) {
	for _, test := range []struct {
		points []Conditions
		want   string
	}{
		{[]Conditions{{Load: 10.0 / 21, Alpha: 0.5}, {Load: 6.0 / 21, Alpha: 0.3}, {Load: 6.0 / 21, Alpha: 0.3}}, "map[0.2857142857142857:0.3 0.47619047619047616:0.5]"},
		{[]Conditions{{Load: 250.0 / 501, Alpha: 0.5}, {Load: 500.0 / 1001, Alpha: 0.5}, {Load: 6.0 / 21, Alpha: 0.3}},
			"map[0.2857142857142857:0.3 0.499001996007984:0.499 0.4995004995004995:0.5]"},
		{[]Conditions{{Load: 2000.0 / 4001, Alpha: 0.5}, {Load: 1000.0 / 2001, Alpha: 0.5}}, "map[0.49975012493753124:0.4998 0.49987503124218946:0.4999]"},
	} {
		if got := fmt.Sprint(loadNames(test.points)); got != test.want {
			t.Errorf("%v: %s, want %s", test.points, got, test.want)
		}
	}
}
