package store

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/internal/sealed"
	"fbp/results"
)

// Seal writes checksums.tsv of all files that there are, after tables and figures
// were made. Known are the checksums of records that were just read and found sound,
// and of files that were just written. Of the others, one that is as long as it was
// and older than checksums.tsv keeps its checksum without being read; one that is
// newer gets another only if it is sound by a checksum of its own. So damage is not
// sealed, and gigabytes are not read again. A record, solution or measurement of the plan
// that was deleted keeps its checksum, so that a check misses it; other files that are
// gone are named in the log.
func (f Folder) Seal(ctx context.Context, p *plan.Plan, known Sums, log *slog.Logger) error {
	old, err := f.Checksums()
	if errors.As(err, new(*TableError)) {
		log.Warn("bad checksums, made again from the files as they are", "why", err)
	} else if err != nil {
		return err
	}
	s := &sealing{folder: f, old: old, now: &Checksums{Config: p.Config, Sums: Sums{}}}
	names, err := f.products(func(name string) bool {
		_, written := known[name]
		return written || old.Lists(name)
	})
	if err != nil {
		return err
	}
	for _, name := range names {
		if ctx.Err() != nil {
			return config.ErrInterrupted
		}
		if sum, done := known[name]; done {
			s.now.Sums[name] = sum
		} else if err := s.take(name); err != nil {
			return err
		}
	}
	if gone := s.gone(p); len(gone) > 0 {
		log.Warn("files are no longer there, and are taken off checksums.tsv", "number", len(gone), "first", gone[0])
	}
	if ctx.Err() != nil { // another process has taken the tables over
		return config.ErrInterrupted
	}
	return s.now.Write(f, p)
}

// sealing is one Seal.
type sealing struct {
	folder Folder
	old    *Checksums // nil if there are none
	now    *Checksums
}

// coarse is more than the steps in which file systems count the dates of files.
const coarse = 2 * time.Second

// take takes the checksum of a file over, or makes it.
func (s *sealing) take(name string) error {
	was, listed := s.old.of(name)
	file := s.folder.In(name)
	info, err := files.Stat(file)
	if files.System(err) {
		return files.Explain("read", file, err)
	}
	if err == nil && listed && info.Size() == int64(was.Bytes) && info.ModTime().Before(s.old.written.Add(-coarse)) {
		s.now.Sums[name] = was
		return nil
	}
	data, err := files.ReadFile(file, files.Large)
	switch {
	case files.Missing(err):
		return nil
	case err != nil && files.System(err):
		return files.Explain("read", file, err)
	case err == nil && (wholeByItself(name, data) || !listed && !hasOwnSum(name)):
		s.now.Put(name, data)
	case listed:
		s.now.Sums[name] = was
	}
	return nil
}

// gone takes over the checksums of what no command but a search makes again, and returns
// the other files that had one and are no longer there.
func (s *sealing) gone(p *plan.Plan) (others []string) {
	if s.old == nil {
		return nil
	}
	planned := map[string]bool{}
	for _, t := range p.Tasks {
		planned["tasks/"+t.ID+".json"], planned["solutions/"+t.Solution], planned["measurements/"+t.Solution] = true, true, true
	}
	for _, name := range slices.Sorted(maps.Keys(s.old.Sums)) {
		if _, there := s.now.Sums[name]; there {
			continue
		}
		of := name
		if strings.HasPrefix(name, "measurements/") { // <solution>.<kind>-<hash>
			of = strings.TrimSuffix(name, path.Ext(name))
		}
		if planned[of] {
			s.now.Sums[name] = s.old.Sums[name]
		} else {
			others = append(others, name)
		}
	}
	return others
}

// hasOwnSum tells whether files of this name contain a checksum.
func hasOwnSum(name string) bool {
	return strings.HasSuffix(name, ".tsv") || strings.HasPrefix(name, "tasks/") || strings.HasPrefix(name, "solutions/") || strings.HasPrefix(name, "measurements/")
}

// wholeByItself tells whether a file is sound by the checksum in it; config and plan,
// which were read and compared before, always are.
func wholeByItself(name string, data []byte) bool {
	switch {
	case name == "config.toml" || name == "plan.json":
		return true
	case strings.HasSuffix(name, ".tsv"):
		return results.CheckSum(data) == nil
	}
	_, _, _, err := sealed.Split(data)
	return hasOwnSum(name) && err == nil
}
