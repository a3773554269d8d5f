package measure

// AroundSolutions says that the surroundings of weights that make errors are not
// those of a solution, and that they are not to be measured unless asked for.
func (l *LocalEntropy) AroundSolutions() bool { return true }
