package brief

import (
	"fmt"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/complexity"
)

// Markdown returns the brief as Markdown, for people and models.
func (b *Brief) Markdown() string {
	var out strings.Builder
	out.WriteString("# " + text(b.Summary) + "\n")
	if b.Purpose != "" {
		out.WriteString("\n" + text(b.Purpose) + "\n")
	}
	section(&out, "Packages", b.Packages, func(p Package) string {
		private := ""
		if p.Private {
			private = ", private"
		}
		return fmt.Sprintf("%s %s in %s%s%s", code(p.Name), p.Kind, code(p.Path), private, described(p.Description))
	})
	section(&out, "Entry points", b.EntryPoints, func(p EntryPoint) string {
		at := p.File
		if p.Line > 0 {
			at = fmt.Sprintf("%s:%d", p.File, p.Line)
		}
		return code(at) + " " + text(p.Reason)
	})
	section(&out, "Read first", b.ReadFirst, func(r Reading) string { return code(r.Path) + " " + text(r.Reason) })
	section(&out, "Commands", b.Commands, func(c Command) string {
		return fmt.Sprintf("%s: %s (%s)", c.Purpose, code(c.Command), c.DeclaredIn)
	})
	section(&out, "Notes", b.Notes, func(n string) string { return text(n) })
	section(&out, "Modules", b.Modules, func(m Module) string {
		return fmt.Sprintf("%s %s, %s%s",
			code(m.Path), counted(m.Files, "file"), counted(m.Lines, "line"), described(m.Description))
	})
	section(&out, "Key elements", b.KeyElements, func(k KeyElement) string {
		return fmt.Sprintf("%s %s, called by %d, calls %d%s",
			code(k.Element.ID), k.Element.Type, k.FanIn, k.FanOut, described(k.Description))
	})
	section(&out, "Hotspots", b.Hotspots, func(h complexity.Function) string {
		return fmt.Sprintf("%s score %.1f (%s), cyclomatic %d, %s", code(h.Element.ID),
			h.Metrics.Score, h.Metrics.Level, h.Metrics.Cyclomatic, counted(h.Metrics.Lines, "line"))
	})
	section(&out, "Dependencies", b.Dependencies, func(d Dependency) string {
		return fmt.Sprintf("%s in %s", code(d.Name), counted(d.Files, "file"))
	})
	return out.String()
}

func section[T any](out *strings.Builder, title string, list []T, line func(T) string) {
	if len(list) == 0 {
		return
	}
	out.WriteString("\n## " + title + "\n\n")
	for _, item := range list {
		out.WriteString("- " + line(item) + "\n")
	}
}

func described(description string) string {
	if description == "" {
		return ""
	}
	return ": " + text(description)
}

// text escapes text from source files so that it is not interpreted as Markdown.
func text(s string) string {
	return strings.NewReplacer(
		"\n", " ", "<", "\\<", "`", "\\`", "[", "\\[", "*", "\\*", "_", "\\_", "|", "\\|",
	).Replace(s)
}

// code returns a code span. Its fence is longer than any sequence of backticks in s.
func code(s string) string {
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + s + " " + fence
	}
	return fence + s + fence
}
