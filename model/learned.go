package model

// Learned is what defaults of algorithms depend on beside the model: the patterns that are learned.
type Learned struct {
	Independent bool // inputs are ±1 and drawn independently of each other
	Few         bool // fewer than FewPatterns per weight
}

// FewPatterns is the load up to which patterns are few: it is below 1/2 by more than what P = ⌊N/2⌋ lacks.
const FewPatterns = 0.49
