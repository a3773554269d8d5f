package cluster

import (
	"errors"
	"strconv"
	"strings"
)

// Mebibytes reads an amount of memory in Slurm's notation: MiB, or a whole number
// with one of the letters K, M, G and T. 0 and "" give 0, which means all of a
// node, or the default of the cluster.
func Mebibytes(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	unit, digits := 1.0, text
	if i := strings.IndexByte("KMGT", text[len(text)-1]&^0x20); i >= 0 {
		unit, digits = []float64{1.0 / 1024, 1, 1024, 1024 * 1024}[i], text[:len(text)-1]
	}
	n, err := strconv.ParseUint(digits, 10, 40)
	if errors.Is(err, strconv.ErrRange) {
		return 0, errors.New("too large for an amount of memory: want a number below 2^40")
	}
	if err != nil {
		return 0, errors.New("want a whole number of megabytes, or one with K, M, G or T: 4G")
	}
	return float64(n) * unit, nil
}
