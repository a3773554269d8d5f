package store

import (
	"fmt"

	"fbp/experiment/plan"
	"fbp/model"
	"fbp/results"
)

// layers are the shapes of the layers of weights of a network of several, by the keys of
// its model; nil for other models.
func (f *SolutionFile) layers() []model.Layer {
	widths, ok := plan.Parameter(f.Params, "model", "layers").([]any)
	if !ok {
		return nil
	}
	n, _ := plan.Parameter(f.Params, "model", "n").(float64)
	m := &model.BinaryMLP{N: int(n)}
	for _, width := range widths {
		units, _ := width.(float64)
		m.Layers = append(m.Layers, int(units))
	}
	if m.Validate() != nil || m.Dim() != f.Count {
		return nil
	}
	return m.Shape()
}

// exportLayers writes each layer of weights w to a file of its own, a row for each unit,
// and returns the cells with their names.
func (f *SolutionFile) exportLayers(o ExportOptions, name string, w []float64) (cells []results.Value, err error) {
	for l, shape := range f.layers() {
		var rows [][]float64
		for k := range shape.Units {
			rows = append(rows, w[k*shape.Inputs:(k+1)*shape.Inputs])
		}
		file := fmt.Sprintf("%s.layer%d.%s", name, l+1, o.Format)
		if err := o.write(file, grid(rows, f.Signs != "", o.Format, shape.Units, shape.Inputs)); err != nil {
			return nil, err
		}
		cells, w = append(cells, results.Text(file)), w[shape.Weights():]
	}
	return cells, nil
}

// addLayers appends the columns of the files of layers to a table, as many as the deepest
// network has, and their cells to its rows, where there are any.
func addLayers(t *results.Table, cells [][]results.Value) {
	deepest := 0
	for _, own := range cells {
		deepest = max(deepest, len(own))
	}
	for l := range deepest {
		t.Columns = append(t.Columns, fmt.Sprintf("layer_%d_file", l+1))
	}
	for i, own := range cells {
		for len(own) < deepest {
			own = append(own, results.Missing)
		}
		t.Rows[i] = append(t.Rows[i], own...)
	}
}
