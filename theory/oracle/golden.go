package oracle

import (
	"bufio"
	"embed"
	"strconv"
	"strings"
	"testing"
)

//go:embed testdata/*.tsv
var files embed.FS

// Golden reads a table of numbers: comment lines, a header line, rows.
func Golden(t testing.TB, name string) (rows []map[string]float64) {
	t.Helper()
	f, err := files.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var header []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		cells := strings.Split(s.Text(), "\t")
		if header == nil {
			header = cells
			continue
		}
		row := map[string]float64{}
		for i, c := range cells {
			if row[header[i]], err = strconv.ParseFloat(c, 64); err != nil {
				t.Fatal(err)
			}
		}
		rows = append(rows, row)
	}
	return rows
}
