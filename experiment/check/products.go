package check

import (
	"bytes"
	"context"
	"errors"
	"math"
	"path"
	"runtime"
	"slices"
	"strings"

	"fbp/experiment/figure"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/files"
	"fbp/internal/origin"
	"fbp/internal/say"
	"fbp/plot"
	"fbp/results"
)

// notMadeOf is what is wrong with a product that is another one when it is made again.
const notMadeOf = "is not what is made of the tables and records that are there"

// products makes theory, figures, their numbers and the page again, as far as the files say that this program made
// them, and compares. What may take long is left out if the check is to be quick.
func (k *check) products(ctx context.Context) error {
	var left []string
	for _, of := range []struct {
		what string
		slow bool
		make func(context.Context) error
	}{{"theory", true, k.theoryAgain}, {"figures", true, k.figuresAgain}, {"report.html", true, k.pageAgain}, {"weights", false, k.weightsAgain}} {
		if of.slow && k.Quick {
			left = append(left, of.what)
			continue
		}
		if err := of.make(ctx); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return say.ErrInterrupted
		}
	}
	k.sayOthers()
	if len(left) > 0 {
		k.Notes = append(k.Notes, "left out by --quick: "+strings.Join(left, ", ")+", which are not made again")
	}
	return nil
}

// note says what was not compared.
func (k *check) note(name, why string) { k.Notes = append(k.Notes, name+": "+why) }

// notOurs notes a file that does not say that this program made it.
func (k *check) notOurs(name string) { k.others = append(k.others, name) }

// sayOthers says which files were not compared since another program may have made them.
func (k *check) sayOthers() {
	why := "it does not say that this fbp made it"
	switch {
	case len(k.others) == 0:
		return
	case origin.Build() == "":
		why = "this fbp was built from changes that no commit has, or does not know its commit"
	case len(k.others) > 1:
		why = "they do not say that this fbp made them"
	}
	k.Notes = append(k.Notes, strings.Join(k.others, ", ")+": "+why)
}

// read is the content of a product, nil if it is not there, or damaged, which is found.
func (k *check) read(name string) ([]byte, error) {
	if k.wrong[name] {
		return nil, nil
	}
	data, err := files.ReadFile(k.folder.In(name), files.Large)
	switch {
	case store.Unreadable(err):
		return nil, files.Explain("read", k.folder.In(name), err)
	case err != nil && !files.Missing(err):
		k.product(name, files.Cause(err).Error())
	}
	return data, nil
}

// theoryAgain computes the theories of the config whose tables say that this program computed them.
func (k *check) theoryAgain(ctx context.Context) error {
	for _, th := range k.theories() {
		name := th.Table() + ".tsv"
		data, err := k.read(name)
		if err != nil {
			return err
		}
		was, bad := results.ReadTSV(bytes.NewReader(data))
		switch {
		case k.wrong[name]:
			continue
		case data == nil:
			if k.Missing == 0 {
				k.product(name, "missing")
			}
			continue
		case bad != nil: // found by its sum
			continue
		case !table.ByThis(was):
			k.notOurs(name)
			continue
		}
		now, err := th.Compute(ctx, runtime.GOMAXPROCS(0), func(int, int) {})
		switch {
		case ctx.Err() != nil:
			return say.ErrInterrupted
		case err != nil:
			k.note(name, err.Error())
		case !alike(was, now):
			k.source(name, "has other numbers than the theory that config.toml asks for") // else it would be kept
		}
	}
	return nil
}

// alike tells whether two tables of a theory have the same rows, up to last digits, which depend on the processor.
func alike(a, b *results.Table) bool {
	const digits = 1e-6 // theory is promised to 1e-8 or better
	return slices.Equal(a.Columns, b.Columns) && slices.EqualFunc(a.Rows, b.Rows, func(a, b []results.Value) bool {
		return slices.EqualFunc(a, b, func(a, b results.Value) bool {
			x, number := a.Float()
			y, other := b.Float()
			if !number || !other {
				return a.String() == b.String()
			}
			return x == y || math.Abs(x-y) <= digits*max(1e-3, math.Abs(x)+math.Abs(y))
		})
	})
}

// display is what the config of the folder asks for beside its tasks: that of its plan, if this is the plan of the config.
func (k *check) display() (figure.Display, error) {
	if k.plan.Spec != nil {
		return figure.Displayed(k.plan), nil
	}
	return figure.DisplayOf(string(k.folder), k.plan, k.catalog)
}

// figuresAgain draws the figure of the folder.
func (k *check) figuresAgain(ctx context.Context) error {
	display, err := k.display()
	if store.Unreadable(err) {
		return err
	}
	if err != nil || display.Figure == nil { // a config that is wrong was found
		return nil
	}
	drawn, err := say.Heeding(ctx, say.ErrInterrupted, func() (*plot.Figure, error) {
		f, _, err := figure.InFolder(display, k.folder.Tables(k.plan))
		return f, err
	})
	switch {
	case ctx.Err() != nil:
		return say.ErrInterrupted
	case store.Unreadable(err):
		return err
	case err != nil:
		if !errors.As(err, new(*store.TableError)) {
			k.note("figure", err.Error())
		}
		return nil
	case drawn == nil:
		return nil
	}
	if drawn, err = drawn.Settled(); err != nil {
		return err
	}
	for _, format := range append(plot.Formats(), "json", "py") {
		if err := k.drawnAgain(ctx, drawn, format); err != nil {
			return err
		}
	}
	return nil
}

// drawnAgain compares a file of the figure with what is drawn now. The numbers, figure.json, need not be there; the
// program that draws them says nothing of who wrote it, and belongs to them.
func (k *check) drawnAgain(ctx context.Context, drawn *plot.Figure, format string) error {
	name := "figure." + format
	was, err := k.read(name)
	if err != nil || k.wrong[name] {
		return err
	}
	says := was
	if format == "py" {
		if says, err = k.read("figure.json"); err != nil {
			return err
		}
	}
	ours := store.SaysBuild(says)
	switch picture := slices.Contains(plot.Formats(), format); {
	case was == nil:
		if picture && k.Missing == 0 || format == "py" && ours {
			k.product(name, "missing")
		}
		return nil
	case !ours:
		k.notOurs(name)
		return nil
	}
	now, err := say.Heeding(ctx, say.ErrInterrupted, func() ([]byte, error) { return figure.File(drawn, format) })
	if err == nil {
		k.compare(name, was, now, notMadeOf)
	}
	return err
}

// pageAgain makes the page of the run again.
func (k *check) pageAgain(ctx context.Context) error {
	const name = "report.html"
	was, err := k.read(name)
	if err != nil || was == nil {
		return err
	}
	if !store.SaysBuild(was) {
		k.notOurs(name)
		return nil
	}
	if k.Page == nil || len(k.Findings) > 0 { // which it may show
		k.note(name, "there are other findings")
		return nil
	}
	now, err := k.Page(ctx)
	if err != nil {
		k.note(name, err.Error())
		return nil
	}
	k.compare(name, was, now, notMadeOf)
	return nil
}

// compare finds a product that is another one when it is made again.
func (k *check) compare(name string, was, now []byte, wrong string) {
	if !bytes.Equal(was, now) {
		k.product(name, wrong)
		return
	}
	k.Products++
}

// maker is the command that makes a file again that is made of others: fbp collect, but for what only
// another command writes.
func (k *check) maker(name string) string {
	dir, base := path.Split(name)
	command := func(format string) string { return say.Command(format, string(k.folder)) }
	switch {
	case dir == "weights/":
		entries, _ := files.ReadDir(k.folder.In("weights"))
		o, _ := k.exported(entries)
		if ext := path.Ext(name); ext != ".tsv" {
			o.Format = ext[1:]
		}
		return command("fbp export %s") + o.Flags()
	case name == "config.toml":
		return k.collect() + " if you have changed it, else fbp run with the config that the run was made from"
	case base == "report.html":
		return command("fbp report %s")
	case base == "figure.json", base == "figure.py":
		return command("fbp plot %s --emit")
	}
	return k.collect()
}
