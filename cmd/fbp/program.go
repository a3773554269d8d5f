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
		Use:   "fbp",
		Short: "Experiments on perceptrons and committee machines",
		Long: `fbp runs experiments on perceptrons, committee machines and small binary
networks: it finds solutions by message passing, Monte Carlo or gradients, and
measures their surroundings.

A config file (TOML) names the model, instances, algorithm and measurements.
fbp run turns it into a folder results/<name>/ with one record per sample,
tables (TSV) and a figure (PDF, SVG, PNG). A run that was interrupted, by
Ctrl-C or by a crash, continues when the same command is given again.

Exit codes: 0 all done, samples without a solution included; 1 a task failed;
2 a mistake in command or config; 75 interrupted, can be resumed; 130 second
interrupt.`,
		Example: `  fbp run configs/quick.toml
  fbp plan configs/alpha05.toml --set instance.alpha=0.3,0.5,0.7
  fbp status results/quick`,
		SilenceUsage:      true,
		SilenceErrors:     true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return cmp.Or(emptyFlag(cmd), kern.TierError()) },
	}
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
