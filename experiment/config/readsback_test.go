package config

import "testing"

// A setting reads back where a config may have its text, and where it is the same when it is read.
func TestReadsBack(t *testing.T) {
	for r := rune(0); r < 0x3000; r++ {
		for _, s := range []string{"a" + string(r) + "b", `\` + string(r), string(r)} {
			text := "# from " + "\u200b\na = " + TOMLString(s) + "\n"
			d, err := Parse("", "a = "+TOMLString(s)+"\n")
			want := err == nil && d.Root["a"] == s
			if got := ReadsBack(text) == nil; got != want {
				t.Errorf("%q reads back: %v, want %v (%v)", s, got, want, err)
			}
		}
	}
	for _, s := range []string{"\xff", "\xe9s", `\` + "\xff", "a\u200bb\xff"} {
		if ReadsBack("a = "+TOMLString(s)+"\n") == nil {
			t.Errorf("%q reads back", s)
		}
	}
}
