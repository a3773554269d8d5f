package values

// Forms is a struct for a key that takes more than one form, a number or a word,
// say: each field is one form. Tags of the field give its range as for any other
// key; exactly one field is not zero, so that a form whose zero is a value is a
// pointer.
//
//	type Threshold struct {
//		Word   string   `oneof:"median"`
//		Number *float64 `min:"0" max:"1"`
//	}
//	func (Threshold) Forms() {}
type Forms interface{ Forms() }

// Files is one file or a list of files.
type Files struct {
	One  string
	List []string
}

// Forms implements [Forms].
func (Files) Forms() {}

// All are the files in order.
func (f Files) All() []string {
	if f.One != "" {
		return []string{f.One}
	}
	return f.List
}
