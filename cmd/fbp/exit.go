package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"fbp/internal/say"
	"fbp/internal/sealed"
)

// The exit codes of the program.
const (
	exitOK          = 0   // all is done; unsolved samples count as done
	exitFailed      = 1   // a task or an operation on the disk failed
	exitUsage       = 2   // a mistake in the command or the config, or a folder that a newer fbp wrote
	exitInterrupted = 75  // stopped by a signal, or at the end of a round; the same command resumes
	exitTwice       = 130 // a second interrupt: stopped immediately
)

// errIncomplete is the outcome of a command that has already printed what is
// missing.
var errIncomplete = errors.New("incomplete")

// errMore is the outcome of a share of a run that has done its part of the batches at
// hand, and cannot tell without the records of other shares whether more are wanted.
var errMore = errors.New("the same command continues")

// errForced is the outcome of a run with --force that was stopped: it resumes nothing, whoever
// gives it again.
var errForced = forced{say.ErrInterrupted}

type forced struct{ error }

func (forced) Error() string   { return "interrupted; with --force the same command begins again" }
func (f forced) Unwrap() error { return f.error }

// errStopped is the outcome of a command that was stopped by a signal and cannot
// be resumed.
var errStopped = errors.New("interrupted")

// runError is an error in the work of a command; all other errors are mistakes
// in the command line.
type runError struct{ error }

func (e runError) Unwrap() error { return e.error }

// exitCode is the exit code for the outcome of the program.
func exitCode(err error) int {
	var mistake *say.Error
	var work runError
	var newer *sealed.NewerError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, say.ErrInterrupted), errors.Is(err, errStopped), errors.Is(err, errMore):
		return exitInterrupted
	case errors.As(err, &mistake), errors.As(err, &newer), !errors.As(err, &work):
		return exitUsage
	}
	return exitFailed
}

// suggestions sets those of cobra in the line of the error.
var suggestions = strings.NewReplacer("\n\nDid you mean this?\n\t", "; did you mean ", "\n\t", ", ", "\n", "")

// message is the text printed for an error of a command: one line, or nothing if it has been
// printed already.
func message(err error, command string) string {
	if err == nil || errors.Is(err, errIncomplete) || errors.Is(err, errMore) {
		return ""
	}
	text := say.OneLine(suggestions.Replace(err.Error()))
	if !errors.As(err, new(runError)) && !errors.As(err, new(*say.Error)) {
		text += " (" + command + " --help explains the command line)"
	}
	return text
}

// errNotice is the cause of an interruption by a signal of notices.
var errNotice = errors.New("the batch system announced the time limit")

// heeding is [say.Heeding] of what cannot be resumed.
func heeding[T any](ctx context.Context, do func() (T, error)) (T, error) {
	return say.Heeding(ctx, errStopped, do)
}

// interruptible is a context that SIGINT, SIGTERM, a closed terminal (SIGHUP, unless the
// program was started with nohup) or a notice of the batch system cancels. The first makes the
// run stop cleanly; a second SIGINT stops it immediately.
func interruptible() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, append([]os.Signal{os.Interrupt, syscall.SIGTERM}, notices...)...)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		var cause error
		if slices.Contains(notices, <-signals) {
			cause = errNotice
		}
		cancel(cause)
		for s := range signals {
			if s == os.Interrupt {
				fmt.Fprintln(os.Stderr, "stopped")
				os.Exit(exitTwice)
			}
		}
	}()
	return ctx, func() { cancel(nil) }
}
