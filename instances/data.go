package instances

// Data is the instance of a sample: training set, test set, and the teacher that
// gave the labels.
type Data struct {
	Train   *Patterns // the training set
	Test    *Patterns // by the same rule, not learned; nil: none
	Teacher []float64 // the weights that gave the labels; nil: there is no teacher
}

// Learning is an instance that consists of a training set only.
func Learning(train *Patterns) *Data { return &Data{Train: train} }

// Tested sources may have a test set.
type Tested interface {
	// Tests is the number of patterns of the test set, 0 if there is none.
	Tests() int
}

// Taught sources have a teacher.
type Taught interface{ Taught() bool }
