package main

import (
	"context"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fbp/internal/scratch"
)

// reported is the page of a small run with theory.
func reported(t *testing.T) string {
	t.Helper()
	dir := workdir(t)
	scratch.Change(t, filepath.Join(dir, "tiny.toml"), func(text []byte) []byte { return append(text, theoryOfTiny...) })
	fbp(t, dir, "run", "tiny.toml", "--out", "one").want(t, 0)
	fbp(t, dir, "report", "one").want(t, 0).says(t, "report: "+filepath.Join("one", "report.html"))
	return filepath.Join(dir, "one", "report.html")
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
