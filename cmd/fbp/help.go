package main

import (
	"embed"
	"strings"

	"github.com/spf13/cobra"
)

// texts are the explanations of commands, one file for each: what it does in one line, then in words, then examples.
//
//go:embed help
var texts embed.FS

// explain gives a command the text of its file.
func explain(cmd *cobra.Command) {
	text, err := texts.ReadFile("help/" + cmd.Name() + ".txt")
	if err != nil {
		panic(err) // it has no file
	}
	words := ""
	cmd.Short, words, _ = strings.Cut(strings.TrimSuffix(string(text), "\n"), "\n\n")
	cmd.Long, cmd.Example, _ = strings.Cut(words, "\n\nExamples\n\n")
}

// newCommand is a command whose usage names what its first argument is: a CONFIG, or the folder DIR of a run.
func newCommand(usage string, args cobra.PositionalArgs, do func(cmd *cobra.Command, args []string) error) *cobra.Command {
	cmd := &cobra.Command{Use: usage, Args: args, RunE: running(do)}
	switch _, arguments, _ := strings.Cut(usage, " "); {
	case strings.HasPrefix(arguments, "CONFIG"):
		cmd.ValidArgsFunction = completeConfigs
	case strings.HasPrefix(arguments, "DIR"):
		cmd.ValidArgsFunction = completeFolders
	}
	explain(cmd)
	return cmd
}
