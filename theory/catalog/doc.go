// Package catalog lists the theories by name, with their parameters, help and tables: what
// fbp theory and the [[theory]] of a config can ask for. An Entry checks a Request, and
// computes its rows in parallel and passes them on in order. One file holds the entries
// of one package or kind of theory; the physics is in the packages that they call.
package catalog
