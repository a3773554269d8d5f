// Package say is how a mistake of a user is said: one line with its place, what was found and what is wanted, in
// visible characters, with the nearest known word, and commands as a shell takes them.
package say

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
)

// ErrInterrupted is the error of whatever ended because its context was cancelled.
// What was finished is on disk; the same command goes on from there.
var ErrInterrupted = errors.New("interrupted; the same command resumes")

// An Error is a mistake in a config, or in the words of a command: one line that says where it stands,
// which key it is, what was found and what is wanted.
//
//	configs/x.toml:7: algorithm.damping = 1.5: want 0 <= damping < 1
//	--set model.n=0: want n >= 1
type Error struct {
	Where string // file:line, file, or the --set argument
	Key   string // path of the key, "" when Where says it all
	Value string // what was found, "" when nothing was
	Want  string // what is wanted, or what is wrong
}

// Error is the mistake in one line: where, what was found, what is wanted.
func (e *Error) Error() string {
	parts := []string{}
	if e.Where != "" {
		parts = append(parts, e.Where)
	}
	switch {
	case e.Key != "" && e.Value != "":
		parts = append(parts, e.Key+" = "+e.Value)
	case e.Key != "":
		parts = append(parts, e.Key)
	}
	return OneLine(strings.Join(append(parts, e.Want), ": "))
}

// OneLine keeps an error to one line, whatever text of the user it quotes, and
// shows its hidden characters.
func OneLine(s string) string {
	return Visible(strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == '\t' {
			return ' '
		}
		return r
	}, s))
}

// Visible writes the hidden characters of a text as JSON escapes them.
func Visible(s string) string {
	if !strings.ContainsFunc(s, Hidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if !Hidden(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// mostKnown is the largest number of known words that a hint names.
const mostKnown = 40

// DidYouMean is the hint that ends a message about an unknown word: the nearest
// known one when it is near enough, else the known words.
func DidYouMean(word string, known []string) string {
	if near := Nearest(word, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if len(known) == 0 {
		return "none is known here"
	}
	if len(known) > mostKnown {
		return fmt.Sprintf("known: %s, … of %d", strings.Join(known[:mostKnown], ", "), len(known))
	}
	return "known: " + strings.Join(known, ", ")
}

// Nearest is the known word that is nearest, "" if none is near enough.
func Nearest(word string, known []string) (near string) {
	best := 2 + len(word)/4
	for _, k := range known {
		if d := editDistance(strings.ToLower(word), strings.ToLower(k)); d < best {
			best, near = d, k
		}
	}
	return near
}

// editDistance counts the insertions, deletions, replacements and swaps of
// neighbours that turn a into b.
func editDistance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// CheckChoices refuses words of a flag that are not known.
func CheckChoices(flag string, words, known []string) error {
	for _, w := range words {
		if !slices.Contains(known, w) {
			return &Error{Where: flag + " " + w, Want: "want one of " + strings.Join(known, ", ")}
		}
	}
	return nil
}

// Hidden reports whether a character has no shape of its own: control characters,
// line ends, and marks that change the direction of reading, with which a text can
// look like another one. The two that join letters, as some languages need, do not.
func Hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Cs, unicode.Co) && r != '\u200c' && r != '\u200d'
}
