package figure

import (
	"strings"

	"fbp/experiment/config"
)

// solverNames are the names of algorithms in the literature, where these are not their
// kinds.
var solverNames = map[string]string{"fbp": "fBP", "bp": "BP", "lal": "LAL", "sbpi": "SBPI", "layered_bp": "layered BP",
	"replicated_sgd": "replicated SGD", "hinge": "hinge descent", "cross_entropy": "cross-entropy descent", "monte_carlo": "Monte Carlo", "sphere_monte_carlo": "Monte Carlo", "decimation": "decimated BP", "file": ""}

// solver is the name of the algorithm of a config that has one, "" otherwise.
func solver(d *config.Document) string {
	kinds := d.Kinds("algorithm")
	if len(kinds) != 1 {
		return ""
	}
	section, _ := d.Root["algorithm"].(config.Tree)
	if n, given := config.Numeric(section["replicas"]); kinds[0] == "lal" && given && n > 1 {
		return "eLAL"
	}
	if name, known := solverNames[kinds[0]]; known {
		return name
	}
	return strings.ReplaceAll(kinds[0], "_", " ")
}
