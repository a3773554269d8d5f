package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fbp/experiment"
	"fbp/internal/files"
)

// Completion in the shell: the script that fbp completion
// bash|zsh|fish|powershell prints calls these functions.

// namedShells makes fbp completion of another shell an error.
func namedShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Short = "Print a script for the completion of commands and keys in a shell"
			c.Long = c.Short + ":\n\n  source <(fbp completion bash)"
			c.Args, c.RunE = unknownCommand, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// completion completes an argument of a command.
type completion = func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective)

// The argument of a command is the config or the folder of a run, of some commands several.
var (
	completeConfig  = first(completeConfigs)
	completeFolder  = first(completeFolders)
	completeKeyPath = first(completePath)
)

// first completes the first argument alone.
func first(complete completion) completion {
	return func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(cmd, args, text)
	}
}

func completeConfigs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"toml"}, cobra.ShellCompDirectiveFilterFileExt
}

func completeFolders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// completePath completes section.kind.key.
func completePath(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
	var words []string
	for _, k := range experiment.Standard().Kinds() {
		add := func(path, help string) {
			if strings.HasPrefix(path, text) && !slices.Contains(words, path+"\t"+help) {
				words = append(words, path+"\t"+help)
			}
		}
		at := ""
		if k.Section != "" {
			add(k.Section, "section "+k.Header)
		}
		if k.Name != "" {
			at = k.Section + "." + k.Name
			add(at, "a kind of "+k.Section)
			at += "."
		}
		for _, key := range k.Keys {
			if k.Section == "" || k.Name != "" && strings.HasPrefix(text, at) {
				add(at+key.Path, key.Help)
			}
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

// completeSet completes an argument of --set: the keys of the config's kinds, or
// the values of a key whose values are words.
func completeSet(_ *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
	config := ""
	if len(args) > 0 {
		if data, err := files.ReadFile(args[0], files.Small); err == nil {
			config = string(data)
		}
	}
	path, value, valued := strings.Cut(text, "=")
	var words []string
	for _, key := range experiment.Standard().Settable(config) {
		switch {
		case valued && key.Path == path:
			return completeList(path+"=", value, key.Values()), cobra.ShellCompDirectiveNoFileComp
		case !valued && strings.HasPrefix(key.Path, text):
			words = append(words, key.Path+"=\t"+key.Help)
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeList completes the last word of a comma list that follows a prefix.
func completeList(prefix, text string, words []string) (list []string) {
	at := strings.LastIndex(text, ",") + 1
	given := strings.Split(text[:at], ",")
	for _, w := range words {
		if strings.HasPrefix(w, text[at:]) && !slices.Contains(given, w) {
			list = append(list, prefix+text[:at]+w)
		}
	}
	return list
}

// completeWords makes a flag complete words, also several separated by commas.
func completeWords(cmd *cobra.Command, flag string, words ...string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		return completeList("", text, words), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // there is no such flag
	}
}
