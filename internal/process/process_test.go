package process

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

func TestTags(t *testing.T) {
	if Tag() == "0" {
		t.Skip("processes cannot be told apart here")
	}
	gone := exec.Command(os.Args[0], "-test.run=^$")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	machine, rest, _ := strings.Cut(Tag(), "-")
	_, birth, _ := strings.Cut(rest, "-")
	for tag, dead := range map[string]bool{
		Tag():          false,
		Tag() + "0":    Birth(os.Getpid()) != "", // an earlier process of this number
		"elsewhere-1-": false, "0": false, "": false, machine: false, machine + "-x-": false,
		machine + "-" + strconv.Itoa(gone.ProcessState.Pid()) + "-" + birth: true,
		machine + "-" + strconv.Itoa(gone.ProcessState.Pid()) + "-":         true,
	} {
		if Dead(tag) != dead {
			t.Errorf("%q: dead %v", tag, !dead)
		}
	}
}
