package results

// Of is the coordinate of readings of a solution with replicas that tells whose they
// are: [OfReference] or [OfReplicas]. Tables have the words.
const Of = "of"

// The values of the coordinate Of.
const (
	OfReference = 0 // the weights in the middle of the replicas
	OfReplicas  = 1 // the mean over the replicas
)

// Errors is the number of a search that says how many patterns its weights get wrong. A search that has no
// weights, of an algorithm that claims some, omits it with the reason.
const Errors = "errors"

// ReferenceErrors is the number of a solution with replicas that says how many patterns
// their reference gets wrong. A sample is solved if no replica errs; what is measured
// around the reference counts it as unsolved if this is not 0.
const ReferenceErrors = "reference_errors"

// SuffixOfReplicas ends the names of those numbers of a sample that are of the replicas,
// the same without being of the reference.
const SuffixOfReplicas = "_replicas"

// OfWords are the words for the values of Of.
func OfWords() []string { return []string{"reference", "replicas"} }

// OfWord is the word for a value of Of.
func OfWord(x float64) Value {
	if words := OfWords(); x >= 0 && x < float64(len(words)) {
		return Text(words[int(x)])
	}
	return Missing
}
