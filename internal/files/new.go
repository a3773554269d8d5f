package files

import (
	"errors"
	"io/fs"
)

// New makes a file with a content, and leaves it open for writing; it is an error if the file
// exists. Whoever finds the file finds all of it, also when this process is killed: it is written
// under a temporary name and then linked. Where the system has no links, it is made first.
func New(path string, data []byte) (*File, error) {
	file, err := written(Temporary(path), data)
	if err != nil {
		return nil, err
	}
	err = Link(file.Name(), path)
	if errors.Is(err, fs.ErrExist) { // perhaps by this link: over a network a reply can get lost
		if ours, _ := SameFile(file, path); ours {
			err = nil
		}
	}
	if Remove(file.Name()) != nil { // as on Windows, while it is open
		file.left = file.Name()
	}
	if err == nil {
		return file, nil
	}
	file.Close()
	if errors.Is(err, fs.ErrExist) || Missing(err) {
		return nil, err
	}
	return written(path, data)
}

// written makes a file, and removes it again if it cannot be written.
func written(path string, data []byte) (*File, error) {
	file, err := Create(path)
	if err != nil {
		return nil, err
	}
	if _, err := file.Write(data); err != nil {
		file.Close()
		Remove(path)
		return nil, err
	}
	return file, nil
}
