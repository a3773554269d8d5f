package instances_test

import (
	"fmt"
	"os"
	"path/filepath"

	"fbp/instances"
)

// Three random patterns of five inputs, which are the same for a seed and a sample on every
// machine. They are written to a file and read back.
func Example() {
	patterns, err := instances.Random{Size: instances.Size{P: 3}}.Patterns(5, 1, 0)
	if err != nil {
		panic(err)
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "patterns.txt")
	if err := patterns.WriteFile(path); err != nil {
		panic(err)
	}
	again, err := instances.ReadFile(path)
	if err != nil {
		panic(err)
	}
	for mu := range again.P {
		fmt.Println(again.Input(make([]float64, again.N), mu))
	}
	// Output:
	// [1 1 -1 -1 1]
	// [-1 1 1 -1 1]
	// [-1 1 -1 1 1]
}
