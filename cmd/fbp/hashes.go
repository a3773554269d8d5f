package main

import (
	"context"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/instances"
	"fbp/results"
)

// hashes are the SHA-256 of the patterns of a plan, by the names of the instances: those
// of the files that --write-patterns writes. None are known where they are not asked for.
type hashes map[string]string

// hashesOf makes every instance of a plan once.
func hashesOf(ctx context.Context, p *plan.Plan, asked bool) (hashes, error) {
	if !asked {
		return nil, nil
	}
	h := hashes{}
	return h, eachInstance(ctx, p, func(name string, d *instances.Data) error {
		sum := store.NewSumming()
		err := d.Train.Write(sum)
		h[name] = sum.Sum().SHA256
		return err
	})
}

// addTo adds the columns instance and sha256 to the table of a plan.
func (h hashes) addTo(t *results.Table, p *plan.Plan) *results.Table {
	if h == nil {
		return t
	}
	t.Columns = append(t.Columns, "instance", "sha256")
	for i, task := range p.Tasks {
		name := p.InstanceName(task)
		t.Rows[i] = append(t.Rows[i], results.Text(name), results.Text(h[name]))
	}
	return t
}
