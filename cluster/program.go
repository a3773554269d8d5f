package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"fbp/results"
)

// Program is the path at which the jobs of a run in dir find a copy of the
// running program: its name is that of its content, so that jobs of an earlier
// submission keep theirs. keep makes the copy.
func Program(dir string) (path string, keep func() error, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	data, err := os.ReadFile(self)
	if err != nil {
		return "", nil, results.Explain("read", self, err)
	}
	sum := sha256.Sum256(data)
	path = filepath.Join(dir, "batch", "fbp-"+hex.EncodeToString(sum[:6]))
	return path, func() error {
		if old, err := os.ReadFile(path); err == nil && sha256.Sum256(old) == sum {
			return nil
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := results.WriteFile(path, data); err != nil {
			return err
		}
		return os.Chmod(path, 0o755)
	}, nil
}
