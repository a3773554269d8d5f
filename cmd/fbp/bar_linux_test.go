package main

import (
	"fmt"
	"os"
	"os/exec"
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

// On a terminal the width is the terminal's, at every drawing.
func TestBarOnATerminal(t *testing.T) {
	side, tty := terminal(t)
	defer tty.Close()
	if !isTerminal(tty) {
		t.Fatal("a pseudo-terminal is one")
	}
	b := newBar(tty)
	b.describe("12/400 tasks", "ETA 3m20s", "2 running")
	buffer := make([]byte, 1<<12)
	for columns := 20; columns <= 200; columns++ {
		widen(t, tty, columns)
		b.set(0.5)
		n, err := side.Read(buffer)
		if err != nil {
			t.Fatal(err)
		}
		drawn := string(buffer[:n])
		fits(t, drawn, columns)
		if got := frames(drawn); len(got) != 1 || len(got[0]) != min(columns-1, 84) && columns > 53 {
			t.Errorf("%d columns: draws %q", columns, got)
		}
	}
}

// A run shows its bar on a terminal alone, without colours; what is left at its end
// are lines.
func TestRunOnATerminal(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	side, tty := terminal(t)
	widen(t, tty, 40)
	cmd := exec.Command(binary, "run", "tiny.toml", "-j", "1", "--set", "samples=1000", "--set", "instance.alpha=0.5")
	cmd.Dir, cmd.Stderr = workdir(t), tty
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
		if !asked && len(frames(all.String())) >= 2 {
			asked = true
			cmd.Process.Signal(os.Interrupt)
		}
	}
	cmd.Wait()
	bar, line, _ := strings.Cut(all.String(), "\x1b[2K\r")
	fits(t, bar, 40)
	if len(frames(bar)) < 2 || !strings.Contains(bar, "/1000 tasks, ETA ") || cmd.ProcessState.ExitCode() != 75 ||
		!strings.HasSuffix(line, "interrupted; the same command resumes\r\n") || strings.ContainsAny(strings.TrimSpace(line), "\r\x1b") {
		t.Errorf("exit code %d, drawn %q", cmd.ProcessState.ExitCode(), all.String())
	}
}
