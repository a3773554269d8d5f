//go:build unix

package process

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain is the program of the tests where FBP_TEST_PROGRAM says what it does.
func TestMain(m *testing.M) {
	switch os.Getenv("FBP_TEST_PROGRAM") {
	case "":
		os.Exit(m.Run())
	case "memory":
		// As malloc does. What Go allocates is reserved first, of which the system knows no limit.
		if _, err := syscall.Mmap(-1, 0, 256<<20, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE); err != nil {
			println(err.Error())
			os.Exit(1)
		}
		os.Exit(0)
	case "leave": // the process group
		if err := syscall.Setpgid(0, 0); err != nil {
			println(err.Error())
			os.Exit(1)
		}
		os.WriteFile(os.Getenv("FBP_TEST_FILE")+".part", []byte(strconv.Itoa(os.Getpid())), 0o666)
		os.Rename(os.Getenv("FBP_TEST_FILE")+".part", os.Getenv("FBP_TEST_FILE"))
		time.Sleep(100 * time.Second)
	case "run": // a program that starts another one, which leaves its process group
		leaving(os.Getenv("FBP_TEST_FILE")).Run(context.Background())
	case "output":
		for i := range 10_000 {
			println(i)
		}
		os.Exit(3)
	}
}

// ended runs this test as a program that does something.
func ended(t *testing.T, does string, p Program) End {
	t.Helper()
	p.Words, p.Env = []string{os.Args[0]}, append(os.Environ(), "FBP_TEST_PROGRAM="+does)
	end, err := p.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return end
}

// TestProgramEnds: how it ended, the ends of what it wrote and its processor time are told.
func TestProgramEnds(t *testing.T) {
	end := ended(t, "output", Program{Time: time.Minute, Memory: 1 << 30})
	if end.How != "exit status 3" || end.Code != 3 || end.Late || end.CPU <= 0 || end.CPU > 10*time.Second {
		t.Errorf("%+v", end)
	}
	if !strings.HasPrefix(end.Stderr, "0\n1\n") || !strings.HasSuffix(end.Stderr, "9998\n9999\n") || len(end.Stderr) > mostOutput+len("\n…\n") {
		t.Errorf("%d bytes: %q", len(end.Stderr), end.Stderr)
	}
}

// TestProgramMemory: a program that needs more than its memory ends with an error.
func TestProgramMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no such limit here")
	}
	if end := ended(t, "memory", Program{Time: time.Minute, Memory: 128 << 20}); end.Code != 1 || !strings.Contains(end.Stderr, "cannot allocate memory") {
		t.Errorf("%+v", end)
	}
	if end := ended(t, "memory", Program{Time: time.Minute, Memory: 2 << 30}); end.Code != 0 {
		t.Errorf("%+v", end)
	}
}

// waiting is a program that waits, and starts another one that does: its number is then in a file.
func waiting(t *testing.T) (p Program, other func() int) {
	file := filepath.Join(t.TempDir(), "pid")
	p = Program{Words: []string{"sh", "-c", `sleep 100 & echo $! >"$0.part"; mv "$0.part" "$0"; wait`, file}, Time: time.Minute, Memory: 1 << 30}
	return p, func() int { return numberIn(file) }
}

// numberIn is the number in a file, once it is there.
func numberIn(file string) (pid int) {
	for end := time.Now().Add(20 * time.Second); pid == 0 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		text, _ := os.ReadFile(file)
		pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
	}
	return pid
}

// gone waits until a process has ended.
func gone(t *testing.T, pid int) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); Alive(pid, ""); time.Sleep(10 * time.Millisecond) {
		if stat, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat"); strings.Contains(string(stat), ") Z ") {
			return // nobody waits for it
		}
		if time.Now().After(end) {
			t.Fatalf("process %d is left", pid)
		}
	}
}

// leaving is a program that starts another one, and waits for it: that leaves the process group.
func leaving(file string) Program {
	return Program{Words: []string{"sh", "-c", `"$0" & wait`, os.Args[0]}, Env: append(os.Environ(), "FBP_TEST_PROGRAM=leave", "FBP_TEST_FILE="+file), Time: time.Minute, Memory: 1 << 36}
}

// TestProgramOfKilled: what a program has started ends on Linux with the process that runs the program, if that is
// killed, and with the program when its time is over, also what has left the process group.
func TestProgramOfKilled(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("not here")
	}
	file := filepath.Join(t.TempDir(), "pid")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "FBP_TEST_PROGRAM=run", "FBP_TEST_FILE="+file)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := numberIn(file)
	if pid == 0 {
		t.Fatal("the program was not started")
	}
	cmd.Process.Kill()
	cmd.Wait()
	gone(t, pid)
	p := leaving(file + "2")
	p.Time = 2 * time.Second
	end, err := p.Run(t.Context())
	if err != nil || !end.Late {
		t.Errorf("%+v, %v", end, err)
	}
	gone(t, numberIn(file+"2"))
}

// TestProgramOutOfTime: what it has started ends with it.
func TestProgramOutOfTime(t *testing.T) {
	t.Parallel()
	p, other := waiting(t)
	p.Time = time.Second
	end, err := p.Run(t.Context())
	if err != nil || !end.Late || end.Code != -1 || end.How != "signal: terminated" {
		t.Errorf("%+v, %v", end, err)
	}
	gone(t, other())
}

// TestProgramStopped: so it does when the run is stopped, at once.
func TestProgramStopped(t *testing.T) {
	p, other := waiting(t)
	ctx, cancel := context.WithCancel(t.Context())
	pid := 0
	go func() {
		pid = other()
		cancel()
	}()
	end, err := p.Run(ctx)
	if err != nil || end.Late || end.How != "signal: killed" {
		t.Errorf("%+v, %v", end, err)
	}
	gone(t, pid)
}

// TestProgramLeavesOthers: what a program leaves behind when it ends by itself is killed, and does not hold it up.
func TestProgramLeavesOthers(t *testing.T) {
	t.Parallel()
	p, other := waiting(t)
	p.Words[2] = strings.TrimSuffix(p.Words[2], "; wait")
	end, err := p.Run(t.Context())
	if err != nil || end.Code != 0 || end.Wall > 20*time.Second {
		t.Errorf("%+v, %v", end, err)
	}
	gone(t, other())
}

// TestNoProgram: one that is not there is an error.
func TestNoProgram(t *testing.T) {
	if _, err := (Program{Words: []string{"./none"}, Time: time.Minute}).Run(t.Context()); err == nil {
		t.Error("no error")
	}
}
