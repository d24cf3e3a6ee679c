package paging

import (
	"errors"
	"slices"
	"testing"
)

// TestPagesCoverListing checks that the pages of a listing contain each item once, in order.
func TestPagesCoverListing(t *testing.T) {
	all := []int{1, 2, 3, 4, 5}
	key := Key{Request: DigestOf("tool", []string{"a"}, 1), State: DigestOf("files")}
	var got []int
	cursor := ""
	for {
		items, next, err := Slice(all, key, cursor, 2)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, items...)
		if cursor = next; cursor == "" {
			break
		}
	}
	if !slices.Equal(got, all) {
		t.Errorf("got %v on all pages, want %v", got, all)
	}
}

// TestRejectsInvalidCursors pins the error of each kind of invalid cursor. A cursor is reported
// as stale only if it belongs to the request.
func TestRejectsInvalidCursors(t *testing.T) {
	all := []int{1, 2, 3, 4, 5}
	key := Key{Request: DigestOf("tool", "a"), State: DigestOf("files")}
	cursor := encode(key, 2)
	otherState := Key{Request: key.Request, State: DigestOf("other files")}
	for _, tt := range []struct {
		name, cursor string
		key          Key
		want         error
	}{
		{"valid", cursor, key, nil},
		{"other request", cursor, Key{Request: DigestOf("tool", "b"), State: key.State}, ErrOtherRequest},
		{"other request and state", cursor, Key{Request: DigestOf("tool", "b"), State: otherState.State}, ErrOtherRequest},
		{"digests swapped", cursor, Key{Request: key.State, State: key.Request}, ErrOtherRequest},
		{"other state", cursor, otherState, ErrChanged},
		{"other state, offset past its end", encode(key, 500), otherState, ErrChanged},
		{"not base64", "!", key, ErrMalformed},
		{"too short", "AAAA", key, ErrMalformed},
		{"no offset", encode(key, 2)[:32], key, ErrMalformed},
		{"offset 0", encode(key, 0), key, ErrMalformed},
		{"offset 0 of other state", encode(key, 0), otherState, ErrMalformed},
		{"trailing data", cursor + "AAAA", key, ErrMalformed},
		{"offset at the end", encode(key, 5), key, ErrMalformed},
	} {
		if _, _, err := Slice(all, tt.key, tt.cursor, 2); !errors.Is(err, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, err, tt.want)
		}
	}
}

// FuzzDecode checks that a cursor is an error or has an offset within the listing.
func FuzzDecode(f *testing.F) {
	key := Key{Request: DigestOf("tool", "args"), State: DigestOf("files")}
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
			t.Errorf("cursor %q: got offset %d, want 1 to %d", cursor, offset, total-1)
		}
	})
}
