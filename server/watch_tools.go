package server

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/paging"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// WatchTools streams the list of tools and its changes.
func (s *toolService) WatchTools(
	req *toolv1.WatchToolsRequest, stream grpc.ServerStreamingServer[toolv1.WatchToolsResponse],
) error {
	watch := toolWatch{toolService: s, stream: stream}
	return s.watch(stream.Context(), func(ctx context.Context) error {
		catalog, err := s.catalogSoon(ctx, req.GetServer())
		if err != nil {
			return err
		}
		return watch.update(catalog)
	})
}

// watchPause is the minimum time between two updates of a watcher. A server under load changes between
// ready and busy with every call; changes within the pause are reported as one.
const watchPause = 50 * time.Millisecond

// watch calls show once and then after every change, until show fails, ctx ends or the service shuts down. It
// subscribes before the first call of show, so no change is missed.
func (b *backend) watch(ctx context.Context, show func(context.Context) error) error {
	changes, cancel := b.Servers.Subscribe()
	defer cancel()
	pause := time.NewTicker(watchPause)
	defer pause.Stop()
	for {
		if err := show(ctx); err != nil {
			return err
		}
		if err := waitFor(ctx, b.done, changes); err != nil {
			return err
		}
		if err := waitFor(ctx, b.done, pause.C); err != nil {
			return err
		}
	}
}

// waitFor waits for signal. It returns an error if ctx ends or done is closed first.
func waitFor[T any](ctx context.Context, done <-chan struct{}, signal <-chan T) error {
	select {
	case _, open := <-signal:
		if !open {
			return errShuttingDown
		}
		return nil
	case <-done:
		return errShuttingDown
	case <-ctx.Done():
		return ctx.Err()
	}
}

// toolKey identifies a tool.
type toolKey struct{ server, name string }

// toolWatch is the state that one watcher was sent.
type toolWatch struct {
	*toolService
	stream   grpc.ServerStreamingServer[toolv1.WatchToolsResponse]
	known    map[toolKey]*mcpbridge.Tool
	order    []toolKey // the keys of known, in the catalog's order
	revision string
}

// update sends the differences between the catalog and the state sent before: first the removed tools, then
// the others in the catalog's order.
func (w *toolWatch) update(catalog *mcpbridge.Catalog) error {
	first := w.known == nil
	if !first && catalog.Revision == w.revision {
		return nil
	}
	known, order := make(map[toolKey]*mcpbridge.Tool, len(catalog.Tools)), make([]toolKey, 0, len(catalog.Tools))
	for _, tool := range catalog.Tools {
		key := toolKey{tool.Server, tool.Name}
		known[key], order = tool, append(order, key)
	}
	for _, key := range w.order {
		if known[key] == nil {
			gone := &toolv1.Tool{Server: key.server, Name: text.Valid(key.name)}
			if err := w.send(commonv1.ChangeType_CHANGE_TYPE_REMOVED, gone, catalog.Revision); err != nil {
				return err
			}
		}
	}
	for _, key := range order {
		change, differs := compareTools(w.known[key], known[key])
		if !differs {
			continue
		}
		message := w.toolMessage(known[key])
		if proto.Size(message) > w.Limits.ResponseBytes-paging.MaxPageOverhead {
			dropSchemas(message)
		}
		if err := w.send(change, message, catalog.Revision); err != nil {
			return err
		}
	}
	w.known, w.order, w.revision = known, order, catalog.Revision
	if first {
		return w.send(commonv1.ChangeType_CHANGE_TYPE_SYNCED, nil, catalog.Revision)
	}
	return nil
}

func compareTools(before, after *mcpbridge.Tool) (commonv1.ChangeType, bool) {
	switch {
	case before == nil:
		return commonv1.ChangeType_CHANGE_TYPE_ADDED, true
	case before.Digest != after.Digest || before.Bound != after.Bound || before.Repeatable != after.Repeatable:
		return commonv1.ChangeType_CHANGE_TYPE_UPDATED, true
	default:
		return commonv1.ChangeType_CHANGE_TYPE_UNSPECIFIED, false
	}
}

func (w *toolWatch) send(change commonv1.ChangeType, tool *toolv1.Tool, revision string) error {
	return w.stream.Send(&toolv1.WatchToolsResponse{ChangeType: change, Tool: tool, Revision: revision})
}

// errShuttingDown ends watches.
var errShuttingDown = &mcpbridge.Error{Kind: mcpbridge.KindClosed}
