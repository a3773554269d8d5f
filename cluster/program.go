package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"fbp/internal/files"
)

// Program is the path of the copy of the running program that the jobs of a run
// in dir use. Its name contains the hash of its content, so that jobs submitted
// earlier keep their copy. keep makes the copy.
func Program(dir string) (path string, keep func() error, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	data, err := files.ReadFile(self, files.Large)
	if err != nil {
		return "", nil, files.Explain("read", self, err)
	}
	sum := sha256.Sum256(data)
	path = filepath.Join(dir, "batch", "fbp-"+hex.EncodeToString(sum[:6]))
	return path, func() error {
		if old, err := files.ReadFile(path, files.Large); err == nil && sha256.Sum256(old) == sum {
			return nil
		}
		if err := files.MkdirAll(filepath.Dir(path)); err != nil {
			return err
		}
		if err := files.WriteFile(path, data); err != nil {
			return err
		}
		return files.Chmod(path, 0o755)
	}, nil
}
