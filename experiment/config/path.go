package config

import (
	"fmt"
	"strings"
)

// longestPath ends the growth of paths in texts nested absurdly deep, whose
// paths would otherwise take memory quadratic in the depth.
const longestPath = 500

// Join appends a key to a path.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	if len(path) > longestPath {
		return path
	}
	return path + "." + key
}

// Element appends the number of an element to a path.
func Element(path string, i int) string {
	if len(path) > longestPath {
		return path
	}
	return fmt.Sprintf("%s[%d]", path, i)
}

// Within tells whether a path is another one or leads into it.
func Within(path, other string) bool {
	rest, ok := strings.CutPrefix(path, other)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}
