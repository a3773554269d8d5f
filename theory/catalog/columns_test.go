package catalog

import (
	"strings"
	"testing"
)

// TestColumns: the columns that scripts rely on.
func TestColumns(t *testing.T) {
	for name, want := range map[string]string{
		"rs":                         "weights activation labels alpha kappa q q_hat entropy d replicon r r_hat gibbs_error bayes_error signs_error",
		"kappa-max":                  "weights activation labels alpha kappa_max q d",
		"franz-parisi-1rsb":          "alpha kappa_ref kappa d entropy slope p t0 p_hat t0_hat t1_hat bound replicon d_c p0 p1 m",
		"franz-parisi":               "weights activation labels alpha kappa_ref kappa d entropy slope p t0 p_hat t0_hat t1_hat bound replicon d_c normalized r r_hat",
		"capacity":                   "weights activation ansatz kappa levels alpha_c error q_m gap_end relaxed",
		"cross-entropy":              "alpha gamma beta q q_hat energy entropy stability error_rate",
		"cross-entropy-franz-parisi": "alpha gamma beta d entropy normalized q p t",
		"cross-entropy-optimum":      "alpha d gamma beta normalized",
		"parity":                     "hidden alpha q1 y normalized",
		"large-deviation":            "weights activation hidden alpha q1 y normalized dq0",
		"stability-distribution":     "weights activation alpha q1 y power x density",
		"instability":                "weights activation kappa alpha_at",
		"thresholds":                 "weights activation labels alpha kappa_max kappa_min kappa_u",
		"alpha-u":                    "weights activation labels kappa alpha_u kappa_max d",
		"committee-entropy":          "hidden weights alpha q entropy",
		"symmetric":                  "alpha kappa entropy alpha_c",
		"symmetric-franz-parisi":     "alpha kappa_ref kappa d entropy bound",
	} {
		e, err := Find(name)
		if err != nil || strings.Join(e.TableColumns(), " ") != want {
			t.Errorf("%s: %v, %v", name, e.TableColumns(), err)
		}
	}
}
