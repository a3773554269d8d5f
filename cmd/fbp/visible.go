package main

import (
	"cmp"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"fbp/experiment/config"
)

// visible is a stream of the program whose hidden characters are shown: names of
// files, hosts and errors come from others, and can move the cursor, change what is on
// the screen or turn the direction of reading. Line ends and tabs are written as they are.
type visible struct {
	out io.Writer

	mu     sync.Mutex
	left   []byte // the beginning of a character that the next call ends
	failed error  // of the first write that failed, which printers of help do not report
}

// Write writes text; a part of a character is kept for the next call.
func (v *visible) Write(data []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	text := append(v.left, data...)
	end := len(text)
	for k := 1; k < utf8.UTFMax && k <= end; k++ {
		if utf8.RuneStart(text[end-k]) {
			if !utf8.FullRune(text[end-k:]) {
				end -= k
			}
			break
		}
	}
	v.left = append([]byte(nil), text[end:]...)
	if _, err := v.out.Write(revealed(text[:end])); err != nil {
		v.failed = cmp.Or(v.failed, err)
		return 0, err
	}
	return len(data), nil
}

// revealed is text with hidden characters and bytes that are none escaped.
func revealed(text []byte) []byte {
	if plain(text) {
		return text
	}
	var b strings.Builder
	for line := range strings.SplitAfterSeq(string(text), "\n") {
		line, ended := strings.CutSuffix(line, "\n")
		for i, part := range strings.Split(line, "\t") {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(config.Visible(strings.ToValidUTF8(part, "\uFFFD")))
		}
		if ended {
			b.WriteByte('\n')
		}
	}
	return []byte(b.String())
}

// plain tells whether there is nothing but printable ASCII, line ends and tabs.
func plain(text []byte) bool {
	for _, c := range text {
		if (c < ' ' && c != '\n' && c != '\t') || c >= 0x7f {
			return false
		}
	}
	return true
}

// beneath is the stream that a writer shows what it is given on.
func beneath(w io.Writer) io.Writer {
	if v, ok := w.(*visible); ok {
		return v.out
	}
	return w
}
