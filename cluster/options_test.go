package cluster

import (
	"strings"
	"testing"
)

// The forms of a time limit are those of the manual of sbatch, which rounds seconds up to minutes.
func TestMinutes(t *testing.T) {
	for text, want := range map[string]int{
		"5": 5, "1:30": 2, "90:00": 90, "2:00:00": 120, "0:0:61": 2, "1-12": 36 * 60, "1-12:30": 36*60 + 30, "1-0:0:1": 24*60 + 1,
		"0": 0, "00:00": 0, "unlimited": 0, "INFINITE": 0, "-1": 0,
	} {
		if got, ok := Minutes(text); got != want || !ok {
			t.Errorf("%s: %d, %v; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "2h", "1h30m", "-5", "1:2:3:4", "1-", "-1:00", "1-2-3", "1.5", "1 ", ":30", "1-1:2:3:4"} {
		if got, ok := Minutes(text); ok {
			t.Errorf("%q: %d minutes", text, got)
		}
	}
}

// Every option that is given to sbatch is known to be one of ours, in each of its forms.
func TestOwn(t *testing.T) {
	j := job(t.TempDir())
	j.Options = nil
	for _, s := range j.Scripts() {
		for _, option := range append(s.Args, "--parsable", after("1")) {
			if _, is := Own(option); !is {
				t.Errorf("%s is not known to be ours", option)
			}
		}
	}
	for option, want := range map[string]string{
		"--time=5": "--time", "--tim=5": "--time", "-t5": "--time", "-t": "--time", "-c2": "--cpus", "-a0-3": "--chunk or --max-parallel",
		"--mem=5G": "--mem", "--no-requeue": "", "-d": "", "--job=x": "name in the config",
	} {
		if flag, is := Own(option); flag != want || !is {
			t.Errorf("%s: %q, %v", option, flag, is)
		}
	}
	for _, option := range strings.Fields("--partition=long -p --time-min=5 --mem-per-cpu=2G --account=a -A --nice --hold -H --gres=gpu:1 --error=x -- -") {
		if flag, is := Own(option); is {
			t.Errorf("%s: %q", option, flag)
		}
	}
}
