package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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

// goneCommands are commands of an earlier version, with those to use instead.
var goneCommands = map[string]string{"work": "fbp cost"}

// noTiming is --no-timing, which run, plan and submit had.
func noTiming(cmd *cobra.Command) { gone(cmd, "no-timing", "nothing is timed in advance") }
