package config

import "testing"

// younger has keys that came later, of every type.
type younger struct {
	Old   int       `toml:"old"`
	Word  string    `toml:"word" oneof:"before|after" absent:"before"`
	Rate  float64   `toml:"rate" above:"0" absent:"1"`
	Loss  float64   `toml:"loss,omitempty" above:"0" absent:""`
	Count int       `toml:"count" min:"1" absent:"3"`
	Flag  bool      `toml:"flag" absent:"true"`
	List  []float64 `toml:"list" absent:"[1, 2.5]"`
	Empty []string  `toml:"empty" absent:"[]"`
	Start *start    `toml:"start,omitempty" absent:""`
	Table start     `toml:"table" absent:"{ noise = 0.5, shape = \"flat\" }"`
	Given start     `toml:"given"`
}

type start struct {
	Noise float64 `toml:"noise"`
	Shape string  `toml:"shape" absent:"flat"`
}

// as is the struct at the values of its tags.
func as() *younger {
	return &younger{Word: "before", Rate: 1, Count: 3, Flag: true, List: []float64{1, 2.5}, Table: start{0.5, "flat"}, Given: start{0, "flat"}}
}

// A key at the value of its tag absent is left out of what is hashed, at any other
// value it is there; it is always among the settings.
func TestAbsent(t *testing.T) {
	const bare = `{"given":{"noise":0},"kind":"k","old":0}`
	if got := NewSection("k", as()).JSON; got != bare {
		t.Errorf("at the values of the tags: %s, want %s", got, bare)
	}
	for key, change := range map[string]func(*younger){
		"word": func(y *younger) { y.Word = "after" }, "rate": func(y *younger) { y.Rate = 2 }, "loss": func(y *younger) { y.Loss = 1 },
		"count": func(y *younger) { y.Count = 1 }, "flag": func(y *younger) { y.Flag = false }, "list": func(y *younger) { y.List = nil },
		"empty": func(y *younger) { y.Empty = []string{""} }, "start": func(y *younger) { y.Start = new(start) },
		"table": func(y *younger) { y.Table.Noise = 0 }, "given": func(y *younger) { y.Given.Shape = "round" },
	} {
		y := as()
		change(y)
		s := NewSection("k", y)
		if s.JSON == bare {
			t.Errorf("%s at another value is left out", key)
		}
		if SetAbsent(y); NewSection("k", y).JSON != bare {
			t.Errorf("%s is not set to its value", key)
		}
	}
	if n := len(NewSection("k", as()).Settings()); n != 1+9 { // loss and start are not given
		t.Errorf("%d settings: a key is not told", n)
	}
	if keys := Absent(as()); len(keys) != 9 || keys["rate"] != "1" {
		t.Errorf("tags: %v", keys)
	}
}

// A tag that is no value of its key is a mistake in the program.
func TestAbsentTagThatIsNoValue(t *testing.T) {
	for name, value := range map[string]any{
		"text": struct {
			N int `toml:"n" absent:"many"`
		}{},
		"range": struct {
			N int `toml:"n" min:"1" absent:"0"`
		}{},
		"word": struct {
			S string `toml:"s" oneof:"a|b" absent:"c"`
		}{},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			Settings(value)
		}()
	}
}
