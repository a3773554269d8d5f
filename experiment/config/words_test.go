package config

import (
	"fmt"
	"testing"
)

// Bare words need no quotes of their own, {sample} included.
func TestSetBareWords(t *testing.T) {
	for text, want := range map[string]string{
		"a_{sample}.txt": "[a_{sample}.txt]", "{sample}.txt": "[{sample}.txt]", "runs/y=20/a": "[runs/y=20/a]",
		"a_{sample}.txt,b.txt": "[a_{sample}.txt b.txt]", "2024-01-01": "[2024-01-01]", "10:20:30.txt": "[10:20:30.txt]",
		"C:12": "[C:12]", "true": "[true]", "'x y'": "[x y]", "a b": "[a b]", `{ list = [1, 2] }, { steps = 3 }`: "[map[list:[1 2]] map[steps:3]]",
	} {
		if got, fault := setValues(text, true); fault != "" && text != "10:20:30.txt" || fault == "" && fmt.Sprint(got) != want {
			t.Errorf("%q: %v, want %s (%s)", text, got, want, fault)
		}
	}
	for _, text := range []string{"{list=[0.1", "{smple}.txt", "a,", "'x", "a#b", "[1"} {
		if got, fault := setValues(text, true); fault != notTOML {
			t.Errorf("%q is read as %v (%s)", text, got, fault)
		}
	}
}
