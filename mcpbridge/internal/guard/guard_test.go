package guard

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestRun(t *testing.T) {
	t.Parallel()
	var killed []int
	kill := func(pgid int) { killed = append(killed, pgid) }
	in := string(Register(10)) + string(Register(11)) + string(Deregister(10)) + "\n+\n+0\n+1\n+-5\nx\n+x\n" + string(Register(12))
	if err := run(strings.NewReader(in), kill); err != nil {
		t.Error(err)
	}
	slices.Sort(killed)
	if !slices.Equal(killed, []int{11, 12}) {
		t.Errorf("killed %v, want 11 and 12", killed)
	}
}

// TestBrokenPipe: an error of the pipe counts as its end.
func TestBrokenPipe(t *testing.T) {
	t.Parallel()
	killed := 0
	broken := errors.New("broken")
	err := run(io.MultiReader(strings.NewReader("+10\n"), iotest.ErrReader(broken)), func(int) { killed++ })
	if !errors.Is(err, broken) || killed != 1 {
		t.Errorf("killed %d, error %v, want 1 and %v", killed, err, broken)
	}
}
