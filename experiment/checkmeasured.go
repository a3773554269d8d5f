package experiment

import (
	"iter"
	"reflect"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/results"
)

// measurementsOf checks the measurements of a task against its record and the weights
// that were measured.
func (k *check) measurementsOf(r store.TaskFile, weights string) error {
	for name, m := range k.measurements(r) {
		if k.measured[name] {
			continue
		}
		found, err := k.folder.MeasurementNamed(name)
		if store.Stops(err) {
			return err
		}
		if found == nil && err == nil { // not made of this sample, or by an older fbp
			continue
		}
		k.measured[name] = true
		file, wrong := "measurements/"+name, ""
		switch {
		case err != nil:
			wrong = err.Error()
		case found.Weights != weights:
			wrong = "it was made of other weights than the solution has"
		case !recordHas(r.Record, m.Kind, found):
			wrong = "it is not the measurement that the record of the task has"
		default:
			k.Measured++
			continue
		}
		k.found(file, wrong, k.taskAgain(r.Task))
	}
	return nil
}

// measurements are those that a task with a record makes, by the names of their files; none if the
// config cannot be planned here.
func (k *check) measurements(r store.TaskFile) iter.Seq2[string, plan.Measure] {
	return func(yield func(string, plan.Measure) bool) {
		if k.planned == nil {
			return
		}
		for _, m := range k.planned.Spec.At(r.Task.Point).Measures {
			if !yield(m.Of(r.Task, r.Record.Params).Name(), m) {
				return
			}
		}
	}
}

// pair checks the measurements of a task that compares two solutions.
func (k *check) pair(r store.TaskFile) error {
	if r.Record == nil {
		return nil
	}
	weights, err := weightsOf(k.folder, k.plan, r.Task)
	if err != nil || weights == "" {
		return err
	}
	return k.measurementsOf(r, weights)
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
