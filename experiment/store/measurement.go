package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"fbp/experiment/plan"
	"fbp/internal/say"
	"fbp/internal/sealed"
	"fbp/results"
)

// measurementFormat is the format of a measurement file that this package writes and
// reads.
const measurementFormat = 1

// MeasurementFile is the result of one measurement of a solution, a file
// measurements/<name>. Tasks are assembled from these, so that adding or changing one
// measurement makes no other again. Its readings are those of the records that have
// it: it holds them too, since a record may be lost, or be of an earlier plan.
type MeasurementFile struct {
	Format      int    `json:"format"`
	Measurement string `json:"measurement"` // its name
	plan.Measuring
	Weights  string                   `json:"weights"`          // fingerprint of what was measured
	Reason   string                   `json:"reason,omitempty"` // why it failed, as in the record
	Readings map[string]*results.Rows `json:"readings"`
	Sum      string                   `json:"-"` // see package sealed
}

// Measurement is the path of a measurement's file.
func (f Folder) Measurement(name string) string { return f.In("measurements", name) }

// Encode is the file, a sealed line; it sets Format, Measurement and Sum.
func (m *MeasurementFile) Encode() (line []byte, err error) {
	m.Format, m.Measurement = measurementFormat, m.Name()
	line, m.Sum, err = sealed.Encode(m, nil, true)
	return line, err
}

// WriteMeasurement writes the file of a measurement.
func (f Folder) WriteMeasurement(m *MeasurementFile) error {
	data, err := m.Encode()
	if err != nil {
		return err
	}
	return WriteFile(f.Measurement(m.Measurement), data)
}

// ReadMeasurement reads what there is of a measurement of these weights: nil if there
// is nothing.
func (f Folder) ReadMeasurement(of plan.Measuring, weights string) (*MeasurementFile, error) {
	m, err := f.MeasurementNamed(of.Name())
	if err == nil && m != nil && m.Weights != weights {
		return nil, fmt.Errorf("%s: it was made of other weights than the solution has", f.Measurement(m.Measurement))
	}
	return m, err
}

// MeasurementNamed reads the measurement in a file of that name: nil if there is none.
func (f Folder) MeasurementNamed(name string) (m *MeasurementFile, err error) {
	path := f.Measurement(name)
	m = new(MeasurementFile)
	m.Sum, err = readSealed(path, measurementFormat, m)
	if err == nil && m.Measurement != name {
		err = fmt.Errorf("%s: it is the measurement %s", path, m.Measurement)
	}
	if err != nil {
		return nil, ignoreMissing(err)
	}
	return m, nil
}

// check is the first thing that does not fit in a file whose sum does.
func (m *MeasurementFile) check() error {
	if m.Measurement != m.Name() {
		return fmt.Errorf("damaged: its parameters are those of the measurement %s", m.Name())
	}
	if strings.ContainsAny(m.Reason, "\n\r") {
		return errors.New("a reason of several lines")
	}
	return results.CheckReadings(m.Readings)
}

// eachMeasurement reads the files of measurements of these solutions one by one, up to an
// error of do, or one that ends a run ([Unreadable]).
func (f Folder) eachMeasurement(ctx context.Context, of map[string]bool, do func(name string, m *MeasurementFile, err error) error) error {
	entries, err := f.entries("measurements")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if dot := strings.LastIndexByte(e.Name(), '.'); dot <= 0 || !of[e.Name()[:dot]] {
			continue
		}
		if ctx.Err() != nil {
			return say.ErrInterrupted
		}
		m, err := f.MeasurementNamed(e.Name())
		if !Unreadable(err) {
			err = do(e.Name(), m, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
