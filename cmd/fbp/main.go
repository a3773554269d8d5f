// Command fbp runs experiments on perceptrons and committee machines:
// a config becomes tasks, tasks become records, records become tables and a
// figure. Data goes to stdout, logs and progress to stderr.
package main

import (
	"errors"
	"fmt"
	"os"
)

func main() {
	heedPipes()
	ctx, stop := interruptible()
	root, stdout, stderr := program(), &stream{out: os.Stdout}, &stream{out: os.Stderr, messages: true}
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root, textual(os.Args[1:])
	if err == nil {
		cmd, err = root.ExecuteContextC(ctx)
	}
	stop()
	if stdout.failed != nil && (err == nil || errors.Is(err, stdout.failed)) {
		err = runError{stdout.failed}
	}
	if text := message(err, cmd.CommandPath()); text != "" {
		fmt.Fprintln(stderr, text)
	}
	os.Exit(exitCode(err))
}
