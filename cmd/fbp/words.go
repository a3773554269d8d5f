package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// plural is "no findings", "1 finding" or "7 findings"; words that end like search get es.
func plural(n int, word string) string {
	number := strconv.Itoa(n)
	switch {
	case n == 1:
		return "1 " + word
	case n == 0:
		number = "no"
	}
	if strings.HasSuffix(word, "ch") {
		word += "e"
	}
	return number + " " + word + "s"
}

// duration formats seconds for a reader: 3.2s, 4m12s, 3h07m.
func duration(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1fs", d.Seconds())
	case d < time.Hour:
		return d.Round(time.Second).String()
	case d < 100*time.Hour:
		d = d.Round(time.Minute)
		return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%.0f days", d.Hours()/24)
}
