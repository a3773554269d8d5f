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
	"fbp/report"
)

func reportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "report DIR",
		Short: "Make one HTML page of a run",
		Long: `Write report.html into the folder of a run: figure, deviations from theory, the
convergence of every sample, tables, config and provenance on one page that
needs no other file and no network. The figure is drawn from the tables in the
folder (see fbp collect), not taken from the figure files there.`,
		Example:           `  fbp report results/alpha05`,
		Args:              exactly(1, "one folder of a run"),
		ValidArgsFunction: completeFolders,
		RunE: work(func(cmd *cobra.Command, args []string) error {
			p, err := readable(args[0])
			if err != nil {
				return err
			}
			if err := store.Folder(args[0]).Own(); err != nil {
				return err
			}
			tables, err := store.Folder(args[0]).TablesOf(p, nil)
			if err != nil {
				return err
			}
			figure, caption, err := reportFigure(args[0], tables, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			page, err := report.Page(cmd.Context(), args[0], tables, figure, caption)
			if err != nil {
				return err
			}
			if err := sayNotes(cmd.Context(), cmd.ErrOrStderr(), tables); err != nil {
				return err
			}
			return updating(cmd.Context(), args[0], func(_ context.Context, _ *plan.Plan, written store.Sums) error {
				const name = "report.html"
				if err := written.Write(store.Folder(args[0]), name, page); err != nil {
					return err
				}
				say(cmd.ErrOrStderr(), "report: %s", store.Folder(args[0]).In(name))
				return nil
			})
		}),
	}
}

// reportFigure draws the figure of a run as SVG, with its caption; it is nil if there is nothing to
// draw. If drawing fails, the error is printed and the page has no figure.
func reportFigure(dir string, tables *store.Tables, stderr io.Writer) (svg []byte, caption string, err error) {
	svg, caption, err = figureSVG(dir, tables, stderr)
	if errors.As(err, new(*store.TableError)) {
		return nil, "", err
	}
	if err != nil {
		say(stderr, "the page has no figure: %v", err)
	}
	return svg, caption, nil
}

func figureSVG(dir string, tables *store.Tables, stderr io.Writer) (svg []byte, caption string, err error) {
	display, err := figure.DisplayOf(dir, experiment.Standard())
	if err != nil || display.Figure == nil {
		return nil, "", err
	}
	picture, err := figure.InFolder(display, tables)
	if err != nil || picture == nil {
		return nil, "", err
	}
	warnLost(stderr, picture.Lost())
	svg, err = picture.Bytes("svg")
	return svg, display.Caption(), err
}
