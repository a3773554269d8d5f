package check

import (
	"reflect"
	"strings"

	"fbp/experiment/store"
	"fbp/results"
)

// measurementsOf checks the measurements of a task against its record and the weights
// that were measured.
func (k *check) measurementsOf(r store.StoredRecord, weights string) error {
	for _, m := range k.plan.At(r.Task.Point).Measures {
		name := m.Of(r.Task, r.Record.Params).Name()
		file, wrong := "measurements/"+name, ""
		if k.known[file] {
			continue
		}
		found, err := k.folder.MeasurementNamed(name)
		switch {
		case store.Unreadable(err):
			return err
		case err != nil:
			wrong = err.Error()
		case found == nil: // not made of this sample
			continue
		case found.Weights != weights:
			wrong = "it was made of other weights than the solution has"
		case !recordHas(r.Record, m.Kind, found):
			wrong = "it is not the measurement that the record of the task has"
		}
		k.known[file] = true
		if wrong != "" {
			k.source(file, wrong, recordOf(r.Task))
		} else {
			k.Measured++
		}
	}
	return nil
}

// pair checks the measurements of a task that compares several solutions.
func (k *check) pair(r store.StoredRecord) error {
	if r.Record == nil {
		return nil
	}
	var weights []string
	for _, number := range r.Task.Pair.All() {
		s, err := k.folder.ReadSolution(k.plan.Tasks[number])
		if store.Unreadable(err) {
			return err
		}
		if s == nil || err != nil { // found with its own task
			return nil
		}
		weights = append(weights, s.Fingerprint())
	}
	return k.measurementsOf(r, strings.Join(weights, " "))
}

// recordHas tells whether a record has what a measurement has read. One that was
// successful may have been made after the record, by a run that was to retry what had
// failed and that was interrupted.
func recordHas(r *results.Record, kind string, m *store.MeasurementFile) bool {
	if r.Reasons[kind] != m.Reason {
		return m.Reason == ""
	}
	for table, series := range m.Readings {
		if !reflect.DeepEqual(r.Readings[table], series) {
			return false
		}
	}
	return true
}
