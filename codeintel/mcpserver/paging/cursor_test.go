package paging

import (
	"errors"
	"testing"
)

func TestPages(t *testing.T) {
	all := []int{1, 2, 3, 4, 5}
	key := NewKey("tool", []string{"a"}, 1)
	var got []int
	cursor := ""
	for {
		items, next, err := Page(all, key, cursor, 2)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, items...)
		if cursor = next; cursor == "" {
			break
		}
	}
	if len(got) != len(all) || got[4] != 5 {
		t.Errorf("all pages: %v", got)
	}
	if _, _, err := Page(all, NewKey("other"), encode(key, 2), 2); !errors.Is(err, ErrOther) {
		t.Errorf("foreign cursor: %v", err)
	}
	if _, _, err := Page(all, key, encode(key, 5), 2); !errors.Is(err, ErrMalformed) {
		t.Errorf("cursor at the end: %v", err)
	}
}

// FuzzDecode: a cursor is refused or stands for an offset it was made from.
func FuzzDecode(f *testing.F) {
	key := NewKey("tool", "args")
	f.Add(encode(key, 10), 100)
	f.Add("", 5)
	f.Add("AAAA", 5)
	f.Fuzz(func(t *testing.T, cursor string, total int) {
		total &= 0xffff
		offset, err := decode(cursor, key, total)
		if err != nil || cursor == "" {
			return
		}
		if offset <= 0 || offset >= total {
			t.Errorf("cursor %q gave offset %d of %d", cursor, offset, total)
		}
	})
}
