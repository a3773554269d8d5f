//go:build !amd64 || purego

package kern

func supported() []tier { return []tier{portable} }

func multiplyOne(*side) bool { return false }

func multipliesBoth() bool { return false }

func multiplyTwo(a, b *side) {}
