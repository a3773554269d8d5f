// Command fbp runs experiments on perceptrons and committee machines:
// a config becomes tasks, tasks become records, records become tables and a
// figure. Data goes to stdout, logs and progress to stderr.
package main

import (
	"fmt"
	"os"
)

func main() {
	ctx, stop := interruptible()
	err := program().ExecuteContext(ctx)
	stop()
	if text := message(err); text != "" {
		fmt.Fprintln(os.Stderr, text)
	}
	os.Exit(exitCode(err))
}
