package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/plantest"
	"fbp/instances"
	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// cifarFile writes images in the format of CIFAR-10, noise around stripes whose place goes by
// whether the label is odd.
func cifarFile(t *testing.T, path string, images int) {
	t.Helper()
	rng, data := instances.Stream(1, "images"), []byte{}
	for k := range images {
		data = append(data, byte(k%10))
		for i := range 3 * 32 * 32 {
			grey := 30 + rng.IntN(120)
			if (i/32+k)%2 == 0 {
				grey += 70
			}
			data = append(data, byte(grey))
		}
	}
	scratch.Write(t, path, data)
}

// The figure of networks of several layers is made of three hidden ones on CIFAR-10 by the
// keys that its config names: here with fewer units and images, which the test draws.
func TestFigureOfCIFAR(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	const name, section = "../../configs/prl21-figS8.toml", `instance={ kind = "cifar", files = ["data_batch_1.bin"], classes = "odd_even", threshold = "pixel_median", drop = [3071], p = 1000 }`
	config := scratch.Read(t, name)
	if !strings.Contains(config, "--set model.n=3071") || !strings.Contains(config, "--set 'model.layers=[101, 101, 101]'") || !strings.Contains(config, section) {
		t.Fatal("the head of the config has other keys")
	}
	dir := workdir(t)
	scratch.Write(t, filepath.Join(dir, "figure.toml"), config)
	cifarFile(t, filepath.Join(dir, "data_batch_1.bin"), 120)
	fbp(t, dir, "run", "figure.toml", "--set", "model.n=3071", "--set", "model.layers=[9, 7, 5]", "--set", section,
		"--set", "instance.p=40,80", "--set", "samples=1", "--set", "searches=2", "--out", "out").want(t, 0)
	solved := plantest.Column(t, plantest.Table(t, filepath.Join(dir, "out", "success.tsv")), "solved")
	layers := plantest.Column(t, plantest.Table(t, filepath.Join(dir, "out", "overlaps.tsv")), "layer")
	if want := []float64{2, 2}; !slices.Equal(solved[2:], want) {
		t.Errorf("solved after 100 epochs: %v, want %v of two searches", solved[2:], want)
	}
	if want := slices.Repeat([]float64{1, 2, 3, 4}, 4); !slices.Equal(layers, want) {
		t.Errorf("overlaps of layers %v, want %v", layers, want)
	}
	if _, err := os.Stat(filepath.Join(dir, "out", "figure.svg")); err != nil {
		t.Error(err)
	}
	fbp(t, dir, "check", "out").want(t, 0)
}
