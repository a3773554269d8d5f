package store

import (
	"fmt"

	"fbp/internal/files"
	"fbp/internal/sealed"
	"fbp/results"
)

// readSealed decodes a solution or a measurement, checks it, and returns its sum. Errors name
// the file.
func readSealed(path string, format int, object interface{ check() error }) (sum string, err error) {
	data, err := files.ReadJSON(path, files.Large)
	if err != nil {
		return "", files.Explain("read", path, err)
	}
	body, sum, _, err := sealed.Split(data)
	if err == nil {
		err = sealed.Decode(body, versions(format), object)
	}
	if err == nil {
		err = object.check()
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return sum, nil
}

// versions are those of a file of a format that this program writes.
func versions(format int) sealed.Versions {
	return sealed.Versions{Format: format, Physics: results.PhysicsVersion}
}
