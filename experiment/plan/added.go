package plan

import (
	"slices"

	"fbp/experiment/config"
	"fbp/internal/fault"
)

// added is [collect] of a config: the tables that run and collect make beside those of
// searches and measurements. It changes no task.
type added struct {
	At addedAt `toml:"at" help:"what is interpolated in each sample, and averaged"`
}

// addedAt are places at which tables are asked for.
type addedAt struct {
	Distance []float64 `toml:"distance" above:"0" below:"0.5" help:"distances of local_entropy_at.tsv, local entropies of each point of the sweep"`
}

// addedSection is its name in a config.
const addedSection = "collect"

// DistancesOf are those of [collect] at which local entropies are asked for, in the order of their table; none
// without it.
func DistancesOf(d *config.Document) ([]float64, error) {
	if _, given := d.Root[addedSection]; !given {
		return nil, nil
	}
	t, err := d.At(addedSection)
	if err != nil {
		return nil, err
	}
	var a added
	if err := d.Fill(addedSection, t, &a); err != nil {
		return nil, err
	}
	if len(a.At.Distance) == 0 {
		return nil, d.Invalid(addedSection, config.NewSection("", &a), fault.New("at.distance", nil, "want distances: at = { distance = [0.01, 0.02] }"))
	}
	slices.Sort(a.At.Distance)
	return slices.Compact(a.At.Distance), nil
}

// readAdded reads [collect], which needs curves to interpolate.
func (s *Spec) readAdded(d *config.Document) (err error) {
	if s.Distances, err = DistancesOf(d); s.Distances == nil {
		return err
	}
	if !slices.ContainsFunc(s.measures(), func(m *config.Section) bool { return curveOf(m.Value) != nil }) {
		return d.Fault(addedSection+".at.distance", config.Show(s.Distances), "nothing in this config measures the local entropy")
	}
	return nil
}
