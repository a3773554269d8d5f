package results

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
)

// A sealed table reads as the bare one, and every change of a byte shows.
func TestSealedTable(t *testing.T) {
	table := &Table{Name: "x", Columns: []string{"a", "b"}, Rows: [][]Value{{Num(1), Text("two")}, {Missing, Num(0.5)}}}
	var bare bytes.Buffer
	if err := table.WriteTSV(&bare); err != nil {
		t.Fatal(err)
	}
	sealed := SealTSV(bytes.Clone(bare.Bytes()))
	if err := CheckSum(sealed); err != nil {
		t.Error(err)
	}
	if err := CheckSum(bare.Bytes()); !errors.Is(err, ErrNoSum) {
		t.Errorf("without a sum: %v", err)
	}
	got, err := ReadTSV(bytes.NewReader(sealed))
	want, err2 := ReadTSV(&bare)
	if err != nil || err2 != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, want %+v (%v, %v)", got, want, err, err2)
	}
	for i := range sealed {
		changed := bytes.Clone(sealed)
		changed[i] ^= 1
		if CheckSum(changed) == nil {
			t.Errorf("byte %d changed, and nobody sees it", i)
		}
		if CheckSum(sealed[:i]) == nil {
			t.Errorf("cut after %d bytes, and nobody sees it", i)
		}
	}
	if CheckSum(append(sealed, "more\n"...)) == nil {
		t.Error("lines after the sum")
	}
}
