package report

import (
	"testing"

	"fbp/results"
)

// Searches that count epochs or sweeps have charts too, of at most three quantities.
func TestCharts(t *testing.T) {
	epochs := &results.Series{Keys: []string{"epoch"}, Values: []string{"errors", "loss"}, Rows: [][]results.Number{{0, 7, 1}, {10, 2, 0.5}}}
	r := &results.Record{Readings: map[string]*results.Series{"training": epochs}}
	if steps(r) != epochs {
		t.Fatal("no training curves")
	}
	quantities, samples := charts([]run{{name: "sample 0", steps: epochs}})
	if len(quantities) != 2 || len(samples) != 1 || len(samples[0].Charts) != 2 {
		t.Fatalf("%v, %+v", quantities, samples)
	}
	steps := &results.Series{Keys: []string{"step"}, Values: []string{"errors"}, Rows: [][]results.Number{{0, 7}, {1000, 2}}}
	if _, both := charts([]run{{steps: epochs}, {steps: steps}, {steps: epochs}}); both[0].Charts[0].To != "10" || both[1].Charts[0].To != "1000" || both[0].Charts[0].SVG != both[2].Charts[0].SVG || both[0].Charts[0].SVG != samples[0].Charts[0].SVG {
		t.Errorf("epochs and steps share one axis: %+v", both)
	}
	if c := samples[0].Charts[0]; c.Quantity != "errors" || c.Last != "2" || c.From != "epoch 0" || c.To != "10" || c.Top != "7" {
		t.Errorf("%+v", c)
	}
}
