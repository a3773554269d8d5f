package plot

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
)

// written is a short form of nodes: italic between slashes, bold between stars, scripts in
// brackets, an accent after its letter.
func written(nodes []node) string {
	var b strings.Builder
	for _, n := range nodes {
		text := n.text
		if n.accent != 0 {
			text += string(n.accent)
		}
		switch n.cut {
		case italic:
			text = "/" + text + "/"
		case bold:
			text = "*" + text + "*"
		}
		b.WriteString(text)
		if n.space != 0 {
			fmt.Fprintf(&b, "<%.2f>", n.space)
		}
		if n.sub != nil {
			b.WriteString("_[" + written(n.sub) + "]")
		}
		if n.sup != nil {
			b.WriteString("^[" + written(n.sup) + "]")
		}
	}
	return b.String()
}

func TestParseLabel(t *testing.T) {
	for _, c := range []struct{ label, want string }{
		{"", ""},
		{"plain α-text", "plain α-text"},
		{"$α$ = 0.5", "/α/ = 0.5"},
		{"$α = 0.5$", "/α/ = 0.5"},
		{`$\alpha\kappa$`, "/ακ/"},
		{"$ab2(c)$", "/ab/2(/c/)"},
		{"$ΔE$", "Δ/E/"},
		{"$x_1$", "/x/_[1]"},
		{"$x_{xy}$", "/x/_[/xy/]"},
		{"$x^2$", "/x/^[2]"},
		{"$10^{−3}$", "10^[−3]"},
		{"$10^{-3}$", "10^[−3]"},
		{"$q_0^2y$", "/q/_[0]^[2]/y/"},
		{"$q^2_0$", "/q/_[0]^[2]"},
		{"$e^{x_1^2}$", "/e/^[/x/_[1]^[2]]"},
		{`$\tilde{κ}$`, "/κ˜/"},
		{`$\tilde κ$`, "/κ˜/"},
		{`$\tilde\kappa_{\max}$`, "/κ˜/_[max]"},
		{`$\hat{q}_1$`, "/qˆ/_[1]"},
		{`$κ_\mathrm{max}$`, "/κ/_[max]"},
		{`$\mathbf{W}x$`, "*W*/x/"},
		{`$\mathbf Wx_{\mathbf{ab}}$`, "*W*/x/_[*ab*]"},
		{`$\hat{\mathbf{w}}$`, "*wˆ*"},
		{`$\left\langle q \right\rangle$`, "⟨ /q/ ⟩"},
		{`$\operatorname{sgn} x$`, "sgn /x/"},
		{`$\ln d$`, "ln /d/"},
		{`$a\,b$`, "/a/<0.17>/b/"},
		{"$a-b$", "/a/−/b/"},
		{`\$5`, "$5"},
		{"$_1$", "_[1]"},
		{"$α", "error"},
		{"$x_{1$", "error"},
		{"$x_$", "error"},
		{"$x^", "error"},
		{"$x}$", "error"},
		{`$\nothing$`, "error"},
		{`$\tilde{ab}$`, "error"},
		{`$\tilde$`, "error"},
		{`$\`, "error"},
	} {
		nodes, err := parseLabel(c.label)
		got := written(nodes)
		if err != nil {
			got = "error"
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.label, got, c.want)
		}
	}
}

func TestCheckLabel(t *testing.T) {
	if err := CheckLabel("$∇φ$"); err == nil || !strings.Contains(err.Error(), "∇") {
		t.Errorf("a character without glyph: %v", err)
	}
	if err := CheckLabel(`$\langle \sim ∼ ≃ ⋅ \rangle_{∞}$`); err != nil {
		t.Error(err)
	}
	for name := range symbols {
		if err := CheckLabel(`$\` + name + "$"); err != nil {
			t.Error(err)
		}
	}
	if err := CheckLabel(`$\mathcal{L}$`); err == nil || !strings.Contains(err.Error(), `\mathcal, want one of \  \$ `) || !strings.Contains(err.Error(), ` \mathbf \mathrm `) {
		t.Errorf("a refusal that lists what is known: %v", err)
	}
	for name := range accents {
		if err := CheckLabel(`$\` + name + "{κ}$"); err != nil {
			t.Error(err)
		}
	}
}

func TestScriptsAndAccents(t *testing.T) {
	base := font.From(serif, 10)
	one := setLabel("$κ_1^2$", base).pieces
	if len(one) != 3 || one[0].text != "κ" || one[1].text != "2" || one[2].text != "1" {
		t.Fatalf("pieces %v", one)
	}
	if !(one[1].at.Y > 0 && one[2].at.Y < 0) || one[1].at.X < one[2].at.X {
		t.Errorf("superscript at %v, subscript at %v", one[1].at, one[2].at)
	}
	if got := one[1].face.Font.Size; !near(got, 7) {
		t.Errorf("scripts of size %v", got)
	}
	small, tall := setLabel(`$\tilde{κ}$`, base), setLabel(`$\tilde{K}$`, base)
	if a, b := small.pieces[1].at.Y, tall.pieces[1].at.Y; !(b > a) {
		t.Errorf("accent at %v on κ, at %v on K", a, b)
	}
	if letter := setLabel("$κ$", base); !near(letter.width, small.width) {
		t.Errorf("κ̃ is %v wide, κ %v", small.width, letter.width)
	}
}

func FuzzParseLabel(f *testing.F) {
	for _, s := range []string{"$α$ = 0.5", `$\tilde{κ}_{\max}^2$ x`, "$10^{−3}$", `\$`, "$x_$", "}{$_^\\"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, label string) {
		if CheckLabel(label) == nil {
			setLabel(label, font.From(serif, 8))
			latex(label)
		}
	})
}

// Labels without bounds are refused: they take stack and time without bounds.
func TestLabelBounds(t *testing.T) {
	for label, want := range map[string]string{
		strings.Repeat("a", 200_000): `200000 characters, want at most 500`,
		"$" + strings.Repeat("x^{", 100_000) + strings.Repeat("}", 100_000) + "$": `400002 characters, want at most 500`,
		"$" + strings.Repeat("x^{", 20) + "y" + strings.Repeat("}", 20) + "$":     `groups nested more than 16 deep`,
		"$" + strings.Repeat(`\hat`, 20) + "y$":                                   `groups nested more than 16 deep`,
		"$" + strings.Repeat(`{`, 20) + "y" + strings.Repeat("}", 20) + "$":       `groups nested more than 16 deep`,
	} {
		if err := CheckLabel(label); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%.30s: %v, want %s", label, err, want)
		}
	}
	if err := CheckLabel("$" + strings.Repeat("x^{", 7) + "y" + strings.Repeat("}", 7) + "$"); err != nil {
		t.Error(err)
	}
}
