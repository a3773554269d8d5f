package features

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"fbp/gauss"
	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/theory"
)

// rows are those of a table of numbers behind a word.
func rows(t *testing.T, path string, do func(word string, at map[string]float64)) {
	t.Helper()
	rowsOf(t, 1, path, do)
}

// rowsOf is rows for one in so many where not all is run.
func rowsOf(t *testing.T, few int, path string, do func(word string, at map[string]float64)) {
	t.Helper()
	var lines, names []string
	for line := range strings.Lines(scratch.Read(t, path)) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	names = strings.Split(lines[0], "\t")
	for _, line := range slow.Some(len(lines)/few, lines[1:]) {
		cells, at := strings.Split(line, "\t"), map[string]float64{}
		for k, name := range names[1:] {
			at[name], _ = strconv.ParseFloat(cells[k+1], 64)
		}
		do(cells[0], at)
	}
}

func of(name string) float64 {
	return Linear(name) // NaN if there is none
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.12g, want %.12g", what, got, want)
	}
}

// a² of the functions by quadrature (the tolerance is that of the table).
func TestFunctions(t *testing.T) {
	for name, want := range map[string]float64{"sign": 0.636619772368, "tanh": 0.930469923615, "relu": 0.733471103462, "erf": 0.913582842829} {
		near(t, name, of(name)*of(name), want, 5e-12)
	}
}

func TestTypicalAgainstTable(t *testing.T) {
	n := 0
	rows(t, "testdata/typical.tsv", func(name string, at map[string]float64) {
		p := Problem{A: of(name), Alpha: at["alpha"], AlphaT: at["alpha_T"], Kappa: at["kappa"]}
		if math.IsNaN(p.A) {
			return
		}
		n++
		s, err := p.Solve()
		if err != nil {
			t.Errorf("%+v: %v", p, err)
			return
		}
		for what, pair := range map[string][2]float64{"q": {s.Q, at["q"]}, "p_d": {s.PD, at["p_d"]}, "p_0": {s.P0, at["p_0"]}, "r": {s.R, at["r"]},
			"entropy": {s.Entropy, at["entropy"]}, "error": {s.Error(), at["eg"]}, "vote": {s.VoteError(), at["eg_vote"]}} {
			near(t, what, pair[0], pair[1], 2e-8)
		}
		near(t, "replicon", s.Replicon, at["rho"], 1e-6)
		near(t, "inner", s.Inner, at["inner"], 1e-6)
	})
	if n < 20 {
		t.Errorf("%d rows", n)
	}
}

func TestThresholdsAgainstTables(t *testing.T) {
	rowsOf(t, 3, "testdata/thresholds.tsv", func(name string, at map[string]float64) {
		if p := (Problem{A: of(name), AlphaT: at["alpha_T"]}); !math.IsNaN(p.A) {
			s, err := p.Capacity()
			if err != nil {
				t.Error(err)
				return
			}
			near(t, name+" alpha_c", s.Alpha, at["alpha_c"], 2e-9*max(1, s.Alpha))
			near(t, name+" error", s.Error(), at["eg"], 1e-8)
		}
	})
	rowsOf(t, 4, "testdata/margins.tsv", func(name string, at map[string]float64) {
		if p := (Problem{A: of(name), AlphaT: at["alpha_T"], Alpha: at["alpha"]}); !math.IsNaN(p.A) {
			s, err := p.LargestMargin()
			if err != nil {
				t.Error(err)
				return
			}
			near(t, name+" kappa_max", s.Kappa, at["kappa"], 2e-8)
			near(t, name+" error", s.Error(), at["eg"], 2e-8)
		}
	})
}

// The capacity of a margin is where that is the largest one, also where it is small.
func TestCapacityOfLargeMargins(t *testing.T) {
	for _, kappa := range slow.Some(1, []float64{3.5, 4.5, 10}) {
		end, err := Problem{A: of("sign"), AlphaT: 3, Kappa: kappa}.Capacity()
		if err != nil {
			t.Errorf("kappa = %v: %v", kappa, err)
			continue
		}
		top, err := Problem{A: of("sign"), AlphaT: 3, Alpha: end.Alpha}.LargestMargin()
		if err != nil {
			t.Fatal(err)
		}
		near(t, "margin", top.Kappa, kappa, 1e-8*kappa)
	}
}

// Noisy labels, from the independent program.
func TestLabelNoise(t *testing.T) {
	for _, c := range [][3]float64{{0.1, 0.26314002, 0.36905965}, {0.5, 0.31582952, 0.27800049}} {
		s, err := Problem{A: of("sign"), Alpha: 0.5, AlphaT: 3, LabelNoise: c[0]}.Solve()
		if err != nil {
			t.Fatal(err)
		}
		near(t, "q", s.Q, c[1], 1e-8)
		near(t, "entropy", s.Entropy, c[2], 1e-8)
	}
}

// Spherical weights: the error at the threshold is 1/α_c exactly; values of an independent program; with few latent patterns, Cover's 2.
func TestSphericalThreshold(t *testing.T) {
	for _, f := range gauss.Activations {
		for _, alphaT := range []float64{0.1, 1, 3, 20} {
			s, err := Problem{Weights: theory.Spherical, A: f.Linear(), AlphaT: alphaT}.Capacity()
			if err != nil {
				t.Fatal(err)
			}
			near(t, f.Name, s.Error(), 1/s.Alpha, 1e-10)
		}
	}
	s, err := Problem{Weights: theory.Spherical, A: of("sign"), AlphaT: 3}.Capacity()
	if err != nil {
		t.Fatal(err)
	}
	near(t, "alpha_c", s.Alpha, 2.719378053, 1e-9)
	if s, err = (Problem{Weights: theory.Spherical, A: of("sign"), AlphaT: 3, Kappa: 1}).Capacity(); err != nil {
		t.Fatal(err)
	}
	near(t, "alpha_c at kappa = 1", s.Alpha, 0.630598606, 1e-9)
	near(t, "error at kappa = 1", s.Error(), 0.23884197, 1e-8)
	if s, err = (Problem{Weights: theory.Spherical, A: of("sign"), AlphaT: 1e-9}).Capacity(); err != nil {
		t.Fatal(err)
	}
	near(t, "Cover", s.Alpha, 2, 1e-4)
}

// Close to the threshold of spherical weights, the saddle point has its limits.
func TestSphericalLimit(t *testing.T) {
	p := Problem{Weights: theory.Spherical, A: of("sign"), AlphaT: 3}
	end, err := p.Capacity()
	if err != nil {
		t.Fatal(err)
	}
	p.Alpha = end.Alpha * 0.9999
	s, err := p.Solve()
	if err != nil {
		t.Fatal(err)
	}
	near(t, "r", s.R, end.R, 1e-3)
	near(t, "p_d", s.PD, end.PD, 1e-3)
	near(t, "replicon", s.Replicon, end.Replicon, 0.02) // it is reached as the root of the distance
	margin, err := Problem{Weights: theory.Spherical, A: p.A, AlphaT: 3, Alpha: 0.630598606}.LargestMargin()
	if err != nil {
		t.Fatal(err)
	}
	near(t, "margin", margin.Kappa, 1, 1e-8)
}

// a → 0 is the random perceptron, and the derivatives of the entropy are what they should be.
func TestLimitsAndDerivatives(t *testing.T) {
	for _, w := range []theory.Weights{theory.Binary, theory.Spherical} {
		coins, err := theory.Committee{Weights: w}.RS(0.5, 0.1)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Problem{Weights: w, A: 1e-5, Alpha: 0.5, AlphaT: 3, Kappa: 0.1}.Solve()
		if err != nil {
			t.Fatal(err)
		}
		near(t, "entropy at a = 0", s.Entropy, coins.Entropy, 1e-8)
		near(t, "q at a = 0", s.Q, coins.Q, 1e-8)
		entropy := func(change func(p *Problem)) float64 {
			p := Problem{Weights: w, A: of("erf"), Alpha: 0.7, AlphaT: 2, Kappa: 0.2}
			change(&p)
			s, err := p.Solve()
			if err != nil {
				t.Fatal(err)
			}
			return s.Entropy
		}
		s, _ = Problem{Weights: w, A: of("erf"), Alpha: 0.7, AlphaT: 2, Kappa: 0.2}.Solve()
		at := s.Problem.at(math.Log(s.QHat), math.Log(s.PD-s.P0), math.Log(s.P0-s.R*s.R), s.R)
		field, o := at.field()
		f := field.Average(o, func(x float64) float64 {
			x = -x
			return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) / (0.5 * math.Erfc(x/math.Sqrt2))
		})
		const h = 1e-5
		slope := (entropy(func(p *Problem) { p.Kappa += h }) - entropy(func(p *Problem) { p.Kappa -= h })) / (2 * h)
		near(t, "dφ/dκ", slope, -0.7*f/math.Sqrt(at.vs), 1e-8)
	}
}
