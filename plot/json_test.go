package plot

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
)

// full is a figure with everything that figures have.
func full() *Figure {
	nan := math.NaN()
	x := []float64{0.01, 0.1, 0.2, 0.3, 0.5}
	return &Figure{WidthCM: TwoColumns, Columns: 3, Panels: []Panel{
		{
			Label: "(a)", X: Axis{Label: "$d$", Guides: []float64{0.25}, Names: []string{"$\\alpha_c$"}}, Y: Axis{Label: `$\phi_{\mathrm{FP}}$ (nats per weight) & 5%`, Guides: []float64{0}},
			Legend: Legend{Title: `$\tilde{κ} \le κ_{\mathrm{max}}$, $\erf$`},
			Series: []Series{
				{Name: "line", X: x, Y: x},
				{Name: `$\alpha$ = 0.5, $N$ = $10^{-3}$`, X: x, Y: []float64{1, -1, nan, 2, 1}, Dashed: []bool{false, true, false, false, false}},
				{Name: "a_b", X: x, Y: []float64{0.5, 0.6, nan, 0.4, 0.3}, XErr: []float64{0.01, nan, 0.02, 0.03, 0.01}, YErr: []float64{0.1, 0.1, 0.1, nan, 0.1}, YDown: []float64{0.2, 0.1, 0.1, 0.1, 0.1}},
			},
			Inset: &Inset{X: Axis{Log: true, Min: End(0.01), Max: End(1)}, Series: []Series{{X: x, Y: []float64{1e-3, 2e-3, 3e-3, 4e-3, 5e-3}, Style: Style{Line: DashDotted}}}},
		},
		{Label: "(b)", Series: []Series{{X: []float64{1e-3, 2e-3}, Y: []float64{1e6, 2e6}, YErr: []float64{1e4, 1e4}, Style: Style{Marker: Diamond, Hollow: true}},
			{X: []float64{1e-3, 2e-3}, Y: []float64{1e6, 3e6}, YErr: []float64{1e4, 1e4}, Why: [][]string{{NotConverged}, nil}, Style: Style{Marker: Circle}}}},
		mapped().Panels[0],
	}}
}

// bare is a figure without a legend, one column wide.
func bare() *Figure {
	return &Figure{Panels: []Panel{{
		X: Axis{Label: `$\tilde{κ}$`}, Y: Axis{Label: `entropy $\phi$ (nats per weight)`},
		Series: []Series{{X: []float64{0, 1}, Y: []float64{0, 1}}},
	}}}
}

// drawnBy is what a program finds in the JSON of a figure.
type drawnBy struct {
	Axes []struct {
		Frame, Paper []float64
		X, Y         struct {
			From, To float64
			Log      bool
			Labels   []string
		}
		Series []struct {
			X, Y, Beside, Down, Up []*float64
			Lines                  []struct{ First, Last int }
			Marker                 string
		}
		Map struct{ Colors []string }
	}
	Legend []struct {
		Bar, X float64
		Roomy  float64 `json:"x_roomy"`
	}
	Texts []struct{ Text string }
}

// The numbers are those of the series, with null for what is missing, and lines end where values are
// missing and where they turn dashed. All labels are there, those of factors of both axes too.
func TestJSON(t *testing.T) {
	data, err := full().JSON()
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := full().JSON(); !bytes.Equal(again, data) {
		t.Error("other bytes the second time")
	}
	var got drawnBy
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Axes) != 4 || len(got.Axes[1].Paper) != 4 || !got.Axes[1].X.Log || len(got.Axes[3].Map.Colors) == 0 || len(got.Legend) != 5 || got.Legend[2].Bar == 0 {
		t.Fatalf("%+v", got)
	}
	line, points, beside := got.Axes[0].Series[1], got.Axes[0].Series[2], got.Axes[2].Series[0]
	if line.Y[2] != nil || *line.Y[3] != 2 || len(line.Lines) != 2 || line.Lines[0].Last != 1 || line.Lines[1].First != 3 || line.Lines[1].Last != 4 {
		t.Errorf("%+v", line)
	}
	if *points.Down[0] != 0.2 || *points.Up[0] != 0.1 || *points.Up[3] != 0 || points.Marker != "circle" {
		t.Errorf("%+v", points)
	}
	if *beside.X[0] != 1e-3 || *beside.Beside[0] >= 1e-3 || *beside.Beside[1] != 2e-3 || !slices.Contains(got.Axes[2].X.Labels, "1.5") {
		t.Errorf("%+v", beside)
	}
	var texts []string
	for _, text := range got.Texts {
		texts = append(texts, text.Text)
	}
	for _, want := range []string{"(a)", "$d$", `$\alpha_{c}$`, `a\_b`, `$\times10^{-3}$`, `$\times10^{6}$`, `$\tilde{\kappa} \le \kappa_{\mathrm{max}}$, $\operatorname{erf}$`, "height"} {
		if !slices.Contains(texts, want) {
			t.Errorf("no %q among %q", want, texts)
		}
	}
	if _, err := new(Figure).JSON(); err == nil {
		t.Error("a figure without panels")
	}
	if data, err := bare().JSON(); err != nil || !strings.Contains(string(data), `"legend": []`) {
		t.Errorf("%v: a figure without a legend, which figure.py runs through:\n%s", err, data)
	}
}

// Legends leave room for the wider letters of TeX: inside the frame, from where they stand.
func TestLegendsLeaveRoom(t *testing.T) {
	for corner, side := range map[Corner]float64{TopRight: 1, BottomRight: 1, TopLeft: 0, BottomLeft: 0} {
		f := bare()
		f.Panels[0].Series = []Series{{Name: "a name", X: []float64{0.5}, Y: []float64{0.5}, Style: Style{Marker: Circle}}} // in no corner
		f.Panels[0].Legend = Legend{Corner: corner, Title: "title"}
		data, err := f.JSON()
		if err != nil {
			t.Fatal(err)
		}
		var got drawnBy
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		width, _, _ := label{text: "a name", size: panelSizes.legend}.box()
		moved, frame := got.Legend[0].X-got.Legend[0].Roomy, got.Axes[0].Frame
		if end := got.Legend[0].Roomy + sampleWidth + sampleGap + 1.15*float64(width); end > frame[0]+frame[2] || got.Legend[0].Roomy < frame[0] {
			t.Errorf("%v: from %v to %v in the frame %v", corner, got.Legend[0].Roomy, end, frame)
		}
		if most := 0.15 * (sampleWidth + sampleGap + float64(width)); math.Abs(moved-side*most) > 0.2*most {
			t.Errorf("%v: moved by %v, want %v", corner, moved, side*most)
		}
	}
}
