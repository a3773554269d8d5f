package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"fbp/internal/process"
	"fbp/internal/scratch"
)

// What a program of kind "command" has started ends with fbp, however that ends; the same command does what is missing, and
// nothing of the first run is left.
func TestProgramEndsWithRun(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	scratch.Write(t, filepath.Join(dir, "solver.toml"), `samples = 1
[model]
kind = "perceptron"
n = 5
[instance]
kind = "random"
p = 1
[algorithm]
kind = "command"
run = ["sh", "solver.sh", "{patterns}", "{weights}"]
`)
	scratch.Write(t, filepath.Join(dir, "solver.sh"), `[ -e "$FBP_TEST_MARK.go" ] && exec cp "$1" "$2"
sleep 1000 &
echo $! >"$FBP_TEST_MARK.part"
mv "$FBP_TEST_MARK.part" "$FBP_TEST_MARK"
wait
`)
	for name, end := range map[string]func(*os.Process) error{
		"killed": (*os.Process).Kill, "interrupted": func(p *os.Process) error { return p.Signal(os.Interrupt) },
	} {
		mark := filepath.Join(dir, name)
		args, env := []string{"run", "solver.toml", "--allow-commands", "--out", "of-" + name}, append(os.Environ(), "FBP_TEST_MARK="+mark)
		cmd := command(t, dir, args...)
		cmd.Env = env
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		pid := 0
		for begun := time.Now(); pid == 0; time.Sleep(10 * time.Millisecond) {
			text, _ := os.ReadFile(mark)
			if pid, _ = strconv.Atoi(strings.TrimSpace(string(text))); time.Since(begun) > time.Minute {
				t.Fatal("the program was not started")
			}
		}
		if err := end(cmd.Process); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		for begun := time.Now(); process.Birth(pid) != ""; time.Sleep(10 * time.Millisecond) {
			if time.Since(begun) > 20*time.Second {
				t.Fatalf("%s: the program is left", name)
			}
		}
		scratch.Write(t, mark+".go", "")
		cmd = command(t, dir, args...)
		cmd.Env = env
		finished(t, cmd, cmd.Run).want(t, 0).says(t, "solved 1 of 1 (0 failed, 0 done before)")
		if left, _ := filepath.Glob(filepath.Join(dir, "of-"+name, ".*")); len(left) > 0 {
			t.Errorf("%s: left behind: %v", name, left)
		}
	}
}
