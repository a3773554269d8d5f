package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"fbp/internal/files"
	"fbp/report"
)

func reportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "report DIR",
		Short: "Make one HTML page of a run",
		Long: `Write report.html into the folder of a run: figure, deviations from theory, the
convergence of every sample, tables, config and provenance on one page that needs
no other file and no network. It is made from what is in the folder: fbp collect
makes tables and figure anew.`,
		Example: `  fbp report results/alpha05`,
		Args:    cobra.ExactArgs(1),
		RunE: work(func(cmd *cobra.Command, args []string) error {
			page, err := report.Page(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			path := filepath.Join(args[0], "report.html")
			if err := files.WriteFile(path, page); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "report: %s\n", path)
			return nil
		}),
	}
}
