package cluster

import (
	"regexp"
	"strconv"
	"strings"
)

// StopBefore is the number of seconds before its time limit at which an element gets SIGUSR1. It
// needs five, or up to 25 if its checkpoints are large; according to its manual, Slurm may be a
// minute early or late.
const StopBefore = 90

// own are the options of sbatch that a submission gives itself, with their letters and the flags of
// fbp submit that change them.
var own = []struct{ name, letter, flag string }{
	{"time", "t", "--time"}, {"mem", "", "--mem"}, {"cpus-per-task", "c", "--cpus"}, {"array", "a", "--chunk or --max-parallel"},
	{"job-name", "J", "name in the config"}, {"output", "o", ""}, {"dependency", "d", ""}, {"signal", "", ""}, {"requeue", "", ""},
	{"no-requeue", "", ""}, {"open-mode", "", ""}, {"parsable", "", ""}, {"wrap", "", ""},
}

// Own tells whether an option of sbatch is one that a submission gives itself, and which flag of fbp
// submit changes it, "" for none. sbatch takes the beginning of a long option for all of it.
func Own(option string) (flag string, is bool) {
	long, isLong := strings.CutPrefix(option, "--")
	long, _, _ = strings.Cut(long, "=")
	for _, o := range own {
		if isLong && long != "" && strings.HasPrefix(o.name, long) || !isLong && o.letter != "" && strings.HasPrefix(option, "-"+o.letter) {
			return o.flag, true
		}
	}
	return "", false
}

// Minutes is a time limit in Slurm's notation: minutes, minutes:seconds, hours:minutes:seconds, days-hours,
// days-hours:minutes or days-hours:minutes:seconds, rounded up to minutes as Slurm does; 0 for no limit.
func Minutes(text string) (minutes int, ok bool) {
	switch strings.ToLower(text) {
	case "infinite", "unlimited", "-1":
		return 0, true
	}
	if !timeLimit.MatchString(text) {
		return 0, false
	}
	days, rest, ofDays := strings.Cut(text, "-")
	if !ofDays {
		days, rest = "0", text
	}
	parts := strings.Split(rest, ":") // hours, minutes and seconds
	if !ofDays && len(parts) < 3 {
		parts = append([]string{"0"}, parts...)
	}
	for len(parts) < 3 {
		parts = append(parts, "0")
	}
	number := func(text string) int { n, _ := strconv.Atoi(text); return n }
	seconds := ((number(days)*24+number(parts[0]))*60+number(parts[1]))*60 + number(parts[2])
	return (seconds + 59) / 60, true
}

var timeLimit = regexp.MustCompile(`^([0-9]{1,9}-[0-9]{1,9}(:[0-9]{1,9}){0,2}|[0-9]{1,9}(:[0-9]{1,9}){0,2})$`)
