package cluster

import (
	"fmt"
	"strings"
	"unicode"
)

// Text in a batch script is quoted by config.Word for the shell, and by one function for the
// lines that sbatch reads. Check refuses what cannot be quoted.

// option is the value of an option of sbatch, which accepts both kinds of quotes.
func option(s string) string {
	switch {
	case strings.Contains(s, `"`):
		return "'" + s + "'"
	case strings.ContainsAny(s, " '"):
		return `"` + s + `"`
	}
	return s
}

// Check returns an error if a path or an option of a job cannot be written in a
// batch script: a line end would start a new line, and sbatch cannot quote the
// other characters.
func (j *Job) Check() error {
	for _, text := range []struct{ what, value string }{
		{"the name", j.Name}, {"the folder of the run", j.Dir}, {"the working directory", j.Work}, {"the copy of the program", j.Program},
		{"--mem", j.Mem}, {"--time", j.Time},
	} {
		if bad := unfit(text.value); bad != "" {
			return fmt.Errorf("%s %q: a batch script cannot carry %s", text.what, text.value, bad)
		}
	}
	for _, o := range j.Options {
		if i := strings.IndexFunc(o, unicode.IsControl); i >= 0 {
			return fmt.Errorf("--sbatch %q: want one line without control characters", o)
		}
	}
	return nil
}

// unfit names the character of a value that sbatch cannot read, "" if there is
// none.
func unfit(s string) string {
	for _, r := range s {
		switch {
		case r == '#' || r == '\\':
			return fmt.Sprintf("the character %q", r)
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			return fmt.Sprintf("the control character %q", r)
		case r == unicode.ReplacementChar:
			return "bytes that are no text"
		}
	}
	if strings.Contains(s, `"`) && strings.Contains(s, "'") {
		return "both kinds of quotes"
	}
	return ""
}
