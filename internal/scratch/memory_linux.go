package scratch

import (
	"os"
	"syscall"
)

// memory is a file system in memory, room what tests need of it in bytes, with a margin.
const (
	memory = "/dev/shm"
	room   = 1 << 30
)

// InMemory makes the temporary files of a process and its children files in memory, if
// there is room, they can be programs there, and TMPDIR says nothing else.
func InMemory() {
	if _, chosen := os.LookupEnv("TMPDIR"); !chosen && fits(memory, room) {
		os.Setenv("TMPDIR", memory)
	}
}

// fits tells whether a file system has so many bytes for everybody's files and programs.
func fits(dir string, bytes uint64) bool {
	const noexec, writable = 8, 2
	var fs syscall.Statfs_t
	return syscall.Statfs(dir, &fs) == nil && fs.Flags&noexec == 0 &&
		fs.Bavail*uint64(fs.Bsize) >= bytes && syscall.Access(dir, writable) == nil
}
