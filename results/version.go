package results

// Version is the version of the program, and Commit the commit it was built
// from. scripts/release stamps both with the linker's -X; Commit is empty in
// other programs, which find it in what go build noted. Numbers depend on
// PhysicsVersion and on neither of these.
var (
	Version = "0.2.0"
	Commit  string
)
