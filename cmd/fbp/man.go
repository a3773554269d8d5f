package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"fbp/internal/files"
	"fbp/results"
)

// manCommand is what scripts/release writes man pages with; users need it not and do not see it.
func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write the man pages into a folder",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: running(func(cmd *cobra.Command, args []string) error {
			if err := files.MkdirAll(args[0]); err != nil {
				return err
			}
			return writePages(cmd.Root(), args[0])
		}),
	}
}

// writePages writes the page of a command and those of the commands below it.
func writePages(cmd *cobra.Command, dir string) error {
	if !cmd.IsAvailableCommand() {
		return nil
	}
	for _, below := range cmd.Commands() {
		if err := writePages(below, dir); err != nil {
			return err
		}
	}
	return files.WriteFile(filepath.Join(dir, pageName(cmd)+".1"), []byte(manPage(cmd)))
}

// manPage is the help of a command as a man page. Its lines are kept, since there are equations among them.
func manPage(cmd *cobra.Command) string {
	var page strings.Builder
	fmt.Fprintf(&page, ".TH %s 1 \"\" \"fbp %s\"\n", strings.ToUpper(pageName(cmd)), results.Version)
	fmt.Fprintf(&page, ".SH NAME\n%s \\- %s\n", pageName(cmd), roff(cmd.Short))
	section := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&page, ".SH %s\n.nf\n%s\n.fi\n", title, roff(strings.TrimRight(text, "\n")))
		}
	}
	section("SYNOPSIS", cmd.UseLine())
	section("DESCRIPTION", cmd.Long)
	cmd.InitDefaultHelpFlag()
	section("OPTIONS", cmd.LocalFlags().FlagUsagesWrapped(80))
	section("EXAMPLES", cmd.Example)
	var others []string
	if cmd.HasParent() {
		others = append(others, pageName(cmd.Parent())+"(1)")
	}
	for _, below := range cmd.Commands() {
		if below.IsAvailableCommand() {
			others = append(others, pageName(below)+"(1)")
		}
	}
	section("SEE ALSO", strings.Join(others, "\n"))
	return page.String()
}

func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

var controls = regexp.MustCompile(`(?m)^[.']`)

// roff is a text as a man page writes it. Signs that a terminal would show as typographic ones are
// escaped: flags and commands are copied from a page.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\(rs`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
	return controls.ReplaceAllString(text, `\&$0`)
}
