package mcpbridge

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// maxLogged bounds a child's line in our log.
	maxLogged = 1 << 10
	// maxLastWords and maxLastLines bound what is logged of a process that went
	// down: the last lines that are not blank.
	maxLastWords = 500
	maxLastLines = 3
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
	for _, secret := range secrets(cfg.Env) {
		pairs = append(pairs, secret, "***")
	}
	return &outputLog{log: log, server: cfg.Name, mask: strings.NewReplacer(pairs...)}
}

// secrets lists what must not be logged: the values of the environment, those of
// several lines line by line, as they would be printed. A longer one comes before
// one that it begins with, or its rest would stay.
func secrets(env []string) []string {
	var out []string
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		if ordinary(name) {
			continue
		}
		for line := range strings.Lines(value) {
			if line = strings.TrimSpace(line); len(line) >= minSecret {
				out = append(out, line)
			}
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return out
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

// failure is an error's text for the log: a server may put into its own errors
// what it was configured with.
func (o *outputLog) failure(err error) slog.Attr { return slog.String("error", o.clean(err.Error())) }

// lastWords is the end of a process's stderr for the log, empty when it wrote
// nothing: an error message comes last, and its beginning says most.
func (o *outputLog) lastWords(lines []string) slog.Attr {
	var last []string
	room := maxLastWords
	for i := len(lines) - 1; i >= 0 && len(last) < maxLastLines && room > 0; i-- {
		line := cut(strings.TrimSpace(o.clean(lines[i])), room)
		if line == "" {
			continue
		}
		last = append(last, line)
		room -= len(line) + 1
	}
	if len(last) == 0 {
		return slog.Attr{} // handlers leave it out
	}
	slices.Reverse(last)
	return slog.String("stderr", strings.Join(last, "\n"))
}

// clean masks and cuts a line, in this order, or half a secret could stay.
func (o *outputLog) clean(line string) string {
	return cut(strings.ToValidUTF8(o.mask.Replace(line), "\uFFFD"), maxLogged)
}

// cut shortens valid UTF-8 to at most n bytes.
func cut(text string, n int) string {
	return strings.ToValidUTF8(text[:min(len(text), n)], "")
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
