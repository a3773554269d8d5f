package main

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fbp/internal/kern"
)

// program is the root command.
func program() *cobra.Command {
	root := &cobra.Command{
		Use:               "fbp",
		SilenceUsage:      true,
		SilenceErrors:     true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return cmp.Or(emptyFlag(cmd), kern.TierError()) },
	}
	explain(root)
	root.SetFlagErrorFunc(flagError)
	cobra.EnableCommandSorting = false // help lists commands in the order in which they are used, theories by subject
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "Flags.FlagUsages ", "Flags.FlagUsagesWrapped 80 "))
	root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ReplaceAll(name, "_", "-")) // keys of configs have _ where flags have -
	})
	root.AddCommand(runCommand(), planCommand(), statusCommand(), submitCommand(), checkCommand(), collectCommand(), plotCommand(), exportCommand(), fitCommand(), costCommand(), reportCommand(), theoryCommand(), initCommand(), configCommand(), versionCommand(), manCommand())
	return root
}

// running marks the errors of a command as a runError.
func running(do func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := do(cmd, args); err != nil {
			return runError{err}
		}
		return nil
	}
}
