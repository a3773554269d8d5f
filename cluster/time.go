package cluster

import (
	"fmt"
	"strconv"
	"strings"
)

// stopBefore is the number of seconds before its time limit at which an element
// gets the signal. It needs five, or up to 25 if its checkpoints are large; according to its
// manual, Slurm may be a minute early or late.
const stopBefore = 90

// notice is this number for the job; it is smaller if the time limit is short.
func (j *Job) notice() int {
	limit, err := Seconds(j.Time)
	if err != nil || limit == 0 {
		return stopBefore
	}
	return min(stopBefore, limit/3)
}

// mostDays is the longest time limit.
const mostDays = 1000

// Seconds reads a time in Slurm's notation: minutes, M:S, H:M:S, D-H, D-H:M or
// D-H:M:S. "" is 0.
func Seconds(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	bad := fmt.Errorf("want minutes, minutes:seconds, hours:minutes:seconds or days-hours, at most %d days", mostDays)
	days, clock, long := strings.Cut(text, "-")
	if !long {
		days, clock = "0", text
	}
	sum, err := strconv.Atoi(days)
	if err != nil || sum < 0 || sum > mostDays {
		return 0, bad
	}
	parts := strings.Split(clock, ":")
	units := map[bool][][]int{ // units of the parts, by the number of parts
		true:  {{3600}, {3600, 60}, {3600, 60, 1}},
		false: {{60}, {60, 1}, {3600, 60, 1}},
	}[long]
	if len(parts) > len(units) {
		return 0, bad
	}
	sum *= 24 * 3600
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || n > 1e6 {
			return 0, bad
		}
		sum += n * units[len(parts)-1][i]
	}
	if sum == 0 || sum > mostDays*24*3600 {
		return 0, bad
	}
	return sum, nil
}
