package table

import "fbp/results"

// means are the columns of means of a table. A mean over fewer samples than n_samples has
// its own number beside it, the column <value>_n: counted are the values of which that may be so.
type means struct {
	layout  results.Layout
	counted map[string]bool
}

func meansOf(l results.Layout) means {
	m := means{l, map[string]bool{}}
	for _, name := range l.None {
		m.counted[name] = true
	}
	return m
}

// see takes in that n of so many samples of a row have a value.
func (m means) see(name string, n, samples int) {
	if n > 0 && n < samples {
		m.counted[name] = true
	}
}

// columns are those of the mean, the deviation and the error of values, and of the number of samples.
func (m means) columns(names []string) (columns []string) {
	for _, name := range names {
		if columns = append(columns, name); !m.layout.NoSpread {
			columns = append(columns, name+"_std")
		}
		if columns = append(columns, name+"_sem"); m.counted[name] {
			columns = append(columns, name+results.SuffixOfNumber)
		}
	}
	return columns
}

// cells are those of one value, which n samples have.
func (m means) cells(name string, s results.Summary, n int) []results.Value {
	cells := []results.Value{results.Num(s.Mean)}
	if !m.layout.NoSpread {
		cells = append(cells, results.Num(s.Std))
	}
	if cells = append(cells, results.Num(s.Sem)); m.counted[name] {
		cells = append(cells, results.Int(n))
	}
	return cells
}
