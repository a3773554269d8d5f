package model

// Learned is what defaults of algorithms depend on beside the model: the patterns that are learned.
type Learned struct {
	Independent bool    // inputs are ±1 and drawn independently of each other
	Load        float64 // P/N
}
