package main

import (
	"cmp"
	"errors"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"fbp/internal/say"
)

// stream is stdout or stderr. In messages, on stderr, hidden characters are shown: names of
// files, hosts and errors come from others, and can move the cursor, change what is on
// the screen or turn the direction of reading. Line ends and tabs are written as they are.
// Messages that nobody reads any more are lost, and a run continues; a command whose data nobody
// reads any more ends.
type stream struct {
	out      io.Writer
	messages bool
	failed   error // of the first write that failed, which printers of help do not report
}

// Write writes text, of messages whole lines.
func (s *stream) Write(text []byte) (int, error) {
	shown := text
	if s.messages {
		shown = []byte(revealed(string(text)))
	}
	_, err := s.out.Write(shown)
	if err != nil && s.messages {
		return len(text), nil
	}
	if errors.Is(err, syscall.EPIPE) { // as every filter does, by the signal where there is one
		signal.Reset(syscall.SIGPIPE)
		_, err = s.out.Write(shown)
	}
	if err != nil {
		s.failed = cmp.Or(s.failed, err)
		return 0, err
	}
	return len(text), nil
}

// heedPipes makes a write to a pipe that nobody reads an error instead of the end of the program.
// The signal is not ignored, which the programs that a run starts would inherit.
func heedPipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// revealed is text with hidden characters and bytes that are none escaped.
func revealed(text string) string {
	var b strings.Builder
	for part := range strings.SplitAfterSeq(strings.ToValidUTF8(text, "\uFFFD"), "\n") {
		for i, word := range strings.Split(strings.TrimSuffix(part, "\n"), "\t") {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(say.Visible(word))
		}
		b.WriteString(part[len(strings.TrimSuffix(part, "\n")):])
	}
	return b.String()
}

// unescaped is the stream that a writer shows what it is given on.
func unescaped(w io.Writer) io.Writer {
	if s, ok := w.(*stream); ok {
		return s.out
	}
	return w
}
