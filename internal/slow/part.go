//go:build !slow

package slow

// All tells whether tests run all of their cases.
const All = false
