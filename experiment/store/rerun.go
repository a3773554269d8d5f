package store

import (
	"regexp"

	"fbp/internal/files"
	"fbp/internal/say"
)

// Rerun is the command that does all tasks of the folder that are not done; flags are what its
// config wants behind it, as [plan.Spec.Flags] has it.
func (f Folder) Rerun(flags string) string {
	return say.Command("fbp run %s --out %s"+flags, f.In("config.toml"), string(f))
}

// flags are those of [Folder.Rerun] where the config has not been understood: it is a resolved one.
func (f Folder) flags() string {
	text, err := files.ReadFile(f.In("config.toml"), files.Small)
	if err != nil || !runsPrograms.Match(text) {
		return ""
	}
	return " --allow-commands"
}

// runsPrograms is the line of a config whose searches run programs.
var runsPrograms = regexp.MustCompile(`(?m)^"?(algorithm\.)?kind"? *= "command"$`)
