package figure

import (
	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/plot"
)

// checkNames finds what a legend would name and the font cannot show: variants, texts of a
// sweep, labels of theories.
func checkNames(d *config.Document, theories []*plan.Theory) error {
	for i, v := range d.Variants {
		if want := plot.Undrawable(plainText(v.Name)); want != "" {
			return &config.Error{Where: d.Origin(config.Join(config.Element("variant", i), "name")), Key: "variant.name", Value: config.Show(v.Name), Want: want}
		}
	}
	for _, axis := range d.Sweep {
		for i, cell := range plan.Cells(axis.Values) {
			text, _ := cell.(string)
			if want := plot.Undrawable(plainText(text)); want != "" {
				return &config.Error{Where: axis.Where, Key: axis.Path, Value: config.Show(axis.Values[i]), Want: want}
			}
		}
	}
	for _, th := range theories {
		if want := plot.Undrawable(th.Label); want != "" {
			return d.Fault(config.Join(config.Join("theory", th.Name), "label"), config.Show(th.Label), want)
		}
	}
	return nil
}

// plainText is a label that shows a text as it is.
func plainText(text string) string {
	return plot.Setting(variantColumn, text)
}
