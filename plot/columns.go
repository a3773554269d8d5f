package plot

import (
	"slices"
	"strings"
)

// Column is what figures call a column of a table, or a key: its symbol, "" for none, its name, and its unit, "" for a pure number.
type Column struct{ Symbol, Name, Unit string }

const perWeight, perPattern = "nats per weight", "nats per pattern"

// columns are the columns of measured tables and of theories, and keys that are swept by their last parts.
var columns = map[string]Column{
	"acceptance":              {"", "accepted moves", ""},
	"accepted":                {"", "accepted moves per spin", ""},
	"added":                   {"$s$", "patterns added", ""},
	"alignment_excess":        {"", "alignment minus $q$", ""},
	"alpha":                   {`$\alpha$`, "load", ""},
	"alpha_at":                {`$\alpha_{\mathrm{AT}}$`, "stability limit", ""},
	"alpha_c":                 {`$\alpha_c$`, "capacity", ""},
	"alpha_le":                {`$\alpha_{\mathrm{LE}}$`, "local entropy transition", ""},
	"alpha_loc":               {`$\alpha_{\mathrm{loc}}$`, "limit of localization", ""},
	"alpha_t":                 {`$\alpha_T$`, "patterns per input of the teacher", ""},
	"alpha_u":                 {`$\alpha\prime_u$`, "end of the dense region", ""},
	"barrier":                 {"", "largest error on the path", ""},
	"bayes_error":             {"", "Bayes error", ""},
	"bayes_errors":            {"", "training errors of the vote", "patterns"},
	"bayes_test_error":        {"", "test error of the vote", ""},
	"beta":                    {`$\beta$`, "inverse temperature", ""},
	"bin_center":              {`$\Delta$`, "stability", ""},
	"bound":                   {"", "entropy of all weights", perWeight},
	"clusters":                {"", "clusters", ""},
	"common":                  {"$c$", "part of equal entries", ""},
	"converged":               {"", "converged", ""},
	"correlation":             {`$\rho$`, "correlation", ""},
	"coupling":                {"", "coupling", "temperature"},
	"d":                       {"$d$", "distance", ""},
	"d_c":                     {"$d_c$", "distance of the transition", ""},
	"density":                 {"", "density", ""},
	"density_excess":          {"", "density minus messages", ""},
	"distance":                {"$d$", "distance", ""},
	"dq0":                     {`$\delta q_0$`, "response", ""},
	"eigenvalue":              {`$\lambda$`, "eigenvalue of the Hessian", ""},
	"energy":                  {"$E$", "loss per pattern", ""},
	"energy_drawn":            {"$E$", "loss of drawn weights", ""},
	"entropy":                 {`$\phi$`, "entropy", perWeight},
	"entropy_plain":           {`$\phi$`, "entropy of all solutions", perWeight},
	"epoch":                   {"", "epoch", ""},
	"epochs":                  {"", "epochs", ""},
	"epsilon":                 {`$\epsilon$`, "noise", ""},
	"error":                   {"", "fraction of errors", ""},
	"error_center":            {"", "errors of the centre", ""},
	"error_rate":              {"", "fraction of errors", ""},
	"error_tie_half":          {"", "fraction of errors", ""},
	"error_vote":              {"", "error of the vote", ""},
	"errors":                  {"", "errors", "patterns"},
	"errors_center":           {"", "errors of the centre", "patterns"},
	"errors_signs":            {"", "errors of the signs", "patterns"},
	"eta":                     {`$\eta$`, "flipped inputs", ""},
	"field":                   {"$h$", "field", "temperature"},
	"flipped_error":           {"", "errors at flipped weights", ""},
	"flips":                   {"", "flips", ""},
	"fraction":                {"$t$", "place on the path", ""},
	"free_entropy":            {"", "free entropy", perWeight},
	"gamma":                   {`$\gamma$`, "coupling", ""},
	"gap":                     {"", "gap", ""},
	"gap_end":                 {"", "gap at the end", ""},
	"gibbs_error":             {"", "error of a typical student", ""},
	"given_up":                {"", "given up", ""},
	"hessian_beta":            {`$\beta$`, "inverse temperature", ""},
	"hessian_max":             {`$\lambda_{\mathrm{max}}$`, "largest eigenvalue", ""},
	"hidden":                  {"$K$", "hidden units", ""},
	"kappa":                   {`$\kappa$`, "margin", ""},
	"kappa_1":                 {`$\kappa_1$`, "first margin", ""},
	"kappa_2":                 {`$\kappa_2$`, "second margin", ""},
	"kappa_center":            {`$\kappa$`, "margin of the centre", ""},
	"kappa_max":               {`$κ_{\mathrm{max}}$`, "largest margin", ""},
	"kappa_min":               {`$κ_{\mathrm{min}}$`, "margin of the dense region", ""},
	"kappa_pair":              {`$\kappa$`, "margin of the middle of a pair", ""},
	"kappa_ref":               {`$\tilde{κ}$`, "margin of the reference", ""},
	"kappa_star":              {`$κ_*$`, "margin of the star", ""},
	"kappa_u":                 {`$κ_{\mathrm{u}}$`, "margin of the transition", ""},
	"label_noise":             {"", "flipped labels", ""},
	"lambda":                  {`$\lambda$`, "elastic coupling", ""},
	"largest_cluster":         {"", "largest cluster", ""},
	"late":                    {"", "late steps", ""},
	"layer":                   {"", "layer", ""},
	"level":                   {"", "level", ""},
	"levels":                  {"", "levels of breaking", ""},
	"load":                    {"$P/N$", "load", ""},
	"log_fraction":            {"", "logarithm of the fraction of solutions", perWeight},
	"log_fraction_error":      {"", "error of the logarithm", perWeight},
	"loss":                    {"", "loss per pattern", ""},
	"m":                       {"$m$", "Parisi parameter", ""},
	"margin":                  {`$\kappa$`, "least stability", ""},
	"mean_log_s":              {`$\langle\ln s\rangle$`, "mean log stability", perPattern},
	"mean_log_s_excess":       {"", `$\langle\ln s\rangle$ minus messages`, perPattern},
	"mean_q":                  {`$\langle q\rangle$`, "mean overlap", ""},
	"mean_s":                  {`$\langle s\rangle$`, "mean stability", ""},
	"mixing":                  {"", "errors from mixed stabilities", ""},
	"n":                       {"$N$", "inputs", ""},
	"n_over_p":                {"$N/P$", "inverse load", ""},
	"neighbours_1":            {"", "solutions one flip away", ""},
	"neighbours_2":            {"", "solutions two flips away", ""},
	"no_neighbours":           {"", "isolated solutions", ""},
	"norm":                    {"", "norm of the weights", ""},
	"normalized":              {"", "normalized local entropy", perWeight},
	"overlap":                 {"$q$", "overlap", ""},
	"overlap_center":          {"", "overlap with the centre", ""},
	"overlap_excess":          {"", "overlap minus $q$", ""},
	"overlap_mean":            {"", "mean overlap", ""},
	"overlap_random":          {"", "overlap of random weights", ""},
	"overlap_time":            {"", "time of decorrelation", "snapshots"},
	"of":                      {"", "reference or replicas", ""},
	"p":                       {"$P$", "patterns", ""},
	"p0":                      {"$p_0$", "overlap $p_0$", ""},
	"p1":                      {"$p_1$", "overlap $p_1$", ""},
	"p_0":                     {"$p_0$", "overlap $p_0$", ""},
	"p_d":                     {"$p_d$", "overlap $p_d$", ""},
	"p_hat":                   {`$\hat{p}$`, "conjugate", ""},
	"p_margin":                {"", "density at the margin", ""},
	"pairs":                   {"", "pairs of solutions", ""},
	"power":                   {"$b$", "power of the stabilities", ""},
	"probability":             {"", "success probability", ""},
	"q":                       {"$q$", "overlap", ""},
	"q1":                      {"$q_1$", "overlap of replicas", ""},
	"q_1":                     {"$q_1$", "first overlap", ""},
	"q_2":                     {"$q_2$", "second overlap", ""},
	"q_M":                     {"$q_M$", "largest overlap", ""},
	"q_hat":                   {`$\hat{q}$`, "conjugate", ""},
	"q_m":                     {"$q_m$", "least overlap", ""},
	"q_output":                {"$q$", "overlap of outputs", ""},
	"r":                       {"$R$", "overlap with the teacher", ""},
	"r_hat":                   {`$\hat{R}$`, "agreement of chains", ""},
	"rank":                    {"", "rank", ""},
	"reference_errors":        {"", "errors of the reference", "patterns"},
	"relaxed":                 {"", "relaxed", ""},
	"replicon":                {"", "replicon", ""},
	"replicon_1":              {"", "first replicon", ""},
	"replicon_2":              {"", "second replicon", ""},
	"rho":                     {`$\rho$`, "field towards the solution", ""},
	"seconds":                 {"", "time", "seconds"},
	"share":                   {"", "entries drawn anew", ""},
	"sigma_ext":               {"", "spread between clusters", ""},
	"sigma_int":               {"", "spread in clusters", ""},
	"signs_error":             {"", "error of the signs of the mean", ""},
	"slope":                   {`$\mathrm{d}\phi/\mathrm{d}d$`, "slope", perWeight},
	"snapshots":               {"", "snapshots", ""},
	"solution_epoch":          {"", "epoch of the solution", ""},
	"solution_step":           {"", "step of the solution", ""},
	"solutions":               {"", "searches that found a solution", ""},
	"solved":                  {"", "fraction solved", ""},
	"spread":                  {"", "spread", ""},
	"stability":               {"", "stability", ""},
	"stability_mean":          {`$\langle\Delta\rangle$`, "mean stability", ""},
	"stability_mean_replicas": {`$\langle\Delta\rangle$`, "mean stability of replicas", ""},
	"stability_min":           {`$\Delta_{\mathrm{min}}$`, "least stability", ""},
	"stability_min_replicas":  {`$\Delta_{\mathrm{min}}$`, "least stability of replicas", ""},
	"step":                    {"", "step", ""},
	"sweep":                   {"", "sweep", ""},
	"sweeps":                  {"", "sweeps", ""},
	"t":                       {"$t$", "time", ""},
	"t0":                      {"$t_0$", "overlap with the reference", ""},
	"t0_hat":                  {`$\hat{t}_0$`, "conjugate", ""},
	"t1_hat":                  {`$\hat{t}_1$`, "conjugate", ""},
	"t_0":                     {"$t_0$", "overlap with the reference", ""},
	"t_c":                     {"$t_c$", "time of the transition", ""},
	"t_sp":                    {`$t_{\mathrm{sp}}$`, "spinodal time", ""},
	"teacher_overlap":         {"$R$", "overlap with the teacher", ""},
	"test_error":              {"", "error on new patterns", ""},
	"ties":                    {"", "ties", "patterns"},
	"unconverged":             {"", "not converged", ""},
	"unfinished":              {"", "fraction of searches not solved yet", ""},
	"unmoved":                 {"", "unmoved", ""},
	"x":                       {"$x$", "", ""},
	"y":                       {"$y$", "replicas", ""},
}

// Known tells whether a column, or a key by its last part, has an entry.
func Known(name string) bool {
	_, known := columns[base(name)]
	return known
}

// base is the column of which a name is a mean or an error, without the sections of a key. Its parts may be joined as those of theories.
func base(name string) string {
	name = strings.ReplaceAll(name[strings.LastIndex(name, ".")+1:], "-", "_")
	for _, ending := range []string{"_std", "_sem", "_cv"} {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}

// Symbol is the symbol of a column or of a key of the config, or what stands for it: its name or the last part of it.
func Symbol(name string) string {
	switch c, known := columns[base(name)]; {
	case known && c.Symbol != "":
		return c.Symbol
	case known:
		return c.Name
	}
	return Plain(strings.ReplaceAll(name[strings.LastIndex(name, ".")+1:], "_", " "))
}

// AxisLabel is the label of an axis of a column: its name, its symbol and a unit, or that of the column if it is "".
func AxisLabel(name, unit string) string {
	c, known := columns[base(name)]
	if !known {
		c.Name = Symbol(name)
	}
	parts := slices.DeleteFunc([]string{c.Name, c.Symbol}, func(s string) bool { return s == "" })
	if unit == "" {
		unit = c.Unit
	}
	if unit != "" {
		parts = append(parts, "("+unit+")")
	}
	return strings.Join(parts, " ")
}
