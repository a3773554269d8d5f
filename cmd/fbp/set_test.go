package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// --set as a user writes it: ranges, removal, another kind, a path of files.
func TestSetOnTheCommandLine(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	list := fbp(t, dir, "plan", "tiny.toml", "--set", "instance.alpha=0.3,0.4,0.5").want(t, 0).stdout
	if got := fbp(t, dir, "plan", "tiny.toml", "--set", "instance.alpha=0.3:0.5:3").want(t, 0).stdout; got != list {
		t.Errorf("a range gives\n%s\nits list\n%s", got, list)
	}
	fbp(t, dir, "plan", "tiny.toml", "--set", "instance.alpha=").want(t, 2).says(t, "tiny.toml:8: instance.alpha: give alpha > 0 or p >= 1")
	fbp(t, dir, "plan", "tiny.toml", "--set", "foo.bar=1").want(t, 2).says(t, "--set foo.bar=1: foo: unknown key")
	one := fbp(t, dir, "plan", "tiny.toml", "--set", "instance.alpha=", "--set", "instance.p=15").want(t, 0).stdout
	if strings.Count(one, "\n") != 4 || strings.Contains(one, "instance.alpha") {
		t.Errorf("the sweep of alpha is still there:\n%s", one)
	}
	fbp(t, dir, "plan", "tiny.toml", "--set", "instance.alpha=", "--set", "instance.p=15", "--write-patterns", ".").want(t, 0)
	for _, i := range []string{"0", "1", "2"} {
		if err := os.Rename(filepath.Join(dir, "random-n51-p15-seed1-s00"+i+".txt"), filepath.Join(dir, "a_"+i+".txt")); err != nil {
			t.Fatal(err)
		}
	}
	o := fbp(t, dir, "plan", "tiny.toml", "--set", "instance.kind=file", "--set", "instance.path=a_{sample}.txt").want(t, 0)
	o.says(t, `warning: instance: kind "file" has no alpha; what the config says of it is left out`)
	if strings.Count(o.stdout, "\n") != 4 {
		t.Errorf("three files make the plan\n%s", o.stdout)
	}
}
