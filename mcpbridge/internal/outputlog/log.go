// Package outputlog writes the output of an upstream, and the errors it causes, to
// the operators' log: cut, rate-limited, and without the values of its environment.
package outputlog

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// maxLine bounds one line of output in the log, in bytes.
	maxLine = 1 << 10
	// maxTail and maxTailLines bound the output that is logged with the end of an
	// instance: bytes, and lines that are not blank.
	maxTail      = 500
	maxTailLines = 3
	// maxLinesPerSecond bounds the logged lines of one upstream.
	maxLinesPerSecond = 50
)

// CutBytes is the length at which a source of output may cut a line, in bytes.
const CutBytes = 2 << 10

// Log is the log of one upstream. It is safe for concurrent use.
type Log struct {
	log     *slog.Logger
	server  string
	secrets []string // as returned by secrets
	mask    *strings.Replacer

	mu         sync.Mutex
	second     time.Time
	lines      int
	suppressed int
}

// New returns the log of the upstream named server. The values of env, entries of the
// form NAME=value, are masked.
func New(log *slog.Logger, server string, env []string) *Log {
	var pairs []string
	found := secrets(env)
	for _, secret := range found {
		pairs = append(pairs, secret, masked)
	}
	return &Log{log: log, server: server, secrets: found, mask: strings.NewReplacer(pairs...)}
}

// Entry is one line of output.
type Entry struct {
	Stream string // stdout or stderr
	Text   string
}

// Line logs one line of output at debug level.
func (l *Log) Line(stream string, pid int, line []byte) {
	if !l.log.Enabled(context.Background(), slog.LevelDebug) {
		return
	}
	suppressed, ok := l.admit(time.Now())
	if !ok {
		return
	}
	if suppressed > 0 {
		l.log.Debug("server output suppressed", "server", l.server, "lines", suppressed)
	}
	// Cut before masking as well: noise on stdout may be as long as a message.
	text := l.Clean(string(line[:min(len(line), 2*CutBytes)]))
	l.log.Debug("server output", "server", l.server, "pid", pid, "stream", stream, "line", text)
}

// Warn logs a failure of the upstream. The text of err is masked: an upstream may put
// values of its environment into its own errors.
func (l *Log) Warn(message string, err error, attrs ...any) {
	attrs = append([]any{"server", l.server}, attrs...)
	l.log.Warn(message, append(attrs, slog.String("error", l.Clean(err.Error())))...)
}

// Tail returns the end of an instance's output as log attributes, one for each stream that
// it comes from, named after the stream; none if there is no output. The last lines are
// kept because an error message comes last; each is cut at its end because its beginning
// is the most informative part.
func (l *Log) Tail(lines []Entry) []any {
	last := map[string][]string{}
	room, kept := maxTail, 0
	for i := len(lines) - 1; i >= 0 && kept < maxTailLines && room > 0; i-- {
		line := cut(strings.TrimSpace(l.Clean(lines[i].Text)), room)
		if line == "" {
			continue
		}
		last[lines[i].Stream] = append(last[lines[i].Stream], line)
		kept++
		room -= len(line) + 1
	}
	var attrs []any
	for _, stream := range slices.Sorted(maps.Keys(last)) {
		slices.Reverse(last[stream])
		attrs = append(attrs, slog.String(stream, strings.Join(last[stream], "\n")))
	}
	return attrs
}

// Clean masks and then cuts a line. In the other order, a part of a secret could
// remain. The line may have been cut before: an end that is the beginning of a secret is
// masked too.
func (l *Log) Clean(line string) string {
	end := ""
	for at := l.cutSecret(line); at >= 0; at = l.cutSecret(line) {
		line, end = line[:at], masked
	}
	return cut(strings.ToValidUTF8(l.mask.Replace(line)+end, "\uFFFD"), maxLine)
}

// cutSecret returns the index of the longest end of a line that is the beginning of a
// secret, -1 if there is none. A beginning of fewer than minSecret bytes is not found.
func (l *Log) cutSecret(line string) int {
	first := -1
	for _, secret := range l.secrets {
		for at := max(0, len(line)-len(secret)+1); ; at++ {
			i := strings.Index(line[at:], secret[:minSecret])
			if i < 0 {
				break
			}
			if at += i; strings.HasPrefix(secret, line[at:]) {
				if first < 0 || at < first {
					first = at
				}
				break
			}
		}
	}
	return first
}

// cut shortens valid UTF-8 to at most n bytes.
func cut(text string, n int) string {
	return strings.ToValidUTF8(text[:min(len(text), n)], "")
}

// admit reports whether one more line may be logged, and how many were suppressed
// since the last one.
func (l *Log) admit(now time.Time) (suppressed int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.second) >= time.Second {
		l.second, l.lines = now, 0
	}
	if l.lines++; l.lines > maxLinesPerSecond {
		l.suppressed++
		return 0, false
	}
	suppressed, l.suppressed = l.suppressed, 0
	return suppressed, true
}
