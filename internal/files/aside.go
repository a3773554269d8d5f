package files

import (
	"errors"
	"fmt"
)

// MoveAside keeps a file with a bad content, so that it can be looked at and is not in the way: it gives it the first free of the names path.bad, path.bad.2, …
func MoveAside(path string) error {
	name := path + ".bad"
	for n := 2; ; n++ {
		taken, err := Exists(name)
		if err != nil {
			return Explain("move aside", path, err)
		}
		if !taken {
			break
		}
		name = fmt.Sprintf("%s.bad.%d", path, n)
	}
	err := Rename(path, name)
	if Missing(err) { // another process was faster
		return nil
	}
	return Explain("move aside", path, err)
}

// InPlace writes a file of the program's own. What is in its place and is no file, such as a folder,
// is moved aside.
func InPlace(path string, write func() error) error {
	err := write()
	if !errors.Is(err, ErrNotRegular) {
		return err
	}
	if err := MoveAside(path); err != nil {
		return err
	}
	return write()
}
