// Package claims keeps several processes, on machines that share a folder, from doing the
// same thing twice: who does something holds a claim on its name, a file <name> in a folder of claims that
// says who. It is a lease: its owner writes it anew every beat and removes it at
// the end, and once the owner has exited, or the lease is over, another may take
// it. Claims save work; no result depends on them, since doing a thing twice ends
// in the same bytes.
//
// A claim is JSON: host, pid, batch job and since when, and what identifies
// the machine and the process (birth). Its date is updated every ten seconds; it is removed
// when what it is about is done, or by the next process two minutes after its last update. A process that was
// stopped for longer finds its claim taken, and leaves the rest to the other.
package claims

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

// Set are the claims in a folder, as one process sees them.
type Set struct {
	dir   string
	me    Owner
	clock atomic.Pointer[reading] // the last one

	mu   sync.Mutex // not held during an operation on the disk, which may hang
	held map[*Claim]bool
	seen map[string]sighting
}

// New are the claims in a folder, which need not exist yet, as this process sees them.
func New(dir string, me Owner) *Set {
	return &Set{dir: dir, me: me, held: map[*Claim]bool{}, seen: map[string]sighting{}}
}

// Beat is the time between two signs of life of a process.
const Beat = 10 * time.Second

// Poll is the time between two looks at a claim that another process holds.
const Poll = 500 * time.Millisecond

// Lease is how long a claim holds without a sign of life, by its date or since it was first seen with
// that date. What a machine knows of the date of a file on another one may be a minute old.
const Lease = 12 * Beat

// errTaken ends a task whose claim is that of another process by now.
var errTaken = errors.New("another process has taken the task over")

// Claim is one that this process holds.
type Claim struct {
	of        *Set
	name      string
	TakenOver bool // from a process that has exited, or was silent for too long
	file      *files.File
	end       int64                   // offset of its last byte
	lost      context.CancelCauseFunc // told when another has taken it over
}

func (c *Set) path(name string) string { return filepath.Join(c.dir, name) }

// Try claims a name. It returns nil when another has it, or may have: ask again
// later.
func (c *Set) Try(name string, lost context.CancelCauseFunc) (*Claim, error) {
	before, err := c.owner(name, c.path(name))
	switch {
	case files.Missing(err):
	case err != nil:
		return nil, files.Explain("read", c.path(name), err)
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
func (c *Set) evict(dead Running) bool {
	path := c.path(dead.Name)
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
func (c *Set) create(name string) (*Claim, error) {
	path, data := c.path(name), c.signature()
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
	return &Claim{of: c, name: name, file: file, end: int64(len(data)) - 1}, nil
}

// abandoned are the paths of claims that this process has given back and did not remove.
var abandoned sync.Map

// Release gives the claim back, unless it is another's by now.
func (h *Claim) Release() {
	h.of.mu.Lock()
	delete(h.of.held, h)
	h.of.mu.Unlock()
	path := h.of.path(h.name)
	if mine, err := files.SameFile(h.file, path); mine || err != nil {
		if files.Remove(path) != nil { // or it is not there while another looks at it, who puts it back
			abandoned.Store(path, true)
		}
	}
	h.file.Close()
}

// beat gives a sign of life, and ends the task if the claim is not that of this process
// any more, which was stopped or had no network for a while.
func (h *Claim) beat() {
	if mine, err := files.SameFile(h.file, h.of.path(h.name)); err == nil && !mine {
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
func (c *Set) Wait(ctx context.Context, name string, lost context.CancelCauseFunc) (*Claim, error) {
	for {
		h, err := c.Try(name, lost)
		if h != nil || err != nil {
			return h, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(Poll):
		}
	}
}

// Live gives signs of life until end is called. At the end it removes what others
// have left behind.
func (c *Set) Live(every time.Duration) (end func()) {
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
func (c *Set) clear() {
	all, _ := c.All()
	for _, r := range all {
		if r.Dead {
			c.evict(r)
		}
	}
	files.Tidy(c.dir)
	files.Remove(c.dir)
}

// All are the claims of the folder, by name.
func (c *Set) All() (map[string]Running, error) {
	entries, err := files.ReadDir(c.dir)
	if files.Missing(err) {
		err = nil
	}
	found := map[string]Running{}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if r, err := c.owner(e.Name(), c.path(e.Name())); err == nil { // and was not given back just now
			found[e.Name()] = r
		}
	}
	return found, files.Explain("read", c.dir, err)
}
