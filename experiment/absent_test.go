package experiment

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/instances"
	"fbp/internal/scratch"
	"fbp/model"
)

// younger are keys that kinds got later, whose defaults are not what the program did
// before.
type younger struct {
	Word string  `toml:"word" oneof:"old|new" absent:"old" help:"a text"`
	Rate float64 `toml:"speed" above:"0" absent:"1" help:"a number"`
}

// Throw-away kinds with such keys.
type (
	youngModel struct {
		model.Neuron
		younger
	}
	youngNet struct {
		*model.Architecture
		younger
	}
	youngSource struct {
		instances.Random
		younger
	}
	youngDice struct {
		dice
		younger
	}
	youngCensus struct {
		census
		younger
	}
)

// Model implements model.Section.
func (m *youngModel) Model() model.Model {
	return &youngNet{m.Neuron.Model().(*model.Architecture), m.younger}
}

// grown is the catalog of the fakes whose kinds have got keys.
func grown() (*plan.Catalog, *work) {
	c, w := fakes()
	y := younger{"new", 2}
	c.Models["perceptron"] = func() model.Section { return &youngModel{*model.NewNeuron(), y} }
	c.Instances["random"] = func() instances.Source { return &youngSource{*instances.NewRandom(), y} }
	c.Algorithms["dice"] = func(model.Model) kinds.Algorithm { return &youngDice{dice{Steps: 3, work: w}, y} }
	c.Measurements["census"] = func(model.Model, kinds.Algorithm) kinds.Measurement {
		return &youngCensus{census{Scale: 1, work: w}, y}
	}
	return c, w
}

// reset are the values of the tags in all sections.
var reset = []string{
	"model.word=old", "model.speed=1", "instance.word=old", "instance.speed=1", "algorithm.word=old", "algorithm.speed=1",
	"measure.census.word=old", "measure.census.speed=1",
}

// At the value of its tag absent, a key that a kind got later changes no name of a
// task, a search or a measurement and no parameter of a record: a run of before is
// complete. At another value it changes them.
func TestAbsentKeysRenameNothing(t *testing.T) {
	before, _ := fakes()
	after, w := grown()
	dir := t.TempDir()
	old, young := fakePlan(t, before, game), fakePlan(t, after, game, reset...)
	ran(t, old, Options{Dir: dir})
	if !reflect.DeepEqual(old.Tasks, young.Tasks) || old.Config != young.Config {
		t.Errorf("tasks were\n%v\nand are\n%v", old.Tasks, young.Tasks)
	}
	first := old.Tasks[0]
	params := young.Params(first)
	if was := old.Params(first); !reflect.DeepEqual(was, params) {
		t.Errorf("parameters were\n%v\nand are\n%v", was, params)
	}
	if was, is := old.Spec.Points[0].Measures[0].Of(first, params).Name(), young.Spec.Points[0].Measures[0].Of(first, params).Name(); was != is {
		t.Errorf("the measurement was %s and is %s", was, is)
	}
	if report := ran(t, young, Options{Dir: dir}); report.Skipped != 6 || w.searches.Load()+w.measures.Load() != 0 {
		t.Errorf("%+v: want all 6 tasks skipped", report)
	}
	if text := string(young.Spec.Resolved("")); strings.Count(text, "\nword ") != 4 {
		t.Errorf("the resolved config does not spell the keys out:\n%s", text)
	}
	for i, key := range reset {
		others := append(append([]string{}, reset[:i]...), reset[i+1:]...)
		task := fakePlan(t, after, game, others...).Tasks[0]
		if measures := i >= 6; task.ID == first.ID || (task.Solution == first.Solution) != measures {
			t.Errorf("without %s the task %s of the solution %s was %s of %s", key, task.ID, task.Solution, first.ID, first.Solution)
		}
	}
}

// What is made of the sections of a plan has the values of the tags where these do not
// have the keys, not today's defaults; and a solution of other values does not fit.
func TestAbsentKeysOfPlans(t *testing.T) {
	c, _ := grown()
	young := fakePlan(t, c, game, reset...)
	path := filepath.Join(t.TempDir(), "plan.json")
	scratch.Write(t, path, young.Encode())
	read, err := plan.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Decode(read); err != nil {
		t.Fatal(err)
	}
	at := read.At(0)
	for name, y := range map[string]younger{
		"model": at.Model.(*youngNet).younger, "algorithm": at.Algorithm.(*youngDice).younger,
		"measurement": at.Measures[0].Measurement.(*youngCensus).younger,
	} {
		if y != (younger{"old", 1}) {
			t.Errorf("%s: %+v", name, y)
		}
	}
	dir := t.TempDir()
	ran(t, young, Options{Dir: dir})
	for set, fits := range map[string]bool{"model.word=old": true, "model.word=new": false, "model.speed=3": false} {
		_, err := plantest.Try(t, c, game, append(slices.DeleteFunc(slices.Clone(reset), func(set string) bool { return strings.HasPrefix(set, "algorithm.") }), "algorithm={ kind = 'file', path = '"+dir+"' }", set)...)
		if fits != (err == nil) || !fits && !strings.Contains(err.Error(), "this config has") {
			t.Errorf("%s: %v", set, err)
		}
	}
}
