package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fbp/experiment"
	"fbp/experiment/config"
	"fbp/internal/say"
)

// Errors in a command line are those of cobra, with what helps.

// textual refuses an argument that is no text: a path would be kept as another one.
func textual(args []string) error {
	for _, arg := range args {
		if !utf8.ValidString(arg) {
			return &say.Error{Where: strconv.Quote(arg), Want: "want text in UTF-8; rename a file or folder whose name has other bytes"}
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
			err = &say.Error{Where: "--" + f.Name, Want: "the value is empty: want one, or no --" + f.Name}
		}
	})
	return err
}

// flagError says what may have been meant by a flag that is not known.
func flagError(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	if errors.As(err, &value) && value.GetFlag().Value.Type() == "bool" {
		return &say.Error{Where: "--" + value.GetFlag().Name + "=" + value.GetValue(), Want: "want no value"}
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return err
	}
	name, meant := unknown.GetSpecifiedName(), ""
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if strings.HasPrefix(name, f.Name) { // --output for --out
			meant = fmt.Sprintf("did you mean %q?", f.Name)
		}
		known = append(known, f.Name)
	})
	if at := keyNamed(cmd, name); meant == "" && at != "" {
		meant = fmt.Sprintf("a key of the config is set by --set %s=…", at)
	}
	return fmt.Errorf("%w; %s", err, cmp.Or(meant, say.DidYouMean(name, known)))
}

// keyNamed is the path of the first key of configs with the name of a flag, for
// commands with --set; "" if there is none.
func keyNamed(cmd *cobra.Command, name string) string {
	if cmd.Flags().Lookup("set") == nil {
		return ""
	}
	name = strings.ReplaceAll(name, "-", "_")
	for _, k := range experiment.Standard().Kinds() {
		for _, key := range k.Keys {
			if key.Path == name && slices.Contains([]string{"", "model", "instance", "algorithm"}, k.Section) {
				return config.Join(k.Section, name)
			}
		}
	}
	return ""
}
