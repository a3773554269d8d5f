package store

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"fbp/internal/files"
)

// Several processes, on machines that share a folder, do not do the same task
// twice: who does something holds a claim on its name, a file
//
//	claims/<name>.<generation>
//
// made by exclusive create, touched every beat, and removed at the end. A claim
// whose owner is dead is taken over by creating the next generation, so that of
// several that try one succeeds. Claims save work; no result depends on them,
// since doing a task twice ends in the same bytes.
type Claims struct {
	folder Folder
	me     Owner

	patience time.Duration // with claims whose owner gives no sign of life

	IsTask  func(name string) bool // and no search; nil: none is
	witness *files.File            // of a crash of this process
	end     func()                 // of the witness

	mu   sync.Mutex
	held map[*held]bool
	seen map[string]sighting // by file
}

// NewClaims are the claims of this process in a folder.
func NewClaims(f Folder, me Owner) *Claims {
	return &Claims{folder: f, me: me, patience: deadAfter, held: map[*held]bool{}, seen: map[string]sighting{}}
}

// Beat is the time between two signs of life of a process.
const Beat = 10 * time.Second

// ClaimsPoll is the time between two looks at a claim that another process holds.
const ClaimsPoll = 500 * time.Millisecond

const (
	deadAfter = 6 * Beat         // without a sign of life
	longDead  = 10 * time.Minute // by the dates of files: clocks that differ by more break the batch system first
)

// errTaken ends a task whose claim another process has taken over.
var errTaken = errors.New("another process has taken the task over")

// held is a claim of this process.
type held struct {
	of         *Claims
	name       string
	Generation int
	file       *files.File
	end        int64                   // of the file
	lost       context.CancelCauseFunc // told when another has taken it over
}

func (f Folder) claim(name string, generation int) string {
	return f.In("claims", name+"."+strconv.Itoa(generation))
}

// generations lists the claims of a folder: by name the generations, in order.
func (f Folder) generations() (map[string][]int, error) {
	entries, err := files.ReadDir(f.In("claims"))
	if err != nil && !files.Missing(err) {
		return nil, err
	}
	found := map[string][]int{}
	for _, e := range entries {
		dot := strings.LastIndexByte(e.Name(), '.')
		if g, err := strconv.Atoi(e.Name()[dot+1:]); dot > 0 && err == nil && e.Name()[0] != '.' {
			found[e.Name()[:dot]] = append(found[e.Name()[:dot]], g)
		}
	}
	for _, list := range found {
		slices.Sort(list)
	}
	return found, nil
}

// Try claims a name. It returns nil when another has it, or may have: ask again
// later.
func (c *Claims) Try(name string, lost context.CancelCauseFunc) (*held, error) {
	all, err := c.folder.generations()
	if err != nil {
		return nil, err
	}
	generation, before := 0, all[name]
	if n := len(before); n > 0 {
		if !c.lastDead(name, before) {
			return nil, nil
		}
		generation = before[n-1] + 1
	}
	file, end, err := c.create(c.folder.claim(name, generation))
	if file == nil {
		return nil, err
	}
	h := &held{of: c, name: name, Generation: generation, file: file, end: end, lost: lost}
	if err != nil {
		h.drop()
		return nil, err
	}
	// What was seen may have changed: the abandoned claim taken over by another process
	// and given back, or the name claimed afresh, even under the same number. Then
	// no process has it, or that one has, and all try again. While this claim exists,
	// no other process can do so.
	now, err := c.folder.generations()
	if err != nil || !slices.Equal(now[name], append(slices.Clone(before), generation)) || !c.lastDead(name, before) {
		h.drop()
		return nil, err
	}
	if n := len(before); n > 0 && c.IsTask != nil && c.IsTask(name) {
		if dead, ok := c.folder.owner(name, before[n-1]); ok {
			c.folder.note(name, dead.Owner)
		}
	}
	for _, g := range before {
		files.Remove(c.folder.claim(name, g))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held[h] = true
	return h, nil
}

// lastDead tells whether the owner of the last of these generations, if there is
// one, is dead.
func (c *Claims) lastDead(name string, generations []int) bool {
	if len(generations) == 0 {
		return true
	}
	owner, ok := c.folder.owner(name, generations[len(generations)-1])
	return ok && c.dead(owner)
}

// create makes a claim's file, with its owner in it, or none if there is one
// already.
func (c *Claims) create(path string) (file *files.File, end int64, err error) {
	data := c.signature()
	// A file that is complete gets its name by a link, which is as exclusive as
	// a create: otherwise a process killed before it has written who it is would
	// leave a claim of which only its age is known.
	temp := files.Temporary(path)
	file, err = exclusive(temp)
	if err != nil {
		return nil, 0, files.Explain("write", path, err)
	}
	defer files.Remove(temp)
	if _, err = file.Write(data); err != nil {
		file.Close()
		return nil, 0, files.Explain("write", path, err)
	}
	err = files.Link(temp, path)
	if err == nil || errors.Is(err, fs.ErrExist) && files.SameFile(file, path) { // a network may repeat itself
		return file, int64(len(data)), nil
	}
	file.Close()
	lost := func(err error) bool { return errors.Is(err, fs.ErrExist) || files.Missing(err) }
	if lost(err) {
		return nil, 0, nil
	}
	// There are file systems without links.
	if file, err = exclusive(path); lost(err) {
		return nil, 0, nil
	}
	if err == nil {
		_, err = file.Write(data)
	}
	return file, int64(len(data)), files.Explain("write", path, err)
}

// exclusive makes a file that is not there; the folder too, since the last to
// leave removes it.
func exclusive(path string) (*files.File, error) {
	file, err := files.Create(path)
	for range 3 {
		if !files.Missing(err) {
			break
		}
		if err := files.MkdirAll(filepath.Dir(path)); err != nil {
			return nil, err
		}
		file, err = files.Create(path)
	}
	return file, err
}

// Release gives the claim back.
func (h *held) Release() {
	h.of.mu.Lock()
	delete(h.of.held, h)
	h.of.mu.Unlock()
	h.drop()
}

func (h *held) drop() {
	h.file.Close()
	files.Remove(h.of.folder.claim(h.name, h.Generation))
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

// Live gives signs of life until end is called, and finds out what was taken over by
// another while this process could give none. At the end it
// removes what others have left behind.
func (c *Claims) Live(every time.Duration) (end func()) {
	stop := make(chan struct{})
	var heart sync.WaitGroup
	heart.Go(func() {
		clock := time.NewTicker(every)
		defer clock.Stop()
		for {
			select {
			case <-stop:
				if c.end != nil {
					c.end()
				}
				c.clear()
				return
			case <-clock.C:
			}
			c.touch()
		}
	})
	return func() {
		close(stop)
		heart.Wait()
	}
}

// clear removes the claims of processes that have exited on tasks that are done, and
// the folder if that leaves it empty.
func (c *Claims) clear() {
	all, _ := c.folder.generations()
	for name, generations := range all {
		if r, ok := c.folder.owner(name, generations[len(generations)-1]); ok && c.dead(r) {
			if h, err := c.Try(name, nil); h != nil && err == nil {
				h.Release()
			}
		}
	}
	files.Tidy(c.folder.In("claims"))
	files.Remove(c.folder.In("claims"))
}

func (c *Claims) touch() {
	all, err := c.folder.generations()
	if c.witness != nil {
		c.witness.WriteAt([]byte("\n"), 0) // or it would be tidied away
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for h := range c.held {
		if list := all[h.name]; err == nil && len(list) > 0 && list[len(list)-1] > h.Generation {
			h.lost(errTaken)
			continue
		}
		// Writing, unlike setting a time, takes the clock of the file's server.
		if _, err := h.file.WriteAt([]byte("\n"), h.end-1); err == nil {
			h.file.Sync()
		}
	}
}
