//go:build slow

package connectivity

func init() { everyRow = true }
