package experiment

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fbp/experiment/check"
	"fbp/experiment/kinds"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/say"
	"fbp/model"
	"fbp/results"
)

// foreseen is a measurement beside whose numbers theory stands.
type foreseen struct {
	census
	theory model.Known
}

func (f *foreseen) About() model.About {
	return model.About{Known: f.theory, Tables: []results.Layout{{Table: "foreseen", At: []string{"place"}, Values: []string{"x"}, Theory: "x",
		Units: results.Units{"place": "1: where", "x": "1: what"}}}}
}

func (f *foreseen) Measure(_ context.Context, _ *model.Problem, _ []*model.Solution, _ *rand.Rand, emit func(results.Reading)) error {
	for k := range 3 {
		emit(results.Reading{Table: "foreseen", At: []results.Quantity{{Name: "place", Value: float64(k)}}, Values: []results.Quantity{{Name: "x", Value: 1}}})
	}
	return nil
}

// An interruption is answered while theory for the tables is computed, which knows of none, by those who
// write tables and by those who compare them; the tables stay as they were.
func TestInterruptedInTheoryOfTables(t *testing.T) {
	t.Parallel() // it waits
	asked, hangs, done := make(chan bool, 1), false, make(chan bool)
	defer close(done)
	c, w := fakes()
	c.Measurements["foreseen"] = func(model.Model, kinds.Algorithm) kinds.Measurement {
		return &foreseen{census{Scale: 1, work: w}, func(model.Model, float64, float64, model.Typical) (float64, bool) {
			if hangs {
				asked <- true
				<-done
			}
			return 2, true
		}}
	}
	p, dir := fakePlan(t, c, strings.Replace(game, "census", "foreseen", 1), "instance.p=5"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	write := func(ctx context.Context) error {
		_, _, err := table.Write(ctx, p, dir, nil, table.Options{Log: slog.New(slog.DiscardHandler)})
		return err
	}
	if err := write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if made, err := store.Folder(dir).ReadTable("foreseen"); err != nil || len(made.Rows) != 3 {
		t.Fatalf("%+v, %v", made, err)
	} else if x, err := made.Column("x_theory"); err != nil || x[2] != 2 {
		t.Fatalf("%v, %v", x, err)
	}
	want := content(t, dir)
	hangs = true
	for name, do := range map[string]func(context.Context) error{
		"tables": write,
		"check":  func(ctx context.Context) error { _, err := check.Run(ctx, dir, c, check.Options{}); return err },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- do(ctx) }()
		<-asked
		cancel()
		select {
		case err := <-ended:
			if !errors.Is(err, say.ErrInterrupted) || content(t, dir) != want {
				t.Errorf("%s: error %v, or other files", name, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: not interrupted", name)
		}
	}
}
