package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"fbp/internal/origin"
	"fbp/results"
)

func versionCommand() *cobra.Command {
	return newCommand("version", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		return printVersion(cmd.OutOrStdout())
	})
}

// printVersion prints version, commit, physics version, Go and kernel.
func printVersion(w io.Writer) error {
	h := origin.Find()
	_, err := fmt.Fprintf(w, "fbp %s\ncommit  %s\nphysics %d\ngo      %s %s\nkernel  %s\n",
		h.Version, h.Commit, results.PhysicsVersion, h.Go, h.System, h.Kernel)
	return err
}
