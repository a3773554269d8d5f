package plan

import (
	"cmp"
	"fmt"

	"fbp/experiment/config"
)

// Until is the rule by which samples are added to a point of the sweep, in whole batches,
// until the half width of the 95 % interval of the success probability, that of the table
// success, is at most Width. A point that does not come to that has all samples of the
// plan, Head.Samples.
type Until struct {
	Width  float64 `json:"until" toml:"until" above:"0" below:"0.5" help:"half width of the 95 % interval of the success probability"`
	Of     string  `json:"of" toml:"of" oneof:"success" help:"what is to be known"`
	AtMost int     `json:"-" toml:"at_most" min:"1" max:"1000000" help:"samples at every point of the sweep"`
	Batch  int     `json:"batch" toml:"batch" min:"1" max:"1000000" help:"samples that are added at a time"`
}

// Rule is the rule in words, of most samples at a point.
func (u *Until) Rule(most int) string {
	return fmt.Sprintf("in batches of %d until the half width of the 95 %% interval of success is at most %v, at most %d", u.Batch, u.Width, most)
}

// sampling is the key samples: a number, or the rule by which they are added.
type sampling struct {
	Number int `min:"1" max:"1000000"`
	Rule   *Until
}

// Forms implements values.Forms.
func (sampling) Forms() {}

// most is the number of samples of the plan.
func (s sampling) most() int {
	if s.Rule != nil {
		return s.Rule.AtMost
	}
	return s.Number
}

// key is that of the number of samples.
func (s sampling) key() string {
	if s.Rule != nil {
		return "samples.at_most"
	}
	return "samples"
}

// complete fills in the keys that are not given, and refuses what does not fit together.
func (u *Until) complete(d *config.Document) error {
	u.Of, u.AtMost, u.Batch = "success", cmp.Or(u.AtMost, 400), cmp.Or(u.Batch, 20)
	switch {
	case u.Width == 0:
		return d.Fault("samples.until", "", "missing; want the half width of an interval")
	case u.Batch > u.AtMost:
		return d.Fault("samples.batch", config.Show(int64(u.Batch)), fmt.Sprintf("want at most at_most = %d", u.AtMost))
	}
	return nil
}

// readUntil refuses the rule where a point has no success probability.
func (s *Spec) readUntil(d *config.Document) error {
	if s.Until = s.Sampling.Rule; s.Until == nil {
		return nil
	}
	for _, p := range s.Points {
		if !p.Algorithm.About().Numbers {
			continue
		}
		want := fmt.Sprintf("algorithm.kind = %q claims no solution, so that it has no success probability", p.algorithm.Kind)
		if len(s.variants) > 0 {
			want = fmt.Sprintf("variant %q: %s", p.Values[0], want)
		}
		return d.Fault("samples.of", config.Show(s.Until.Of), want)
	}
	return nil
}
