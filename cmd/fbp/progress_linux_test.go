package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fbp/internal/slow"
)

// terminal is a pseudo-terminal: what is written to tty can be read from the other side.
func terminal(t *testing.T) (side, tty *os.File) {
	t.Helper()
	side, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo-terminals: ", err)
	}
	t.Cleanup(func() { side.Close() })
	number, err := unix.IoctlGetInt(int(side.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(side.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Skip("no pseudo-terminals: ", err)
	}
	return side, tty
}

func widen(t *testing.T, tty *os.File, columns int) {
	t.Helper()
	if err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(columns)}); err != nil {
		t.Fatal(err)
	}
}

// A run shows its bar on a terminal alone, without colours; what is left at its end
// are lines.
func TestRunOnATerminal(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	side, tty := terminal(t)
	widen(t, tty, 60)
	cmd := command(t, workdir(t), "run", "tiny.toml", "-j", "1", "--set", "samples=1000", "--set", "instance.alpha=0.5")
	cmd.Stderr = tty
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "TERM=xterm")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	tty.Close()
	defer time.AfterFunc(time.Minute, func() { cmd.Process.Kill() }).Stop()
	var all strings.Builder
	buffer := make([]byte, 1<<12)
	for asked := false; ; {
		n, err := side.Read(buffer)
		all.Write(buffer[:n])
		if err != nil { // the program has exited
			break
		}
		if !asked && strings.Contains(all.String(), "/1000 tasks") {
			asked = true
			cmd.Process.Signal(os.Interrupt)
		}
	}
	cmd.Wait()
	text := all.String()
	line := text[strings.LastIndex(text, "\r\x1b")+1:]
	if !strings.Contains(text, "/1000 tasks, ETA ") || !strings.Contains(text, "[") || cmd.ProcessState.ExitCode() != 75 ||
		!strings.HasSuffix(line, "interrupted; the same command resumes\r\n") {
		t.Errorf("exit code %d, drawn %q", cmd.ProcessState.ExitCode(), text)
	}
}

// TestNarrowTerminals: in any width what is drawn is shorter than the line, so that it can be drawn over; from where there is
// room for it, with a bar.
func TestNarrowTerminals(t *testing.T) {
	t.Setenv("TERM", "xterm")
	const words = "11/12 tasks, ETA 1h20m"
	for _, columns := range []int{1, 8, 20, 30, 32, 33, 60} {
		side, tty := terminal(t)
		widen(t, tty, columns)
		p := newProgress(tty)
		p.show(func() (string, int, int) { return words, 11, 12 })
		p.draw()
		p.draw()
		p.close()
		tty.Close()
		drawn, _ := io.ReadAll(side)
		text := regexp.MustCompile(`\x1b\[[0-9;]*[A-Za-z]`).ReplaceAllString(string(drawn), "")
		for line := range strings.SplitSeq(text, "\r") {
			if len(line) >= columns && line != "" || strings.Contains(line, "\n") {
				t.Errorf("%d columns: drawn %q", columns, line)
			}
		}
		if bar := strings.Contains(text, "["); bar != (columns >= len(words)+leastBar) || !strings.Contains(text, words[:min(len(words), columns-1)]) {
			t.Errorf("%d columns: drawn %q", columns, text)
		}
	}
}
