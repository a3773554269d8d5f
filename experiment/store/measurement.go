package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
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
	Weights  string                     `json:"weights"`          // fingerprint of what was measured
	Reason   string                     `json:"reason,omitempty"` // why it failed, as in the record
	Readings map[string]*results.Series `json:"readings"`
	Sum      string                     `json:"sum,omitempty"` // SHA-256 of this object without sum
}

// Measurement is the path of a measurement's file.
func (f Folder) Measurement(name string) string { return f.In("measurements", name) }

// Encode is the file, one line of JSON.
func (m *MeasurementFile) Encode() ([]byte, error) {
	m.Format, m.Measurement = measurementFormat, m.Name()
	return sealed(m, &m.Sum)
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
func (f Folder) MeasurementNamed(name string) (*MeasurementFile, error) {
	file, err := decoded(f.Measurement(name), func(data []byte) (*MeasurementFile, error) {
		m, err := decodeMeasurement(data)
		if err == nil && m.Measurement != name {
			err = fmt.Errorf("it is the measurement %s", m.Measurement)
		}
		return m, err
	})
	return file, unlessMissing(err)
}

func decodeMeasurement(data []byte) (*MeasurementFile, error) {
	m, err := strictly(data, "measurement", measurementFormat, func(m *MeasurementFile) (int, *string) { return m.Format, &m.Sum })
	if err != nil {
		return nil, err
	}
	if m.Measurement != m.Name() {
		return nil, fmt.Errorf("damaged: its parameters are those of the measurement %s", m.Name())
	}
	if strings.ContainsAny(m.Reason, "\n\r") {
		return nil, errors.New("a reason of several lines")
	}
	return m, results.CheckReadings(m.Readings)
}

// eachMeasurement reads the files of measurements of these solutions one by one, up to an
// error of do, or one that ends a run ([Stops]).
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
			return config.ErrInterrupted
		}
		m, err := f.MeasurementNamed(e.Name())
		if !Stops(err) {
			err = do(e.Name(), m, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
