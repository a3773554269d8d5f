module fbp

go 1.25.0

require (
	codeberg.org/go-fonts/liberation v0.5.0 // the typeface of the figures, drawn as outlines
	codeberg.org/go-pdf/fpdf v0.11.1 // one setting of the back end for PDF: the order of images
	git.sr.ht/~sbinet/gg v0.7.0 // the image of the back end for PNG
	github.com/BurntSushi/toml v1.6.0 // TOML, with the position of every mistake
	github.com/rogpeppe/go-internal v1.16.0 // testscript, in tests only: the transcripts of the command line
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // in tests only: whether configs satisfy the schema of fbp config --schema
	github.com/schollz/progressbar/v3 v3.19.1 // the progress bar on a terminal
	github.com/spf13/cobra v1.10.2 // commands, flags and help
	github.com/spf13/pflag v1.0.9 // the flags of those commands
	golang.org/x/exp v0.0.0-20250819193227-8b4c13bb791b // rand only, the PCG generator of every random number (instances/stream.go). Deprecated upstream: pinned, since another would give other instances
	golang.org/x/image v0.45.0 // reading the outlines of that typeface
	golang.org/x/sys v0.47.0 // vector instructions of the processor; the limit of the memory of a program (Linux)
	golang.org/x/term v0.44.0 // whether stderr is a terminal, and its width
	gonum.org/v1/gonum v0.17.0 // points of the Gauss-Legendre rule; minima in theory/parisi; in tests eigenvalues, quantiles, linear programs
	gonum.org/v1/plot v0.17.0 // back ends for PDF, SVG and PNG, and layout of text
)

require (
	codeberg.org/go-latex/latex v0.2.0 // indirect
	github.com/ajstarks/svgo v0.0.0-20211024235047-1546f124cd8b // indirect
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/mitchellh/colorstring v0.0.0-20190213212951-d06e56a500db // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	golang.org/x/text v0.41.0 // indirect
	golang.org/x/tools v0.48.0 // indirect
)
