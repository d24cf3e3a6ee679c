package mcpbridge

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"
)

const (
	// maxLogged bounds a child's line in our log.
	maxLogged = 1 << 10
	// maxLinesPerSecond bounds how many lines of one server are logged.
	maxLinesPerSecond = 50
	// minSecret is the length from which a value of the environment is masked:
	// shorter ones are flags and numbers and would blot out ordinary words.
	minSecret = 6
)

// outputLog writes what a server prints, on stderr or as noise on stdout, to the
// operators' log: at debug level, cut, rate-limited, and without the values of
// its environment.
type outputLog struct {
	log    *slog.Logger
	server string
	mask   *strings.Replacer

	mu         sync.Mutex
	second     time.Time
	lines      int
	suppressed int
}

func newOutputLog(log *slog.Logger, cfg ServerConfig) *outputLog {
	var pairs []string
	for _, entry := range cfg.Env {
		name, value, _ := strings.Cut(entry, "=")
		if len(value) >= minSecret && !ordinary(name) {
			pairs = append(pairs, value, "***")
		}
	}
	return &outputLog{log: log, server: cfg.Name, mask: strings.NewReplacer(pairs...)}
}

// ordinary reports whether a variable holds no secret by its very meaning.
func ordinary(name string) bool {
	switch name {
	case "PATH", "HOME", "PWD", "TMPDIR", "SHELL", "USER", "LOGNAME", "LANG", "TZ", "TERM":
		return true
	}
	return strings.HasPrefix(name, "LC_")
}

func (o *outputLog) line(stream string, pid int, line []byte) {
	if !o.log.Enabled(context.Background(), slog.LevelDebug) {
		return
	}
	suppressed, ok := o.admit(time.Now())
	if !ok {
		return
	}
	if suppressed > 0 {
		o.log.Debug("server output suppressed", "server", o.server, "lines", suppressed)
	}
	// A bound of its own: noise on stdout may be as long as a message.
	text := o.clean(string(line[:min(len(line), 4*maxLogged)]))
	o.log.Debug("server output", "server", o.server, "pid", pid, "stream", stream, "line", text)
}

// clean masks and cuts a line, in this order, or half a secret could stay.
func (o *outputLog) clean(line string) string {
	text := o.mask.Replace(line)
	return strings.ToValidUTF8(text[:min(len(text), maxLogged)], "\uFFFD")
}

// admit reports whether one more line may be logged, and how many were not since
// the last.
func (o *outputLog) admit(now time.Time) (suppressed int, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if now.Sub(o.second) >= time.Second {
		o.second, o.lines = now, 0
	}
	if o.lines++; o.lines > maxLinesPerSecond {
		o.suppressed++
		return 0, false
	}
	suppressed, o.suppressed = o.suppressed, 0
	return suppressed, true
}
