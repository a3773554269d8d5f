package dynamics

// Growth is a parameter that is multiplied by 1 + Rate after every epoch.
type Growth struct {
	From float64 `toml:"from" above:"0" max:"1000000" help:"value in the first epoch"`
	Rate float64 `toml:"growth" min:"0" max:"1" help:"x of the factor 1 + x after every epoch"`
}

// mostGrown is where growth ends, before anything overflows.
const mostGrown = 1e12

// growing is a parameter at work.
type growing struct {
	Growth
	n int // epochs
	x float64
}

// after is the value after n epochs. It is always the same product, factor by factor,
// so that a search that is resumed goes on with the same bits.
func (g *growing) after(n int) float64 {
	if n < g.n || g.x == 0 {
		g.n, g.x = 0, g.From
	}
	for ; g.n < n; g.n++ {
		g.x = min(float64(g.x*(1+g.Rate)), mostGrown)
	}
	return g.x
}
