package instances

import (
	"fmt"
	"sync"
	"time"

	"fbp/internal/files"
)

// cache keeps the values that were read last, because a plan of a thousand tasks needs those of the
// same files a thousand times. No result depends on it.
type cache[T any] struct {
	most int // values that are kept

	lock  sync.Mutex
	keys  []string // oldest first
	value map[string]T
}

// get returns the value of a key, which it reads if it is not kept.
func (c *cache[T]) get(key string, read func() (T, error)) (T, error) {
	c.lock.Lock()
	value, kept := c.value[key]
	c.lock.Unlock()
	if kept {
		return value, nil
	}
	value, err := read()
	if err != nil {
		return value, err
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.value == nil {
		c.value = map[string]T{}
	}
	c.value[key] = value
	if c.keys = append(c.keys, key); len(c.keys) > c.most {
		delete(c.value, c.keys[0])
		c.keys = c.keys[1:]
	}
	return value, nil
}

// stateOf differs between a file and what it is after a change.
func stateOf(path string) (string, error) {
	info, err := files.Stat(path)
	if err != nil {
		return "", reason(err)
	}
	return fmt.Sprintf(" %s %d %s\n", path, info.Size(), info.ModTime().Format(time.RFC3339Nano)), nil
}
