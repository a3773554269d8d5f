package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fbp/experiment"
	"fbp/experiment/config"
)

// Errors in a command line, with the texts of this program instead of those of
// the libraries.

// textual refuses an argument that is no text: a path would be kept as another one.
func textual(args []string) error {
	for _, arg := range args {
		if !utf8.ValidString(arg) {
			return &config.Error{Where: strconv.Quote(arg), Want: "want text in UTF-8; rename a file or folder whose name has other bytes"}
		}
	}
	return nil
}

// emptyFlag refuses a flag that is given without a value, as a variable of the shell that is not
// set gives it: --shard "" would do the whole plan, --out "" write into another folder.
func emptyFlag(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		given := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			given = list.GetSlice()
		}
		if len(given) == 0 || slices.Contains(given, "") {
			err = &config.Error{Where: dashed(f), Want: "the value is empty: want " + wanted(f.Value.Type()) + ", or no " + dashed(f)}
		}
	})
	return err
}

// exactly accepts n arguments, atMost none to n, and atLeast n or more; their errors name them.
func exactly(n int, what string) cobra.PositionalArgs { return between(n, n, what) }
func atMost(n int, what string) cobra.PositionalArgs  { return between(0, n, what) }
func atLeast(n int, what string) cobra.PositionalArgs { return between(n, math.MaxInt, what) }

func between(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return fmt.Errorf("%s: %s is missing", cmd.CommandPath(), what)
		case len(args) > 0 && most == 0:
			return fmt.Errorf("%s: %q: want no argument", cmd.CommandPath(), args[0])
		case len(args) > most:
			return fmt.Errorf("%s: %q is one argument too many: want %s", cmd.CommandPath(), args[most], what)
		}
		return nil
	}
}

// flagError returns the error of a wrong flag.
func flagError(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &value):
		if g, ok := value.GetFlag().Value.(goneFlag); ok {
			return fmt.Errorf("%s is no longer there: %s", dashed(value.GetFlag()), g.instead)
		}
		kind := value.GetFlag().Value.Type()
		if errors.Is(err, strconv.ErrRange) || kind == "duration" && wholeDuration.MatchString(value.GetValue()) {
			what, _, _ := strings.Cut(wanted(kind), ",")
			return fmt.Errorf("%s %s: too large for %s: want at most %s", dashed(value.GetFlag()), value.GetValue(), what, mostOf(kind))
		}
		return fmt.Errorf("%s %s: want %s", dashed(value.GetFlag()), value.GetValue(), wanted(kind))
	case errors.As(err, &missing):
		return fmt.Errorf("%s: %s: want %s after it", cmd.CommandPath(), dashed(missing.GetFlag()), wanted(missing.GetFlag().Value.Type()))
	case errors.As(err, &unknown):
		if name := firstWord(cmd, os.Args[1:]); cmd.HasSubCommands() && name != "" {
			return unknownCommand(cmd, []string{name}) // whose flags cannot be known
		}
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			return fmt.Errorf("%s: unknown flag -%s", cmd.CommandPath(), short)
		}
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				known = append(known, f.Name)
			}
		})
		name := unknown.GetSpecifiedName()
		if i := slices.IndexFunc(known, func(k string) bool { return strings.HasPrefix(name, k) }); i >= 0 { // --output for --out
			return fmt.Errorf("%s: unknown flag --%s; did you mean %q?", cmd.CommandPath(), name, known[i])
		}
		if at := keyNamed(cmd, name); at != "" {
			return fmt.Errorf("%s: unknown flag --%s; a key of the config is set by --set %s=…", cmd.CommandPath(), name, at)
		}
		return fmt.Errorf("%s: unknown flag --%s; %s", cmd.CommandPath(), name, config.DidYouMean(name, known))
	}
	return err
}

// firstWord is the first argument after the name of a command that is no flag.
func firstWord(cmd *cobra.Command, args []string) string {
	for _, part := range strings.Fields(cmd.CommandPath())[1:] {
		if i := slices.Index(args, part); i >= 0 {
			args = args[i+1:]
		}
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return ""
	}
	return args[0]
}

// keyNamed is the path of the first key of configs with the name of a flag, for
// commands with --set; "" if there is none.
func keyNamed(cmd *cobra.Command, name string) string {
	name = strings.ReplaceAll(name, "-", "_")
	if cmd.Flags().Lookup("set") == nil {
		return ""
	}
	for _, k := range experiment.Standard().Kinds() {
		if k.Section == "measure" || k.Section == "theory" || k.Section == "variant" || k.Section == "sweep" {
			continue // which one is meant is not known
		}
		for _, key := range k.Keys {
			if key.Path == name {
				return config.Join(k.Section, name)
			}
		}
	}
	return ""
}

// dashed is a flag as it is written, by its short name if it has one.
func dashed(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return "-" + f.Shorthand
	}
	return "--" + f.Name
}

// mostOf is the largest value of a type of flag.
func mostOf(kind string) string {
	if kind == "duration" {
		return fmt.Sprintf("%dh", math.MaxInt64/time.Hour)
	}
	return strconv.Itoa(math.MaxInt)
}

// wholeDuration matches a time as flags take it, of any length.
var wholeDuration = regexp.MustCompile(`^[+-]?([0-9]+(\.[0-9]*)?(ns|us|µs|ms|s|m|h))+$`)

// wanted describes the values of a type of flag.
func wanted(kind string) string {
	switch kind {
	case "int", "int64":
		return "an integer"
	case "float64":
		return "a number"
	case "bool":
		return "true or false"
	case "duration":
		return "a time, as 90s or 5m"
	}
	return "a value"
}

// unknownCommand returns the error of an unknown command.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if instead := goneCommands[args[0]]; instead != "" {
		return fmt.Errorf("%s %s is no longer there: %s", cmd.CommandPath(), args[0], instead)
	}
	var known []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			known = append(known, c.Name())
		}
	}
	return fmt.Errorf("%s: unknown command %q; %s", cmd.CommandPath(), args[0], config.DidYouMean(args[0], known))
}

// knownTopic accepts the names of a command.
func knownTopic(cmd *cobra.Command, args []string) error {
	topic, rest, err := cmd.Root().Find(args)
	if err == nil && len(rest) > 0 {
		if !topic.HasSubCommands() {
			return fmt.Errorf("%s: %q: want no argument", topic.CommandPath(), rest[0])
		}
		return unknownCommand(topic, rest)
	}
	return err
}

// wrap is the width of help.
const wrap = 80

// wrappedUsage is cobra's usage with the flags wrapped.
func wrappedUsage(cmd *cobra.Command) string {
	return strings.ReplaceAll(cmd.UsageTemplate(), "Flags.FlagUsages ", fmt.Sprintf("Flags.FlagUsagesWrapped %d ", wrap))
}
