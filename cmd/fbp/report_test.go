package main

import (
	"context"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"fbp/internal/scratch"
)

// reported is the page of a small run with theory.
func reported(t *testing.T) string {
	t.Helper()
	dir, _ := withTheory(t)
	fbp(t, dir, "run", "theory.toml", "--out", "one").want(t, 0)
	fbp(t, dir, "report", "one").want(t, 0).says(t, "report: "+filepath.Join("one", "report.html"))
	return filepath.Join(dir, "one", "report.html")
}

// The page shows what the folder holds, and asks for nothing else.
func TestReport(t *testing.T) {
	t.Parallel()
	text := scratch.Read(t, reported(t))
	for _, want := range []string{"<title>theory</title>", "aria-label=\"figure of the run\"", "deviation.tsv", "success.tsv", "<th>probability_low", "<td>max</td>", "samples.tsv",
		"instance.alpha", "&#34;kernel&#34;", "prefers-color-scheme: dark", "<code>fbp run theory.toml --out one</code>", "error bars are the standard deviation over samples", "How to cite", "width=device-width"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	if at := regexp.MustCompile(`(?i)<script|(src|href)="[^d"][^"]*"|url\(|@import`).FindString(text); at != "" {
		t.Errorf("the page asks for %s", at)
	}
	fbp(t, t.TempDir(), "report", "nowhere").want(t, 2)
}

// A picture that lies in the folder does not reach the page: the figure is drawn
// from the tables.
func TestReportDrawsItsFigure(t *testing.T) {
	t.Parallel()
	dir, _ := withTheory(t)
	fbp(t, dir, "run", "theory.toml", "--out", "one").want(t, 0)
	fbp(t, dir, "report", "one").want(t, 0)
	page := filepath.Join(dir, "one", "report.html")
	before := scratch.Read(t, page)
	evil := "<svg width=\"1pt\" height=\"1pt\"><script>alert(1)</script></svg>"
	scratch.Write(t, filepath.Join(dir, "one", "figure.svg"), evil)
	fbp(t, dir, "report", "one").want(t, 0)
	if scratch.Read(t, page) != before {
		t.Error("the page depends on a picture in the folder")
	}
	scratch.Remove(t, filepath.Join(dir, "one", "theory_max.tsv"))
	fbp(t, dir, "report", "one").want(t, 0).says(t, "the page has no figure: one: there is no table theory_max.tsv")
	if strings.Contains(scratch.Read(t, page), "<h2>Figure") {
		t.Error("a figure of what?")
	}
}

// A folder of which only part is done has a page that says so; one of theory
// alone has its figure.
func TestReportOfParts(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--out", "part", "--shard", "0/2").want(t, 0)
	fbp(t, dir, "report", "part").want(t, 0)
	if text := scratch.Read(t, dir, "part", "report.html"); !strings.Contains(text, "3 tasks have no sound record") || strings.Contains(text, "<h2>Figure") {
		t.Error("the page of a part does not say what is missing")
	}
	curve := strings.Replace(theoryOfTiny, "compare = true", "alpha = 0.5", 1) +
		"[figure]\nkind = \"panels\"\n[[figure.panel]]\nseries = [{ theory = \"max\", x = \"d\", y = \"entropy\" }]\n"
	scratch.Write(t, filepath.Join(dir, "curve.toml"), curve)
	fbp(t, dir, "run", "curve.toml", "--out", "curve").want(t, 0)
	fbp(t, dir, "report", "curve").want(t, 0)
	if text := scratch.Read(t, dir, "curve", "report.html"); strings.Contains(text, "<th>missing") || !strings.Contains(text, "<h2>Figure") {
		t.Error("the page of theory alone lacks its figure")
	}
}

// A record that is another task's, or damaged, is not counted as what it says, and is named.
func TestReportOfForeignRecords(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--out", "one").want(t, 0)
	records, err := filepath.Glob(filepath.Join(dir, "one", "tasks", "*.json"))
	if err != nil || len(records) != 6 {
		t.Fatal(records, err)
	}
	scratch.Write(t, records[0], scratch.Read(t, records[1]))
	fbp(t, dir, "report", "one").want(t, 0)
	text := scratch.Read(t, dir, "one", "report.html")
	for _, want := range []string{"1 tasks have no sound record", "it is that of another task"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
}

// A browser shows the figure, in light and dark, on a desk and on a phone, and
// complains of nothing. FBP_TEST_BROWSER asks for it.
func TestReportInABrowser(t *testing.T) {
	if os.Getenv("FBP_TEST_BROWSER") == "" {
		t.Skip("FBP_TEST_BROWSER is not set")
	}
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Fatal("no browser")
	}
	page := reported(t)
	for name, flags := range map[string][]string{
		"desk":  {"--window-size=1100,1200"},
		"dark":  {"--window-size=1100,1200", "--blink-settings=preferredColorScheme=0"},
		"phone": {"--window-size=412,900"},
	} {
		dir := t.TempDir()
		shot := filepath.Join(dir, "page.png")
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		args := append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--enable-logging=stderr",
			"--user-data-dir=" + dir, "--screenshot=" + shot}, flags...)
		out, err := exec.CommandContext(ctx, browser, append(args, "file://"+page)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		if strings.Contains(string(out), "CONSOLE") {
			t.Errorf("%s: the browser complains:\n%s", name, out)
		}
		seen(t, name, shot)
	}
}

// seen checks a picture of the page: paper of the right lightness, and on it the
// white card of the figure with the blue of its points.
func seen(t *testing.T, name, shot string) {
	t.Helper()
	f, err := os.Open(shot)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	corner, _, _, _ := picture.At(1, 1).RGBA()
	if dark := corner < 0x8000; dark != (name == "dark") {
		t.Errorf("%s: paper of lightness %d", name, corner>>8)
	}
	blue, white := 0, 0
	each(picture.Bounds(), func(x, y int) {
		r, g, b, _ := picture.At(x, y).RGBA()
		switch {
		case r>>8 < 0x20 && g>>8 > 0x60 && g>>8 < 0x90 && b>>8 > 0xA0:
			blue++
		case r>>8 == 0xFF && g>>8 == 0xFF && b>>8 == 0xFF:
			white++
		}
	})
	if blue < 15 || white < 20000 {
		t.Errorf("%s: the figure cannot be seen: %d pixels of its points, %d of white", name, blue, white)
	}
}

func each(r image.Rectangle, visit func(x, y int)) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			visit(x, y)
		}
	}
}
