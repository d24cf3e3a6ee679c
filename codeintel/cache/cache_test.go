package cache

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type content struct {
	Names map[string]int
	Lines []string
}

func sample() content {
	return content{Names: map[string]int{"a": 1, "b": 2}, Lines: []string{"x", "", "y"}}
}

func open(t testing.TB, dir string, limit int64) *Cache {
	t.Helper()
	c, err := Open(dir, "build 1", limit)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func save(t testing.TB, c *Cache, project, section string, from any) {
	t.Helper()
	if err := c.Save(project, section, from); err != nil {
		t.Fatal(err)
	}
}

func TestLoadReturnsSavedSection(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not", "there")
	c := open(t, dir, 1<<20)
	save(t, c, "/p", "s", sample())
	var got content
	if err := open(t, dir, 1<<20).Load("/p", "s", &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sample(), got); diff != "" {
		t.Errorf("section (-saved +loaded):\n%s", diff)
	}
	for _, key := range [][2]string{{"/p", "t"}, {"/q", "s"}, {"/p\x00s", ""}} {
		if err := c.Load(key[0], key[1], &got); !errors.Is(err, ErrMiss) {
			t.Errorf("Load(%q): got %v, want %v", key, err, ErrMiss)
		}
	}
	other, err := Open(dir, "build 2", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Load("/p", "s", &got); !errors.Is(err, ErrMiss) {
		t.Errorf("Load by another build: got %v, want %v", err, ErrMiss)
	}
	info, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != 0o700 {
		t.Errorf("mode of the folder: got %v, want 0700", got)
	}
}

// TestDamagedFilesAreRejected changes every byte of a file, and truncates it at every place.
func TestDamagedFilesAreRejected(t *testing.T) {
	c := open(t, t.TempDir(), 1<<20)
	save(t, c, "/p", "s", sample())
	name := c.name("/p", "s")
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	check := func(data []byte) {
		t.Helper()
		var got content
		if err := c.decode("/p", "s", data, &got); err == nil {
			t.Errorf("decode(%q): got no error, want one", data)
		}
	}
	for i := range whole {
		damaged := append([]byte{}, whole...)
		damaged[i] ^= 0x10
		check(damaged)
		check(whole[:i])
	}
}

func TestTrimRemovesLeastRecentlyUsed(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir, 1<<20)
	big := content{Lines: []string{strings.Repeat("x", 1000)}}
	for i, project := range []string{"/old", "/used", "/new"} {
		save(t, c, project, "s", big)
		at := time.Now().Add(time.Duration(i-10) * time.Hour)
		if err := os.Chtimes(c.name(project, "s"), at, at); err != nil {
			t.Fatal(err)
		}
	}
	left := filepath.Join(dir, ".left"+extension+".1.tmp")
	foreign := filepath.Join(dir, "foreign")
	for _, name := range []string{left, foreign} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, time.Time{}, time.Now().Add(-2*maxAge)); err != nil {
			t.Fatal(err)
		}
	}
	var got content
	if err := c.Load("/old", "s", &got); err != nil { // makes it the most recently used
		t.Fatal(err)
	}
	c = open(t, dir, 2600)
	for project, want := range map[string]bool{"/old": true, "/used": false, "/new": true} {
		if err := c.Load(project, "s", &got); (err == nil) != want {
			t.Errorf("%s: got error %v, want it to be cached: %t", project, err, want)
		}
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the temporary file of a killed process: got %v, want it to be removed", err)
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Errorf("a file of another program: got %v, want it to be kept", err)
	}
}

// TestConcurrentReadersSeeWholeSections runs writers and readers of one section at the same
// time.
func TestConcurrentReadersSeeWholeSections(t *testing.T) {
	dir := t.TempDir()
	var wait sync.WaitGroup
	save(t, open(t, dir, 1<<20), "/p", "s", sample())
	for range 4 {
		wait.Go(func() {
			c := open(t, dir, 1<<20)
			for range 100 {
				if err := c.Save("/p", "s", sample()); err != nil {
					t.Error(err)
				}
			}
		})
		wait.Go(func() {
			c := open(t, dir, 1<<20)
			for range 100 {
				var got content
				if err := c.Load("/p", "s", &got); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
}

// FuzzLoad reads arbitrary bodies with a valid header. Load must return a value or [ErrMiss] even
// if another program wrote the file.
func FuzzLoad(f *testing.F) {
	c := open(f, f.TempDir(), 1<<20)
	save(f, c, "/p", "s", sample())
	whole, err := os.ReadFile(c.name("/p", "s"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole[headerBytes:])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		if err := writeBody(c, body); err != nil {
			t.Fatal(err)
		}
		var got content
		if err := c.Load("/p", "s", &got); err != nil && !errors.Is(err, ErrMiss) {
			t.Error(err)
		}
	})
}

func writeBody(c *Cache, body []byte) error {
	file := append(make([]byte, headerBytes), body...)
	c.seal("/p", "s", file)
	return os.WriteFile(c.name("/p", "s"), file, 0o600)
}
