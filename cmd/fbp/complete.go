package main

import (
	"strings"

	"github.com/spf13/cobra"
)

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
