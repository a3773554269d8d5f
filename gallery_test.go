package fbp_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/internal/scratch"
	"fbp/results"
)

// older is the page that lists what scripts/gallery has not made since.
const older = "docs/figures/README.md"

// TestGallery: docs/figures/index.tsv has a line for each file, of the physics version that the file has itself; and a page
// lists what is older than the program or, of a picture, than the [figure] of its config. With -update the page is written.
func TestGallery(t *testing.T) {
	index := tableOf(t, "index")
	files, _ := filepath.Glob("docs/figures/*.[tp][sn][vg]")
	var lists, listed []string
	for _, path := range files {
		if name := filepath.Base(path); name != "index.tsv" {
			lists = append(lists, name)
		}
	}
	var old, commands []string
	of := map[string][]string{}
	for _, row := range index.texts {
		name, physics, seconds, hash, command := row[0], row[1], row[2], row[3], row[4]
		listed = append(listed, name)
		if strings.HasSuffix(name, ".tsv") {
			has := regexp.MustCompile(`(?m)^# physics: (\d+)$`).FindStringSubmatch(scratch.Read(t, "docs/figures/"+name))
			if has != nil && has[1] != physics {
				t.Errorf("%s is of physics version %s, and its line in index.tsv says %q", name, has[1], physics)
			}
		}
		why := ""
		config := regexp.MustCompile(`^fbp run (configs/\S+)`).FindStringSubmatch(command)
		switch {
		case physics == "":
			physics, why = "?", "earlier version"
		case physics != fmt.Sprint(results.PhysicsVersion):
			why = "earlier version"
		case strings.HasSuffix(name, ".png") && config != nil && !strings.HasSuffix(command, "with other axes") && hash != figureHash(t, config[1]):
			why = "earlier `[figure]`"
		}
		if why != "" {
			if seconds == "" {
				seconds = "?"
			}
			kind := fmt.Sprintf(" | %s | %s | %s | `%s` |", why, physics, seconds, strings.ReplaceAll(command, "|", `\|`))
			if of[kind] == nil {
				commands = append(commands, kind)
			}
			of[kind] = append(of[kind], name)
		}
	}
	count := 0
	for _, kind := range commands {
		count += len(of[kind])
		old = append(old, "| "+strings.Join(of[kind], ", ")+kind)
	}
	slices.Sort(listed)
	if !slices.Equal(lists, listed) {
		t.Errorf("docs/figures has %d files, and index.tsv lists %d: want a line for each", len(lists), len(listed))
	}
	text := "# Older files\n\n`scripts/gallery` makes the files of this folder, and writes into [index.tsv](index.tsv) how. "
	if len(old) == 0 {
		text += "All are of this version.\n"
	} else {
		text += fmt.Sprintf("Of %d files %d are of an earlier version of the\nprogram, or of an earlier figure of their config:\n\n| files | of an | physics version | processor seconds | made by |\n|---|---|---|---|---|\n%s\n",
			len(listed), count, strings.Join(old, "\n"))
	}
	if *update {
		if err := os.WriteFile(older, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if scratch.Read(t, older) != text {
		t.Errorf("%s is not what index.tsv says: go test . -run Gallery -update", older)
	}
}

// figureHash is the SHA-256 of the [figure] of a config with every default, as it stands at the end of the config.toml of a run.
func figureHash(t *testing.T, path string) string {
	text, sets := scratch.Read(t, path), []string(nil)
	if strings.Contains(text, "\nkind      = \"idx\"\n") {
		sets = inventedImages(t)
	}
	spec, err := plan.Parse(t.Context(), path, text, sets, experiment.Standard())
	if err != nil {
		t.Fatal(err)
	}
	_, figure, found := strings.Cut(string(spec.Resolved("")), "\n[figure]\n")
	if !found {
		t.Fatalf("%s has no [figure]", path)
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte("[figure]\n"+figure)))
}

// inventedImages are the keys of 14 000 images of ten classes in IDX files.
func inventedImages(t *testing.T) (sets []string) {
	const count, pixels = 14000, 28
	random, images, labels := rand.New(rand.NewPCG(1, 2)), []byte{0, 0, 8, 3, 0, 0, count >> 8, count & 255, 0, 0, 0, pixels, 0, 0, 0, pixels}, []byte{0, 0, 8, 1, 0, 0, count >> 8, count & 255}
	for i := range count {
		labels = append(labels, byte(i%10))
		for range pixels * pixels {
			images = append(images, byte(random.Uint32()))
		}
	}
	for key, data := range map[string][]byte{"images": images, "labels": labels} {
		path := filepath.Join(t.TempDir(), key)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		sets = append(sets, fmt.Sprintf("instance.%s=[%q]", key, path))
	}
	return sets
}
