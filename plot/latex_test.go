package plot

import (
	"slices"
	"strings"
	"testing"
)

func TestLatex(t *testing.T) {
	for label, want := range map[string]string{
		"":                        "",
		"plain, é":                "plain, é",
		`a_b & 5% #1 {~^} <">|\x`: `a\_b \& 5\% \#1 \{\textasciitilde{}\textasciicircum{}\} \textless{}"\textgreater{}\textbar{}\textbackslash{}x`,
		`\$5 − α`:                 `\$5 $-$ $\alpha$`,
		"$κx_κ^{−3}$":             `$\kappa x_{\kappa}^{-3}$`,
		`$\kappa x_1κ$ ≤ 1`:       `$\kappa x_{1}\kappa$ $\le$ 1`,
		`$\tilde κ_\mathrm{max}$`: `$\tilde{\kappa}_{\mathrm{max}}$`,
		`$x_\max^\hat{q}$`:        `$x_{\max}^{\hat{q}}$`,
		`$\alpha\prime_u + x^\prime_{^{\prime}}$`: `$\alpha'_{u} + x^{\prime}_{^{\prime}}$`,
		`$\erf x, \sign$`:                         `$\operatorname{erf} x, \operatorname{sign}$`,
		`$\left\langleφ\right\rangle$`:            `$\langle\varphi\rangle$`,
		`$\sqrt{N} \sqrt N √N$`:                   `$\sqrt{N} \surd N \surd N$`,
		`$\mathbf Wx\,∞ ~ \$5%$`:                  `$\mathbf{W}x\,\infty \sim \$5\%$`,
		`$x^{y_{z}}$ and ${\mathrm{d}}t$`:         `$x^{y_{z}}$ and ${\mathrm{d}}t$`,
	} {
		if got := latex(label); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", label, got, want)
		}
		if err := CheckLabel(latex(label)); strings.Contains(want, "$") && !strings.Contains(want, `\surd`) && err != nil {
			t.Errorf("%s is no label itself: %v", want, err)
		}
	}
}

// Every sign that a command names is written as a command: pdfLaTeX knows no other way.
func TestLatexIsAscii(t *testing.T) {
	for name, r := range symbols {
		for _, label := range []string{"$" + string(r) + "$", string(r), `$\` + name + "$"} {
			if got := latex(label); slices.ContainsFunc([]rune(got), func(r rune) bool { return r >= 0x80 }) {
				t.Errorf("%s: %s", label, got)
			}
		}
	}
}
