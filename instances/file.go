package instances

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"fbp/internal/fault"
)

// File is patterns read from a file (see Read), one for all samples or, with
// "{sample}" in its path, one for each: "set{sample}.txt.gz" is set0.txt.gz,
// set1.txt.gz, … A relative path starts from the working directory. Labels, if
// given, is a file with one label ±1 per pattern (see ReadSigns); otherwise all
// labels are +1. The last Test patterns of a file are its test set. With Real, inputs
// are any finite numbers.
//
// Results depend on the content of the files, not on their names: Digest gives
// its SHA-256 for the hash of a task, and SHA256, once filled in, makes Data
// return an error if a file has changed.
type File struct {
	Path   string `toml:"path" example:"\"patterns-{sample}.txt\"" help:"file of patterns, text or .npy; {sample} stands for the sample's number"`
	Labels string `toml:"labels,omitempty" help:"file of one label 1 or -1 per pattern; without it all are 1"`
	Real   bool   `toml:"real,omitempty" help:"inputs are real numbers, not ±1"`
	Test   int    `toml:"test,omitempty" min:"0" max:"100000000" help:"number of patterns at the end of the file that are not learned but tested on"`
	SHA256 string `toml:"sha256,omitempty" help:"SHA-256 of the file, labels after patterns; filled in by the plan"`
}

// About implements [Source].
func (f File) About() About {
	return About{
		Alike: true, Tests: f.Test, Real: f.Real, RealBy: "real", Centred: "take it away, with real = true",
		Files: []string{"path", "labels"}, Digest: f.digest, Fixed: func(context.Context, Labeller) bool { return true },
	}
}

// Validate reads the file of sample 0, whose patterns must have as many inputs as
// the network.
func (f File) Validate(ctx context.Context, l Labeller) error {
	_, err := f.Count(ctx, l)
	return err
}

// Count is the number of patterns in the file of sample 0, without the test set.
func (f File) Count(ctx context.Context, l Labeller) (int, error) {
	facts, err := f.facts(ctx, 0)
	if err != nil {
		return 0, err
	}
	return facts.p - f.Test, f.check(l, facts.n, facts.p, 0)
}

// check returns an error unless network l can learn p patterns of n inputs but for those to test on.
func (f File) check(l Labeller, n, p, sample int) error {
	switch {
	case n != l.Inputs():
		return fault.New("path", f.At(sample), "patterns of %d inputs, want n = %d", n, l.Inputs())
	case f.Test < 0 || f.Test >= p:
		return fault.New("test", f.Test, "want 0 <= test < %d, the number of patterns in %s", p, f.At(sample))
	}
	return nil
}

// Data reads the file of a sample. The seed is not used.
func (f File) Data(ctx context.Context, l Labeller, _ int64, sample int) (*Data, error) {
	p, digest, err := f.read(ctx, sample)
	if err != nil {
		return nil, err
	}
	if f.SHA256 != "" && !strings.EqualFold(f.SHA256, digest) {
		return nil, fault.New("sha256", f.SHA256, "%s has changed, it is now %s", f.At(sample), digest)
	}
	if err := f.check(l, p.N, p.P, sample); err != nil {
		return nil, err
	}
	d := new(Data)
	d.Train, d.Test = p.split(f.Test)
	return d, nil
}

// digest is the SHA-256 in hexadecimal of the bytes of a sample's file, as
// sha256sum prints it, followed by that of the labels if there are any. It is
// computed once as long as size and date of the file stay the same. It is an
// error if a file is not a pattern file or has another N or P than that of sample
// 0, because samples of different α must not be averaged.
func (f File) digest(ctx context.Context, sample int) (string, error) {
	facts, err := f.facts(ctx, sample)
	if err != nil {
		return "", err
	}
	first, err := f.facts(ctx, 0)
	if err != nil {
		return "", err
	}
	if facts.n != first.n || facts.p != first.p {
		return "", fault.New("path", f.At(sample), "%d patterns of %d inputs, but %d of %d in %s",
			facts.p, facts.n, first.p, first.n, f.At(0))
	}
	return facts.digest, nil
}

// At is the path of a sample's file.
func (f File) At(sample int) string { return at(f.Path, sample) }

// at is a path with the number of the sample in it.
func at(path string, sample int) string {
	return strings.ReplaceAll(path, "{sample}", strconv.Itoa(sample))
}

// read reads and hashes the files of a sample; the patterns are multiplied by
// their labels.
func (f File) read(ctx context.Context, sample int) (*Patterns, string, error) {
	if f.Path == "" {
		return nil, "", fault.New("path", nil, "give the file of the patterns")
	}
	hash := sha256.New()
	var p *Patterns
	err := hashed(ctx, f.At(sample), hash, func(r io.Reader) (err error) {
		p, err = read(ctx, r, form{real: f.Real})
		return err
	})
	if err != nil {
		return nil, "", fault.Wrap("path", f.At(sample), reason(err))
	}
	if f.Labels != "" {
		err := hashed(ctx, at(f.Labels, sample), hash, func(r io.Reader) error {
			labels, err := readList(ctx, r, form{flat: true, want: p.P})
			if other := new(wrongCount); errors.As(err, &other) {
				err = fmt.Errorf("%s labels: want one for each of the %d patterns", other.has, p.P)
			}
			if err == nil {
				p.label(labels)
			}
			return err
		})
		if err != nil {
			return nil, "", fault.Wrap("labels", at(f.Labels, sample), reason(err))
		}
	}
	return p, hex.EncodeToString(hash.Sum(nil)), nil
}

// hashed calls a function with a reader of a file, which ends with ctx, and hashes the
// whole file.
func hashed(ctx context.Context, path string, hash io.Writer, read func(io.Reader) error) error {
	in, err := openPatterns(path)
	if err != nil {
		return err
	}
	defer in.Close()
	all := io.TeeReader(&heard{in, ctx}, hash)
	if err := read(all); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, all) // the function may stop at the end of the gzip stream
	return err
}

// fileFacts is what a plan needs of the content of a sample's files.
type fileFacts struct {
	n, p   int
	digest string
}

// filesRead are the facts of files that were read; Data reads and hashes them again.
var filesRead = cache[fileFacts]{most: 1_000_000}

func (f File) facts(ctx context.Context, sample int) (fileFacts, error) {
	key := fmt.Sprint(f.Real)
	for _, file := range []struct{ key, path string }{{"path", f.Path}, {"labels", f.Labels}} {
		if file.path == "" {
			continue
		}
		path := at(file.path, sample)
		state, err := stateOf(path)
		if err != nil {
			return fileFacts{}, fault.Wrap(file.key, path, err)
		}
		key += file.key + state
	}
	return filesRead.get(key, func() (fileFacts, error) {
		p, digest, err := f.read(ctx, sample)
		if err != nil {
			return fileFacts{}, err
		}
		return fileFacts{p.N, p.P, digest}, nil
	})
}
