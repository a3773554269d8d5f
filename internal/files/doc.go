// Package files is the one layer under all file operations of the program.
//
// Every call that looks at the disk or changes it is an Op and passes through one
// place. There a test makes an operation fail, stops the program's writing as a
// crash would, or notes all operations in order to simulate a power cut (see
// Intercept). Without an interceptor, package os is called directly.
//
// Above it are functions that never leave partial files: WriteFile and Writer
// replace a file as a whole or not at all, and ReadFile reads regular files of a
// bounded size only, since a named pipe or a device never ends.
package files
