package instances

// Data is the instance of a sample: what is learned, what it is tested on, and
// who gave the labels.
type Data struct {
	Train   *Patterns // the training set
	Test    *Patterns // of the same rule and learned by nobody; nil: none
	Teacher []float64 // the weights that gave the labels; nil: there is no teacher
}

// Learning is an instance of a training set alone.
func Learning(train *Patterns) *Data { return &Data{Train: train} }

// Tested sources may have a test set.
type Tested interface {
	// Tests is the number of patterns of the test set, 0: there is none.
	Tests() int
}

// Taught sources have a teacher.
type Taught interface{ Taught() bool }
