// Package process identifies processes, also those that have exited: claims and
// temporary files contain the identity of their process. It also runs programs within limits.
package process

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// Machine identifies the scope of process numbers: a host since its last start,
// and on Linux the namespace, since each container has its own numbers. It is ""
// if that is not known.
func Machine() string {
	host, err := os.Hostname()
	if err != nil || runtime.GOOS == "windows" {
		return "" // no signal 0 there
	}
	host = strings.ToValidUTF8(host, "\uFFFD") // it is written as JSON, and compared with what is read
	if runtime.GOOS != "linux" {
		return host
	}
	boot, err1 := os.ReadFile("/proc/sys/kernel/random/boot_id")
	space, err2 := os.Readlink("/proc/self/ns/pid")
	if err1 != nil || err2 != nil {
		return ""
	}
	return host + " " + strings.TrimSpace(string(boot)) + " " + space
}

// Birth is when a process of this machine started, in ticks of its clock; ""
// where the system does not provide it.
func Birth(pid int) string {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	// The second field is a name in brackets that may hold blanks and brackets.
	_, rest, _ := strings.Cut(string(stat[max(0, strings.LastIndexByte(string(stat), ')')):]), " ")
	fields := strings.Fields(rest)
	if len(fields) < 20 || fields[0] == "Z" {
		return ""
	}
	return fields[19]
}

// Alive reports whether a process of this machine is running, given its Birth, or
// "" if that was not known.
func Alive(pid int, birth string) bool {
	if birth != "" {
		return Birth(pid) == birth
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, os.ErrPermission)
}

// Tag names this process in a word of letters, digits and hyphens; "0" where
// processes cannot be told apart. Dead reads it.
var Tag = sync.OnceValue(func() string {
	machine := Machine()
	if machine == "" {
		return "0"
	}
	return fmt.Sprintf("%s-%d-%s", short(machine), os.Getpid(), Birth(os.Getpid()))
})

// Dead reports whether the process of a Tag is known to have exited, which is
// never known of other machines.
func Dead(tag string) bool {
	machine, rest, _ := strings.Cut(tag, "-")
	number, birth, ok := strings.Cut(rest, "-")
	pid, err := strconv.Atoi(number)
	here := Machine()
	return ok && err == nil && here != "" && machine == short(here) && !Alive(pid, birth)
}

// short is a machine's name in a few digits.
func short(machine string) string {
	sum := sha256.Sum256([]byte(machine))
	return hex.EncodeToString(sum[:4])
}
