// Package results has the records and tables of a run, and how numbers get into
// them.
//
// Place in the flow:
//
//  1. a solver or a measurement emits Readings; a Recorder collects them into
//     one Rows per table;
//  2. the Rows, the resolved parameters and the outcome are the Record of a
//     task: one JSON file, written atomically, checked when it is read;
//  3. records are grouped and averaged (Summarize, ControlVariate) into Tables,
//     written as TSV.
//
// Everything here except Record.Run is a function of config, seed and physics
// version alone. NaN is never written: a Recorder and a Record refuse it, a Table
// has missing cells.
package results
