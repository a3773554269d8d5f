package plot

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// tick is one mark on an axis; a minor one has no label.
type tick struct {
	value float64
	label string
	major bool
}

// tickMarks are the ticks of an axis and the power of ten, as a label, that
// its numbers are to be multiplied with; "" for none.
type tickMarks struct {
	marks  []tick
	factor string
}

// labels are those of the major ticks.
func (t tickMarks) labels() (out []string) {
	for _, m := range t.marks {
		if m.label != "" {
			out = append(out, m.label)
		}
	}
	return out
}

// ticks chooses the marks of an axis of some length so that labels are at least
// gap apart; fits reports whether they have room. A logarithmic axis on which 1, 2 and 5
// make less than two labels has those of a linear one, whose numbers are densest at its end.
func (s scale) ticks(length, gap vg.Length, fits func(labels []string, apart vg.Length) bool) tickMarks {
	if s.log {
		t := tickMarks{marks: s.logTicks(length, gap/2, fits)}
		if len(t.labels()) > 1 || s.max > 10*s.min {
			return t
		}
		ratio := s.max / s.min // a part of a decade that has one of 1, 2 and 5, or none
		dense := vg.Length((ratio - 1) / (ratio * math.Log(ratio)))
		return s.linearTicks(length, gap, func(labels []string, apart vg.Length) bool { return fits(labels, apart*dense) })
	}
	return s.linearTicks(length, gap, fits)
}

// linearTicks takes the smallest step of 1, 2 or 5 times a power of ten that
// leaves room. A tick is an integer multiple of 10^exponent, so that rounding
// does not accumulate.
func (s scale) linearTicks(length, gap vg.Length, fits func([]string, vg.Length) bool) tickMarks {
	span := s.max - s.min
	exponent := int(math.Floor(math.Log10(span * float64(gap/length))))
	for {
		for _, mantissa := range []int{1, 2, 5} {
			apart := length * vg.Length(float64(mantissa)*pow10(exponent)/span)
			if apart < gap {
				continue
			}
			t := s.linearMarks(mantissa, exponent, apart)
			if labels := t.labels(); fits(labels, apart) || len(labels) <= 1 {
				return t
			}
		}
		exponent++
	}
}

// linearMarks are the ticks at multiples of mantissa·10^exponent.
func (s scale) linearMarks(mantissa, exponent int, apart vg.Length) tickMarks {
	var t tickMarks
	shift, decimals := s.factor(exponent)
	if shift != 0 {
		t.factor = "$×10^{" + strconv.Itoa(shift) + "}$"
	}
	parts := map[int]int{1: 5, 2: 4, 5: 5}[mantissa] // minor steps in a major one
	if apart/vg.Length(parts) < 3 {
		parts = map[int]int{1: 2, 2: 2, 5: 1}[mantissa]
	}
	minor := float64(mantissa) / float64(parts)
	unit := pow10(exponent)
	first, last := math.Ceil(s.min/unit/minor-1e-9), math.Floor(s.max/unit/minor+1e-9)
	for i := first; i <= last; i++ {
		m := tick{value: i * minor * unit}
		if n := int(i); n%parts == 0 {
			m.major = true
			m.label = number(float64(n/parts*mantissa)*pow10(exponent-shift), decimals)
		}
		t.marks = append(t.marks, m)
	}
	return t
}

// factor is the power of ten to be factored out of the labels of ticks that are
// multiples of 10^exponent, and the decimals left.
func (s scale) factor(exponent int) (shift, decimals int) {
	largest := max(math.Abs(s.min), math.Abs(s.max))
	if largest >= 1e5 || largest < 1e-2 {
		shift = int(math.Floor(math.Log10(largest * (1 + 1e-9))))
	}
	return shift, max(0, shift-exponent)
}

// number formats a tick with a true minus sign; zero is a bare 0.
func number(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return "0"
	}
	return strings.Replace(text, "-", "−", 1)
}

// pow10 is 10^n; division keeps negative powers exact to the last digit.
func pow10(n int) float64 {
	if n < 0 {
		return 1 / math.Pow10(-n)
	}
	return math.Pow10(n)
}

// logTicks are the decades, or every n-th one if there are many, with 2…9 times
// them as minor ticks. If less than two decades lie on the axis, or it is shorter than
// two and they have room, 1, 2 and 5 times them get labels too.
func (s scale) logTicks(length, gap vg.Length, fits func([]string, vg.Length) bool) []tick {
	const near = 1e-9 // an end of the axis that is a decade, but for rounding
	from, to := int(math.Floor(math.Log10(s.min)+near)), int(math.Floor(math.Log10(s.max)+near))
	decade := length / vg.Length(math.Log10(s.max)-math.Log10(s.min))
	few := to-int(math.Ceil(math.Log10(s.min)-near)) < 1
	plain := from >= -2 && to <= 4
	if apart := decade * vg.Length(math.Log10(2)); !few && s.max < 100*s.min*(1-near) && apart >= gap {
		few = fits([]string{fewLabel(2, from, plain), fewLabel(5, from, plain), fewLabel(5, to, plain)}, apart)
	}
	every := 1
	for ; every < to-from; every++ {
		apart := vg.Length(every) * decade
		if apart >= gap && fits([]string{decadeLabel(from), decadeLabel(to)}, apart) {
			break
		}
	}
	var marks []tick
	for d := from; d <= to; d++ {
		for m := 1; m <= 9; m++ {
			v := float64(m) * pow10(d)
			if v < s.min*(1-near) || v > s.max*(1+near) || m > 1 && (every > 1 || decade < 18) {
				continue
			}
			t := tick{value: v, major: m == 1 && d%every == 0}
			switch {
			case few && (m == 1 || m == 2 || m == 5):
				t.major, t.label = true, fewLabel(m, d, plain)
			case t.major:
				t.label = decadeLabel(d)
			}
			marks = append(marks, t)
		}
	}
	return marks
}

func decadeLabel(d int) string { return fmt.Sprintf("$10^{%d}$", d) }

// fewLabel is m·10^d, plain or as a multiple of a power of ten.
func fewLabel(m, d int, plain bool) string {
	switch {
	case plain:
		return number(float64(m)*pow10(d), max(0, -d))
	case m == 1:
		return decadeLabel(d)
	}
	return fmt.Sprintf("$%d×10^{%d}$", m, d)
}
