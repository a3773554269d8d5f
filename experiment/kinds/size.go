package kinds

import (
	"slices"
	"strings"
)

// Original are the keys of the instance that patterns are first drawn from, with its size: those of the
// table of, if an instance is made of another.
func Original(instance map[string]any) map[string]any {
	if of, made := instance["of"].(map[string]any); made {
		return of
	}
	return instance
}

// IsLoad tells whether the key at a path is the number of patterns, or that per weight.
func IsLoad(path string) bool {
	key, is := strings.CutPrefix(strings.Replace(path, "instance.of.", "instance.", 1), "instance.")
	return is && slices.Contains([]string{"alpha", "p"}, key)
}

// Untested is an instance, as it is hashed, without its test set. What is left of
// a file is told by p.
func Untested(instance any) any {
	delete(Original(instance.(map[string]any)), "test")
	return instance
}

// Unsized takes the size of a search out of its parameters, and what is only tested: what is left says
// with which others, of other sizes, it can be counted.
func Unsized(params map[string]any) map[string]any {
	delete(params["model"].(map[string]any), "n")
	instance := params["instance"].(map[string]any)
	Untested(instance)
	delete(instance, "n")
	delete(instance, "p")
	delete(Original(instance), "alpha_t")
	return params
}
