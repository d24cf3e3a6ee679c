package telemetry

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"
)

// NewLogger returns a logger with a level (debug, info, warn, error) and a format: json, text, or auto, which
// means text if w is a terminal and JSON otherwise. Times are in UTC.
func NewLogger(w io.Writer, level, format string) (*slog.Logger, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, fmt.Errorf("log level: %w", err)
	}
	opts := &slog.HandlerOptions{Level: l, ReplaceAttr: utc}
	if IsJSON(w, format) {
		return slog.New(slog.NewJSONHandler(w, opts)), nil
	}
	return slog.New(slog.NewTextHandler(w, opts)), nil
}

// IsJSON reports whether a log in the given format to w is JSON.
func IsJSON(w io.Writer, format string) bool {
	return format == "json" || format == "auto" && !IsTerminal(w)
}

// IsTerminal reports whether w is probably a terminal: a character device other than the null device.
func IsTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok || f.Name() == os.DevNull {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func utc(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindTime {
		a.Value = slog.StringValue(a.Value.Time().UTC().Format(time.RFC3339Nano))
	}
	return a
}
