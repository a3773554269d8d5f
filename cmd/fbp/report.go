package main

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"fbp/experiment"
	"fbp/experiment/figure"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/files"
	"fbp/report"
)

func reportCommand() *cobra.Command {
	return newCommand("report DIR", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		f := store.Folder(args[0])
		p, err := decoded(args[0])
		if err != nil {
			return err
		}
		tables, html, err := pageOf(cmd.Context(), f, p, cmd.ErrOrStderr())
		if err != nil {
			return err
		}
		if err := sayNotes(cmd.Context(), cmd.ErrOrStderr(), tables); err != nil {
			return err
		}
		_, done, err := store.Lock(cmd.Context(), args[0], "tables")
		if err != nil {
			return err
		}
		defer done()
		if err := store.WriteFile(f.In("report.html"), html); err != nil {
			return err
		}
		tell(cmd.ErrOrStderr(), "report: %s", f.In("report.html"))
		return nil
	})
}

// pageOf is the page of a run's folder, whose plan is decoded, and the tables that it shows.
func pageOf(ctx context.Context, f store.Folder, p *plan.Plan, stderr io.Writer) (*store.Tables, []byte, error) {
	if err := f.CheckNoLinkedFiles(); err != nil {
		return nil, nil, err
	}
	status, excluded, err := table.InNoMean(ctx, f, p)
	if err != nil {
		return nil, nil, err
	}
	tables := f.Tables(p)
	tables.Scanned(status)
	page := report.Page{Name: p.Name, Made: tables.Maker(), Missing: status.Missing(), Bad: status.Bad, Provenance: status.Made}
	if len(p.Tasks) > 0 {
		page.Status = statusTable(p, status)
	}
	if len(excluded.Rows) > 0 {
		page.Excluded = excluded
	}
	if page.Tables, err = tables.All(); err != nil {
		return nil, nil, err
	}
	display, err := figure.DisplayOf(string(f), p, experiment.Standard())
	if err != nil {
		return nil, nil, err
	}
	config, err := files.ReadFile(f.In("config.toml"), files.Small)
	if err != nil {
		return nil, nil, err
	}
	page.Config = string(config)
	if page.Figure, page.Caption, err = figureSVG(ctx, display, tables, stderr); errors.As(err, new(*store.TableError)) || errors.Is(err, errStopped) {
		return nil, nil, err
	} else if err != nil {
		tell(stderr, "the page has no figure: %v", err)
	}
	html, err := page.HTML()
	return tables, html, err
}

// figureSVG draws the figure of a run, with its caption; it is nil if there is nothing to draw.
func figureSVG(ctx context.Context, display figure.Display, tables *store.Tables, stderr io.Writer) (svg []byte, caption string, err error) {
	if display.Figure == nil {
		return nil, "", nil
	}
	svg, err = heeding(ctx, func() ([]byte, error) {
		picture, notes, err := figure.InFolder(display, tables)
		if err != nil {
			return nil, err
		}
		for _, note := range notes {
			tell(stderr, "%s", note)
		}
		if picture == nil {
			return nil, nil
		}
		warnLost(stderr, picture.Lost())
		return picture.Bytes("svg")
	})
	if svg != nil {
		caption = display.Caption()
	}
	return svg, caption, err
}
