package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"fbp/experiment/store"
	"fbp/results"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print version, commit, Go version and kernel tier",
		Long: `Print the version of the program, the commit it was built from (of go run, that
of the source; +dirty after changes; unknown where neither the Go tool noted it
nor git knows it), the physics version, which is raised when a fix
changes numbers, the version of Go, and the kernel tier in use.`,
		Example: `  fbp version`,
		Args:    cobra.NoArgs,
		RunE: running(func(cmd *cobra.Command, _ []string) error {
			return printVersion(cmd.OutOrStdout())
		}),
	}
}

// printVersion prints version, commit, physics version, Go and kernel.
func printVersion(w io.Writer) error {
	h := store.FindOrigin()
	_, err := fmt.Fprintf(w, "fbp %s\ncommit  %s\nphysics %d\ngo      %s %s\nkernel  %s\n",
		h.Version, h.Commit, results.PhysicsVersion, h.Go, h.System, h.Kernel)
	return err
}
