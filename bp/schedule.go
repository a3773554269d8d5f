package bp

// Schedule is an ascending list of couplings, given as a formula or as a list.
//
//	{ schedule = "atanh", steps = 30, first = 0, cap = 10.0 }   min(cap, atanh(k/(steps−1))), k = first … steps−1
//	{ list = [0.1, 0.2, 0.5] }
type Schedule struct {
	Kind  string    `toml:"schedule,omitempty" oneof:"|atanh" help:"formula of the values"`
	Steps int       `toml:"steps,omitempty" min:"0" help:"k runs to steps − 1"`
	First int       `toml:"first" min:"0" help:"first k"`
	Cap   float64   `toml:"cap,omitempty" min:"0" help:"largest value, instead of atanh 1"`
	List  []float64 `toml:"list,omitempty" help:"the values themselves"`
}
