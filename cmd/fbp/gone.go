package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fbp/experiment/config"
)

// goneFlag is a flag of an earlier version: an error that names what to use instead.
type goneFlag struct{ instead string }

func (f goneFlag) Set(string) error { return errors.New(f.instead) }
func (goneFlag) String() string     { return "" }
func (goneFlag) Type() string       { return "" }

// gone makes a flag of an earlier version an error.
func gone(cmd *cobra.Command, name, instead string) {
	cmd.Flags().AddFlag(&pflag.Flag{Name: name, Value: goneFlag{instead}, NoOptDefVal: "true", Hidden: true})
}

// goneCommand makes a command of an earlier version an error.
func goneCommand(parent *cobra.Command, name, instead string) {
	parent.AddCommand(&cobra.Command{Use: name, Aliases: []string{strings.ReplaceAll(name, "-", "_")}, Hidden: true, DisableFlagParsing: true, RunE: func(cmd *cobra.Command, _ []string) error {
		return &config.Error{Where: cmd.CommandPath(), Want: "no longer there; " + instead}
	}})
}

// noTiming is --no-timing, which run, plan and submit had.
func noTiming(cmd *cobra.Command) { gone(cmd, "no-timing", "nothing is timed in advance") }
