package store

import (
	"encoding/json"
	"errors"
	"fmt"

	"fbp/experiment/config"
	"fbp/internal/files"
	"fbp/results"
)

// Solutions and measurements are objects in one line of JSON that begin with the format
// of the file and end in its sum.

// sealed is such an object as a file, with its sum.
func sealed(object any, sum *string) ([]byte, error) {
	*sum = ""
	bare, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	*sum = SumOf(bare).SHA256
	line, err := json.Marshal(object)
	return append(line, '\n'), err
}

// decoded is what the file at a path holds. Errors name it.
func decoded[T any](path string, decode func(data []byte) (*T, error)) (*T, error) {
	data, err := files.ReadJSON(path, files.Large)
	if err != nil {
		return nil, files.Explain("read", path, err)
	}
	f, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// strictly decodes the file of what. A file of another format is refused; ends are the
// format and the sum in it.
func strictly[T any](data []byte, what string, format int, ends func(*T) (int, *string)) (*T, error) {
	if err := results.Newer(data, format); err != nil {
		return nil, err
	}
	f, told := new(T), ""
	_, sum := ends(f)
	err := results.Strictly(data, f, func() ([]byte, error) {
		told = *sum
		return sealed(f, sum)
	})
	got, _ := ends(f)
	switch {
	case errors.As(err, new(*results.NewerError)):
		return nil, err
	case errors.Is(err, results.ErrAltered) && *sum != told:
		return nil, errors.New("damaged: its content does not fit its sum")
	case errors.Is(err, results.ErrAltered):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("not a %s, or damaged: %s", what, config.OneLine(err.Error()))
	case got != format:
		return nil, fmt.Errorf("format %d: want %d", got, format)
	}
	return f, nil
}
