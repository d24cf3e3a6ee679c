package client

import (
	"context"
	"iter"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// pageSize is the size of a page for which the request sets none. It is larger
// than the service's default for most lists, because each page costs the service
// another look at all items.
const pageSize = 1000

// page is the response of a paged RPC.
type page interface {
	proto.Message
	GetNextPageToken() string
}

// List is the result of a paged RPC: R is a page, T an item. It requests each page
// when the iteration reaches it. It is not safe for concurrent use.
type List[R page, T any] struct {
	fetch func(token string) (R, error)
	items func(R) []T
	start string
	page  R
}

// newList returns the list that call and items define. It copies req.
func newList[Q proto.Message, R page, T any](
	ctx context.Context, req Q,
	call func(context.Context, Q, ...grpc.CallOption) (R, error), items func(R) []T, opts []grpc.CallOption,
) *List[R, T] {
	first := req.ProtoReflect().New() // also for nil
	proto.Merge(first.Interface(), req)
	fields := first.Descriptor().Fields()
	size, token := fields.ByName("page_size"), fields.ByName("page_token")
	if !first.Has(size) {
		first.Set(size, protoreflect.ValueOfInt32(pageSize))
	}
	return &List[R, T]{
		fetch: func(next string) (R, error) {
			page := proto.Clone(first.Interface())
			page.ProtoReflect().Set(token, protoreflect.ValueOfString(next))
			return call(ctx, page.(Q), opts...)
		},
		items: items,
		start: first.Get(token).String(),
	}
}

// All iterates over the items of all pages, beginning with the page of the
// request's page_token. An error ends the iteration and is its last pair. Reason
// LIST_CHANGED means that the list changed between two pages: the items so far do
// not fit those that would follow. Each call of All begins at the first page.
func (l *List[R, T]) All() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page, err := range l.Pages() {
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range l.items(page) {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}

// Pages iterates over the pages, otherwise as All.
func (l *List[R, T]) Pages() iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for token := l.start; ; {
			page, err := l.fetch(token)
			if err != nil {
				var none R
				yield(none, err)
				return
			}
			l.page = page
			token = page.GetNextPageToken()
			if !yield(page, nil) || token == "" {
				return
			}
		}
	}
}

// Page returns the page that was received last: during an iteration, the one that
// holds the current item. It is nil before the first page; the getters of a nil
// page return zero values.
func (l *List[R, T]) Page() R { return l.page }

// Collect returns the items of all pages. It begins again if the list changes
// between two pages, up to four attempts in total, so that its items always fit
// each other. It returns no items with an error.
func (l *List[R, T]) Collect() ([]T, error) {
	for attempt := 1; ; attempt++ {
		items, pages, err := l.collect()
		if err == nil {
			return items, nil
		}
		changed := Reason(err) == commonv1.ErrorReason_ERROR_REASON_LIST_CHANGED
		// A first page that fails for this reason has an outdated token of the
		// caller, which another attempt would send again.
		if !changed || pages == 0 || attempt == maxAttempts {
			return nil, err
		}
	}
}

func (l *List[R, T]) collect() (items []T, pages int, err error) {
	for page, err := range l.Pages() {
		if err != nil {
			return nil, pages, err
		}
		items = append(items, l.items(page)...)
		pages++
	}
	return items, pages, nil
}
