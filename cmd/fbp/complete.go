package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// Completion in the shell: the script that fbp completion
// bash|zsh|fish|powershell prints asks for commands, flags, words, files and folders.

// namedShells makes fbp completion of another shell an error.
func namedShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Short = "Print a script for the completion of commands and flags in a shell"
			c.Long = c.Short + ":\n\n  source <(fbp completion bash)"
			c.Args, c.RunE = unknownCommand, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// The arguments of a command are configs or the folders of runs.
func completeConfigs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"toml"}, cobra.ShellCompDirectiveFilterFileExt
}

func completeFolders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// completeWords makes a flag complete words, the last of several that commas separate.
func completeWords(cmd *cobra.Command, flag string, words ...string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, text string) (list []string, _ cobra.ShellCompDirective) {
		at := strings.LastIndex(text, ",") + 1
		for _, w := range words {
			if strings.HasPrefix(w, text[at:]) {
				list = append(list, text[:at]+w)
			}
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // there is no such flag
	}
}
