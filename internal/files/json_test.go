package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/slow"
)

// A file of few bytes per value, or of blanks, is refused before it is decoded; one
// with long texts is not.
func TestReadJSON(t *testing.T) {
	slow.Only(t)
	path := filepath.Join(t.TempDir(), "a")
	for _, c := range []struct{ text, want string }{
		{"[" + strings.Repeat("1,", mostValues) + "1]", "16777217 values: want at most 16777216"},
		{strings.Repeat("{\"a\":", mostValues+1), "16777217 values: want at most 16777216"},
		{strings.Repeat(" \n", mostBlanks/2) + "\t", "67108865 blanks: want at most 67108864"},
		{`["` + strings.Repeat("x", countedFrom) + `"]`, ""},
		{"[1, 2]", ""},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		data, err := ReadJSON(path, Large)
		if c.want == "" && (err != nil || string(data) != c.text) {
			t.Errorf("%.10q: %v", c.text, err)
		}
		if c.want != "" && (!errors.As(err, new(*TooManyError)) || !strings.HasSuffix(err.Error(), c.want)) {
			t.Errorf("%.10q: %v, want %s", c.text, err, c.want)
		}
	}
}
