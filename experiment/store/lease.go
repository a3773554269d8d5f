package store

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fbp/internal/files"
)

// Several processes, on machines that share a folder, do not do the same task
// twice: who does something holds a claim on its name, a file claims/<name> that
// says who. It is a lease: its owner writes it anew every beat and removes it at
// the end, and once the owner has exited, or the lease is over, another may take
// it. Claims save work; no result depends on them, since doing a task twice ends
// in the same bytes.
type Claims struct {
	folder Folder
	me     Owner
	clock  atomic.Pointer[reading] // the last one

	mu   sync.Mutex // not held during an operation on the disk, which may hang
	held map[*held]bool
	seen map[string]sighting
}

// NewClaims are the claims of this process in a folder.
func NewClaims(f Folder, me Owner) *Claims {
	return &Claims{folder: f, me: me, held: map[*held]bool{}, seen: map[string]sighting{}}
}

// Beat is the time between two signs of life of a process.
const Beat = 10 * time.Second

// ClaimsPoll is the time between two looks at a claim that another process holds.
const ClaimsPoll = 500 * time.Millisecond

// lease is how long a claim holds without a sign of life, by its date or since it was first seen with
// that date. What a machine knows of the date of a file on another one may be a minute old.
const lease = 12 * Beat

// errTaken ends a task whose claim is that of another process by now.
var errTaken = errors.New("another process has taken the task over")

// held is a claim of this process.
type held struct {
	of        *Claims
	name      string
	TakenOver bool // from a process that has exited, or was silent for too long
	file      *files.File
	end       int64                   // offset of its last byte
	lost      context.CancelCauseFunc // told when another has taken it over
}

func (f Folder) claim(name string) string { return f.In("claims", name) }

// Try claims a name. It returns nil when another has it, or may have: ask again
// later.
func (c *Claims) Try(name string, lost context.CancelCauseFunc) (*held, error) {
	before, err := c.owner(name, c.folder.claim(name))
	switch {
	case files.Missing(err):
	case err != nil:
		return nil, files.Explain("read", c.folder.claim(name), err)
	case !before.Dead || !c.evict(before):
		return nil, nil
	}
	h, err := c.create(name)
	if h == nil {
		return nil, err
	}
	h.TakenOver, h.lost = before.Dead, lost
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held[h] = true
	return h, nil
}

// evict takes away the claim of a process that has exited. One of several that try
// it at once succeeds. A claim that is no longer the one that was looked at, since another
// process was faster, is put back; if that fails, its owner notices at the next beat.
func (c *Claims) evict(dead Running) bool {
	path := c.folder.claim(dead.Name)
	away := files.Temporary(path)
	is := func(path string) bool {
		now, err := c.owner(dead.Name, path)
		return err == nil && now.Owner == dead.Owner && now.date.Equal(dead.date)
	}
	if !is(path) || files.Rename(path, away) != nil {
		return false
	}
	defer files.Remove(away)
	if is(away) {
		return true
	}
	files.Link(away, path)
	return false
}

// create makes the claim of a name, or none if there is one. The folder is made too,
// since the last to leave removes it.
func (c *Claims) create(name string) (*held, error) {
	path, data := c.folder.claim(name), c.signature()
	file, err := files.New(path, data)
	if files.Missing(err) {
		if err := files.MkdirAll(filepath.Dir(path)); err != nil {
			return nil, files.Explain("write", path, err)
		}
		file, err = files.New(path, data)
	}
	if errors.Is(err, fs.ErrExist) || files.Missing(err) { // others were faster
		return nil, nil
	}
	if err != nil {
		return nil, files.Explain("write", path, err)
	}
	abandoned.Delete(path)
	return &held{of: c, name: name, file: file, end: int64(len(data)) - 1}, nil
}

// abandoned are the paths of claims that this process has given back and could not remove.
var abandoned sync.Map

// Release gives the claim back, unless it is another's by now.
func (h *held) Release() {
	h.of.mu.Lock()
	delete(h.of.held, h)
	h.of.mu.Unlock()
	path := h.of.folder.claim(h.name)
	if mine, err := files.SameFile(h.file, path); mine || err != nil {
		if err := files.Remove(path); err != nil && !files.Missing(err) {
			abandoned.Store(path, true)
		}
	}
	h.file.Close()
}

// beat gives a sign of life, and ends the task if the claim is not that of this process
// any more, which was stopped or had no network for a while.
func (h *held) beat() {
	if mine, err := files.SameFile(h.file, h.of.folder.claim(h.name)); err == nil && !mine {
		h.of.mu.Lock()
		defer h.of.mu.Unlock()
		if h.of.held[h] { // and was not given back just now
			h.lost(errTaken)
		}
		return
	}
	// Writing, unlike setting a time, takes the clock of the file's server.
	if _, err := h.file.WriteAt([]byte("\n"), h.end); err == nil {
		h.file.Sync()
	}
}

// Wait claims a name, waiting while others have it.
func (c *Claims) Wait(ctx context.Context, name string, lost context.CancelCauseFunc) (*held, error) {
	for {
		h, err := c.Try(name, lost)
		if h != nil || err != nil {
			return h, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(ClaimsPoll):
		}
	}
}

// Live gives signs of life until end is called. At the end it removes what others
// have left behind.
func (c *Claims) Live(every time.Duration) (end func()) {
	stop := make(chan struct{})
	var heart sync.WaitGroup
	heart.Go(func() {
		clock := time.NewTicker(every)
		defer clock.Stop()
		for {
			select {
			case <-stop:
				c.clear()
				return
			case <-clock.C:
			}
			c.mu.Lock()
			held := slices.Collect(maps.Keys(c.held))
			c.mu.Unlock()
			for _, h := range held {
				h.beat()
			}
		}
	})
	return func() {
		close(stop)
		heart.Wait()
	}
}

// clear removes the claims of processes that have exited, and the folder if that
// leaves it empty.
func (c *Claims) clear() {
	all, _ := c.all()
	for _, r := range all {
		if r.Dead {
			c.evict(r)
		}
	}
	files.Tidy(c.folder.In("claims"))
	files.Remove(c.folder.In("claims"))
}

// all are the claims of the folder, by name.
func (c *Claims) all() (map[string]Running, error) {
	entries, err := c.folder.entries("claims")
	found := map[string]Running{}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if r, err := c.owner(e.Name(), c.folder.claim(e.Name())); err == nil { // and was not given back just now
			found[e.Name()] = r
		}
	}
	return found, err
}
