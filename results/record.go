package results

import "time"

// PhysicsVersion is part of the hash of every task; it is raised when a fix
// changes numbers.
const PhysicsVersion = 7

// Status is the outcome of a task's search.
type Status string

const (
	Solved    Status = "solved"    // ended with zero errors
	Converged Status = "converged" // messages converged to what weights can have; weights, if there are any, make errors
	Limit     Status = "limit"     // a limit of sweeps or time was reached, or messages mean nothing
	Failed    Status = "failed"    // the search failed; Record.Error is the reason
)

// Record is everything about one task. All of it except Run is a function of
// config, seed and physics version alone.
type Record struct {
	Format   int               `json:"format"`           // of the file; WriteRecord sets it
	Task     string            `json:"task"`             // id: hash of the parameters
	Physics  int               `json:"physics"`          // PhysicsVersion of the program that made it
	Params   map[string]any    `json:"params"`           // resolved parameters, the hashed ones; an infinite one as a Number
	Seed     int64             `json:"seed"`             // master seed
	Sample   int               `json:"sample"`           // 0, 1, …
	Search   int               `json:"search,omitempty"` // of several on the sample's instance: 0, 1, …
	Solution string            `json:"solution"`         // id of the solution
	Status   Status            `json:"status"`
	Error    string            `json:"error,omitempty"`
	Reasons  map[string]string `json:"reasons,omitempty"` // why a measurement failed, by its kind: see Reason
	Omitted  map[string]string `json:"omitted,omitempty"` // why the search left out a number, by its name: see Reason
	Readings map[string]*Rows  `json:"readings"`          // by table
	Sum      string            `json:"-"`                 // SHA-256 of the record without run and sum; WriteRecord sets it
	Run      *Run              `json:"-"`
}

// Run is everything about a task that depends on machine and time.
type Run struct {
	Started  time.Time `json:"started"`
	Finished time.Time `json:"finished"`
	Seconds  float64   `json:"seconds"` // of wall clock
	// Searched is the processor time of the search in seconds; 0 where it was not done
	// here as a whole and on one core, or where the system does not tell.
	Searched float64 `json:"search_seconds,omitempty"`
	// Outside is the program that found the weights, where it is none of ours.
	Outside *Outside `json:"outside,omitempty"`
	Origin
}

// Outside is a program that is no part of fbp. What it finds need not have equal bits when it is run again.
type Outside struct {
	Run     []string `json:"run"`               // its command line, as in the config
	Ended   string   `json:"ended,omitempty"`   // "exit status 0"; "" where another task has run it
	Seconds float64  `json:"seconds,omitempty"` // of wall clock
	Stdout  string   `json:"stdout,omitempty"`  // the first and last 2048 bytes of what it wrote
	Stderr  string   `json:"stderr,omitempty"`
}

// Origin is the program and the machine that did a task, and the command line.
type Origin struct {
	Host    string            `json:"host"`
	CPU     string            `json:"cpu,omitempty"`
	Cores   int               `json:"cores,omitempty"`
	System  string            `json:"system,omitempty"`
	Version string            `json:"version"` // of fbp
	Commit  string            `json:"commit"`  // with "+dirty" when files differed from it
	Go      string            `json:"go"`
	Kernel  string            `json:"kernel"` // tier of the hot loops
	Args    []string          `json:"argv,omitempty"`
	Jobs    int               `json:"jobs,omitempty"`   // tasks at the same time
	Config  string            `json:"config,omitempty"` // hash of the plan
	Slurm   map[string]string `json:"slurm,omitempty"`  // ids of the batch job
}
